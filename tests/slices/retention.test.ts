import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { purgeExpired } from '#src/server/run/retention/retention.ts';
import { unsealed } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { forSuite } from '#tests/support/suite.ts';

/** Shortest retention that a server accepts. */
const days = { sessions: 3_650, receipts: 90, envelopes: 90, events: 90 };

describe('retention of data', () => {
  const place = marketForSuite();
  const stall = forSuite(() => place.stallDevice());

  /** Ages all present data by this many days, and runs the purge. */
  async function afterDays(count: number) {
    for (const [table, column] of [
      ['receipt', 'recorded_at'],
      ['journal_entry', 'recorded_at'],
      ['told_voucher', 'told_at'],
      ['device_incident', 'noticed_at'],
    ])
      await place.rowsOf(
        `update ${table} set ${column} = least(${column}, now() - make_interval(days => $1))`,
        count,
      );
    // Ids of movements start with their time.
    return purgeExpired(place.opened.database, new Date(Date.now() + 91 * 86_400_000), days);
  }
  const answerOf = async (op: string) =>
    (await place.rowsOf<{ answer: object }>('select answer from receipt where op_id = $1', op))[0]?.answer;

  it("leaves young data as it is, whatever the server's clock shows", async () => {
    const key = randomUUID();
    await place.buy(await place.issue(5_000), 2_000, key);
    await afterDays(80);
    expect(Object.keys((await answerOf(key)) ?? {})).toContain('codeCompra');
  });

  it('repeats the answer of an old purchase, and never makes it again', async () => {
    const voucher = await place.issue(10_000);
    const key = randomUUID();
    const first = await place.buy(voucher, 4_000, key);
    const refused = randomUUID();
    const spent = await place.buy(voucher, 9_000, refused);
    expect([first.status, spent.status]).toEqual([201, 409]);
    await afterDays(91);
    expect(await answerOf(key)).toEqual({ nuevoSaldo: 6_000 });
    // Today's balance would cover it.
    await place.buy(voucher, 1_000);
    const copies = await Promise.all(Array.from({ length: 8 }, () => place.buy(voucher, 4_000, key)));
    for (const again of copies) {
      expect(again.body).toEqual(first.body);
      expect(again.headers['idempotent-replayed']).toBe('true');
    }
    expect((await place.buy(voucher, 4_001, key)).body['code']).toBe('KEY_REUSED');
    expect((await place.buy(voucher, 9_000, refused)).body).toEqual(spent.body);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(5_000);
  });

  it("answers a device's repeated operation once after years, with its envelope purged", async () => {
    const [covered, short] = [await place.issue(10_000), await place.issue(10_000)];
    await place.buy(short, 7_000);
    const entries = [
      ...stall.writeAcceptedPurchase({ ...covered, price: 3_000 }),
      ...stall.writeAcceptedPurchase({ ...short, price: 5_000 }),
    ];
    const first = unsealed((await stall.sync(entries)).results);
    expect(first.map(({ state }) => state)).toEqual([
      'accepted',
      'accepted',
      'refused',
      'settled-with-overspend',
    ]);
    const { envelopes, events } = await afterDays(1_200);
    expect(envelopes, 'what is missing of the other is still to be decided').toBe(2);
    expect(events).toBeGreaterThan(0);
    const [one] = entries;
    const [kept] = await place.rowsOf<{ envelope: Record<string, unknown>; hash: string; sig: string }>(
      'select envelope, hash, sig from journal_entry where op_id = $1',
      one?.envelope.opId,
    );
    expect(kept).toMatchObject({ hash: one?.envelope.hash, sig: one?.sig });
    expect(Object.keys(kept?.envelope ?? {}).toSorted()).toEqual([
      'clockOffset',
      'occurredAt',
      'operatorId',
      'payload',
    ]);
    for (let round = 0; round < 2; round += 1)
      expect(unsealed((await stall.sync(entries)).results)).toEqual(first);
    expect(await place.balanceOf(covered.codeQrUuid)).toBe(7_000);
    expect(await place.balanceOf(short.codeQrUuid)).toBe(0);
  });

  it('keeps the envelope of an undecided line', async () => {
    const voucher = await place.issue(4_000);
    await place.buy(voucher, 4_000);
    const entries = stall.writeAcceptedPurchase({ ...voucher, price: 2_500 });
    await stall.sync(entries);
    await afterDays(100);
    const wholes = async () =>
      (
        await place.rowsOf(
          "select 1 from journal_entry where op_id = any ($1) and envelope ? 'hash'",
          entries.map(({ envelope }) => envelope.opId),
        )
      ).length;
    expect(await wholes()).toBe(2);
    expect((await place.assign((await place.lineOf(voucher.codeQrUuid))._id, 'guarantee')).status).toBe(200);
    await afterDays(100);
    expect(await wholes()).toBe(0);
  });

  it('permanently refuses a withdrawn purchase', async () => {
    const voucher = await place.issue(10_000);
    const purchase = stall.writeSale(voucher, 4_000);
    await stall.sync([stall.writeWithdrawal(purchase)]);
    await afterDays(2_000);
    expect(await stall.states([purchase])).toEqual(['refused']);
    expect((await place.buy(voucher, 4_000, purchase.envelope.opId)).body['code']).toBe('WITHDRAWN');
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(10_000);
  });
});
