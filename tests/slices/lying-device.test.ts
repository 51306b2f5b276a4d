import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { blockVoucher, closeVoucher } from '#src/server/ledger/vouchers.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { type IssuedVoucher } from '#tests/support/market/open-market.ts';
import { forEachTest } from '#tests/support/suite.ts';

const [minute, hour] = [60_000, 3_600_000];

/** A stall's enrolled key in a thief's hands, who writes whatever pays (docs/decisions/0013). */
describe('a dishonest device', () => {
  const place = marketForSuite();
  const stall = forEachTest(() => place.stallDevice());

  const write = (
    voucher: IssuedVoucher,
    price: number,
    change: object = {},
    envelope: object = {},
  ): ReturnType<SignedDevice['writeAcceptance']> => {
    const entry = stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, price }, change);
    if (Object.keys(envelope).length === 0) return entry;
    const { seq, prevHash, payload } = entry.envelope;
    return stall.write('acceptance', payload as never, { seq, prevHash, ...envelope }) as typeof entry;
  };
  const outcome = async (entry: ReturnType<typeof write>, change = {}): Promise<string | undefined> => {
    const [result] = (await stall.sync([entry], change)).results;
    return result?.state === 'in-review' ? result.reason : result?.state;
  };
  const spent = async (face: number): Promise<IssuedVoucher> => {
    const voucher = await place.issue(face);
    await stall.askForList();
    await place.buy(voucher, face);
    return voucher;
  };

  it('is paid once for a spent voucher, over forty contacts of one sale each', async () => {
    const voucher = await spent(50_000);
    const before = await place.dues();
    const outcomes: (string | undefined)[] = [];
    for (let contact = 0; contact < 40; contact += 1) outcomes.push(await outcome(write(voucher, 50_000)));
    expect(outcomes[0]).toBe('settled-with-overspend');
    expect(new Set(outcomes.slice(1))).toEqual(new Set(['TOLD_SPENT']));
    const after = await place.dues();
    expect(after.owed - before.owed).toBe(50_000);
    expect(after.withheld - before.withheld).toBe(50_000);
  });

  it('gains no more on a spent voucher than its value', async () => {
    const voucher = await spent(1_000);
    const entries = [write(voucher, 1_000), write(voucher, 1_000), write(voucher, 1_000)];
    const { results } = await stall.sync(entries);
    expect(results.map(({ state, reason }) => (state === 'in-review' ? reason : state))).toEqual([
      'settled-with-overspend',
      'SHORTFALL_LIMIT',
      'SHORTFALL_LIMIT',
    ]);
  });

  it('cannot name a list that it never received', async () => {
    const voucher = await place.issue(1_000);
    expect(await outcome(write(voucher, 100, { snapshotAsOf: Date.now() - minute }))).toBe('CLAIM_UNTRUE');
    const other = await place.otherStallDevice();
    expect(await outcome(write(voucher, 100, { snapshotAsOf: other.listAsOf }))).toBe('CLAIM_UNTRUE');
  });

  it("cannot overstate a voucher's balance since the list", async () => {
    const voucher = await place.issue(9_000);
    const { codeCompra } = (await place.buy(voucher, 8_000)).body;
    const snapshotAsOf = Date.now() + 6 * minute;
    await place.hand(stall, snapshotAsOf);
    const later = { snapshotAsOf, knownBalance: 9_000 };
    expect(await outcome(write(voucher, 5_000, later))).toBe('CLAIM_UNTRUE');
    // Money that a void returned is not there twice.
    await place.manage('/shopping/void', { codeCompra, reason: 'x' });
    expect(await outcome(write(voucher, 100, { knownBalance: 9_001 }))).toBe('CLAIM_UNTRUE');
    const nobodys = { userId: voucher.userId, codeQrUuid: toVoucherId(randomUUID()), proof: voucher.proof };
    expect(await outcome(write(nobodys, 100, { knownBalance: 100 }))).toBe('BAD_PROOF');
    const stranger = new SignedDevice(place.app);
    const proof = stranger.kioskProof(voucher.codeQrUuid, voucher.userId, 9_000);
    expect(await outcome(write({ ...voucher, proof }, 100))).toBe('BAD_PROOF');
  });

  it("is not paid automatically for another market's unlisted voucher, whoever signed it", async () => {
    const [other, kiosk] = [await place.otherStallDevice(), await place.kiosk()];
    const ofKiosk = kiosk.writePaper(9_000, place.market.customer.id);
    await kiosk.sync([ofKiosk.topUp]);
    for (const voucher of [await place.issue(9_000), ofKiosk]) {
      const sale = other.writeAcceptance(toOpId(randomUUID()), { ...voucher, price: 100 });
      const { results } = await other.sync([sale]);
      expect(results).toMatchObject([{ state: 'in-review', reason: 'BEYOND_LIMITS' }]);
      expect(await place.balanceOf(voucher.codeQrUuid)).toBe(9_000);
    }
  });

  it("cannot omit the list's entry of a voucher", async () => {
    const kiosk = await place.kiosk();
    const voucher = kiosk.writePaper(9_000, place.market.customer.id);
    await kiosk.sync([voucher.topUp]);
    await place.buy(voucher, 9_000);
    const snapshotAsOf = Date.now() + 6 * minute;
    await place.hand(stall, snapshotAsOf);
    expect(await outcome(write(voucher, 5_000, { snapshotAsOf }))).toBe('CLAIM_UNTRUE');
  });

  it.each([
    ['400 days ago', -400 * 24 * hour],
    ['before its enrolment', -2 * hour],
    ['of an hour to come', hour],
  ])('cannot choose a time %s', async (_name, shift) => {
    const voucher = await place.issue(1_000);
    const occurredAt = new Date(Date.now() + shift).toISOString();
    const snapshotAsOf = Math.min(Date.now(), Date.now() + shift) - minute;
    await place.hand(stall, snapshotAsOf);
    const entry = write(voucher, 100, { snapshotAsOf }, { occurredAt });
    expect(await outcome(entry)).toBe('TIME_IMPLAUSIBLE');
  });

  it('cannot backdate a sale to before a contact in which it was not written', async () => {
    const voucher = await place.issue(1_000);
    await place.rowsOf(`update device set enrolled_at = now() - interval '3 days' where id = $1`, stall.id);
    const asOf = Date.now() - 3 * hour;
    await place.hand(stall, asOf);
    const occurredAt = new Date(Date.now() - 2 * hour).toISOString();
    expect(await outcome(write(voucher, 100, { snapshotAsOf: asOf }, { occurredAt }))).toBe('accepted');
    // That contact saw the journal at this number: later numbers are younger.
    expect(await outcome(write(voucher, 100, { snapshotAsOf: asOf }, { occurredAt }))).toBe(
      'TIME_IMPLAUSIBLE',
    );
  });

  it('is not judged dishonest because its earlier request is repeated later', async () => {
    const voucher = await place.issue(1_000);
    await place.rowsOf(`update device set enrolled_at = now() - interval '3 days' where id = $1`, stall.id);
    const asOf = Date.now() - 3 * hour;
    await place.hand(stall, asOf);
    const { now } = stall;
    stall.now = () => new Date(Date.now() - 3 * hour);
    const recorded = stall.request([]);
    await stall.send(recorded);
    stall.now = now;
    // As if that contact had been three hours ago.
    await place.rowsOf(
      `update device_contact set contacted_at = now() - interval '3 hours' where device_id = $1`,
      stall.id,
    );
    expect((await stall.send(recorded)).status).toBe(200);
    const occurredAt = new Date(Date.now() - 2 * hour).toISOString();
    expect(await outcome(write(voucher, 100, { snapshotAsOf: asOf }, { occurredAt }))).toBe('accepted');
  });

  it('is not paid for a voucher that was reported lost before its list', async () => {
    const voucher = await place.issue(5_000);
    await blockVoucher(place.opened.database, voucher.codeQrUuid, 'person', new Date(Date.now() - minute));
    await stall.askForList();
    expect(await outcome(write(voucher, 5_000))).toBe('VOUCHER_BLOCKED');
    // Its later closing does not make the loss newer than the list.
    await closeVoucher(place.opened.database, voucher.codeQrUuid, 'joined', new Date(Date.now() + 1));
    expect(await outcome(write(voucher, 5_000))).toBe('VOUCHER_BLOCKED');
  });

  it('is paid, like an honest one, for a voucher that was reported lost after its list', async () => {
    const voucher = await place.issue(5_000);
    await stall.askForList();
    await blockVoucher(place.opened.database, voucher.codeQrUuid, 'person', new Date(Date.now() + 1));
    expect(await outcome(write(voucher, 5_000))).toBe('settled-with-overspend');
  });

  it('cannot use limits that were no longer in force at its list', async () => {
    const limits = { perVoucher: 1_000, perDevice: 1_000_000, snapshotHours: 72 };
    const kiosks = { kioskVoucher: 100_000, kioskTotal: 1_000_000 };
    expect((await place.manage('/sync/limits', { ...limits, ...kiosks })).status).toBe(200);
    const voucher = await place.issue(40_000);
    await place.rowsOf(`update offline_limits set set_at = set_at - interval '1 hour'`);
    expect(await outcome(write(voucher, 30_000, { limitsVersion: 1 }))).toBe('BEYOND_LIMITS');
    expect(await outcome(write(voucher, 1_000, { limitsVersion: 2 }))).toBe('accepted');
    // Switched off: from the next contact on no sale is accepted, whatever version it names.
    const off = { ...limits, perVoucher: 0, perDevice: 0, ...kiosks };
    expect((await place.manage('/sync/limits', off)).status).toBe(200);
    await stall.sync([]);
    expect(await outcome(write(voucher, 1_000, { limitsVersion: 2 }))).toBe('BEYOND_LIMITS');
    await place.rowsOf('delete from offline_limits');
  });

  it('cannot backdate sales by reporting a number ahead (B1)', async () => {
    const ahead = { journal: { lastSeq: 100_000, headHash: '', openCount: 0, openSum: 0 } };
    const outcomeAhead = (entry: ReturnType<typeof write>) => outcome(entry, ahead);
    await stall.sync([], ahead);
    const voucher = await spent(9_000);
    const limits = { perVoucher: 0, perDevice: 0, snapshotHours: 72, kioskVoucher: 0, kioskTotal: 0 };
    expect((await place.manage('/sync/limits', limits)).status).toBe(200);
    await stall.sync([], ahead);
    expect(await outcomeAhead(write(voucher, 5_000))).toBe('BEYOND_LIMITS');
    await place.rowsOf('delete from offline_limits');
    // Nor can it ignore what was reported to it.
    const told = await spent(2_000);
    expect(await outcomeAhead(write(told, 2_000))).toBe('settled-with-overspend');
    expect(await outcomeAhead(write(told, 2_000))).toBe('TOLD_SPENT');
  });

  it('learns that a voucher is spent from its own refused sale, and from no other', async () => {
    const carrier = await place.stallDevice();
    const [empty, low] = [await place.issue(2_000), await place.issue(2_000)];
    for (const device of [stall, carrier]) await device.askForList();
    await place.buy(empty, 2_000);
    const sales = [carrier.writeSale(empty, 1), stall.writeSale(low, 2_001)];
    const refused = ['refused VOUCHER_SPENT', 'refused INSUFFICIENT_BALANCE'];
    expect(await stall.outcomes(sales)).toEqual(refused);
    expect(await outcome(write(low, 2_000))).toBe('accepted');
    expect(await outcome(write(empty, 500)), 'an answer to a sale that it carried').toBe(
      'settled-with-overspend',
    );
    const other = await place.issue(2_000);
    await stall.askForList();
    await place.buy(other, 2_000);
    expect(await stall.outcomes([stall.writeSale(other, 1)])).toEqual(['refused VOUCHER_SPENT']);
    expect(await outcome(write(other, 500))).toBe('TOLD_SPENT');
  });

  it('cannot backdate to before a contact by announcing an operation: it announced a hash (B1)', async () => {
    const voucher = await place.issue(1_000);
    await place.rowsOf(`update device set enrolled_at = now() - interval '3 days' where id = $1`, stall.id);
    const asOf = Date.now() - 3 * hour;
    await place.hand(stall, asOf);
    const occurredAt = new Date(Date.now() - 2 * hour).toISOString();
    const write100 = () => write(voucher, 100, { snapshotAsOf: asOf }, { occurredAt });
    const [first, second, third, last] = [write100(), write100(), write100(), write100()];
    const start = ({ envelope: { seq, hash } }: ReturnType<typeof write>) => [seq, hash.slice(0, 24)];
    const named = [start(first), start(second), [third.envelope.seq, 'f'.repeat(24)]];
    // Operations written by then that it could not send have the time they claim.
    const states = async (entries: ReturnType<typeof write>[], change = {}) =>
      (await stall.sync(entries, change)).results.map(({ state, reason }) => reason ?? state);
    expect(await states([], { written: named })).toEqual([]);
    expect(await states([last], { written: named })).toEqual(['TIME_IMPLAUSIBLE']);
    expect(await states([first, second, third])).toEqual(['accepted', 'accepted', 'TIME_IMPLAUSIBLE']);
    const kept = 'select seq from written_ahead where device_id = $1';
    await stall.sync([]);
    expect(await place.rowsOf(kept, stall.id)).toEqual([]);
  });

  it('gets the points of a shortfall only after its assignment', async () => {
    const voucher = await place.issue(5_000);
    await place.buy(voucher, 2_000);
    const points = async (): Promise<number> => {
      const rows = await place.rowsOf<{ sum: number }>(
        'select coalesce(sum(points), 0)::int as sum from points_entry where customer_id = $1',
        voucher.userId,
      );
      return rows[0]?.sum ?? 0;
    };
    const before = await points();
    expect(await outcome(write(voucher, 5_000))).toBe('settled-with-overspend');
    expect((await points()) - before).toBe(3);
    const { _id } = await place.lineOf(voucher.codeQrUuid);
    expect((await place.assign(_id, 'guarantee')).status).toBe(200);
    expect((await points()) - before).toBe(5);
    const page = (await place.manage('/points-historial/all?limit=5')).body['items'] as {
      kind: string;
      reason: string;
    }[];
    expect(page[0]?.kind).toBe('assignment');
    expect(page[0]?.reason).toMatch(/^C-/);
  });

  it('may have a list that was read before a movement in the transaction at its position', async () => {
    const voucher = await place.issue(10_000);
    await place.buy(voucher, 9_000);
    const snapshotAsOf = Date.now();
    await place.rowsOf(
      `insert into handed_list (device_id, as_of, position)
        select $1, $2, m.xid from movement m join purchase b on b.movement_id = m.id where b.voucher_id = $3`,
      stall.id,
      snapshotAsOf,
      voucher.codeQrUuid,
    );
    const sales = [10_001, 10_000].map((knownBalance) => write(voucher, 500, { knownBalance, snapshotAsOf }));
    const { results } = await stall.sync(sales);
    expect(results.map(({ state, reason }) => reason ?? state)).toEqual(['CLAIM_UNTRUE', 'accepted']);
  });

  it('may have a list from before the books were loaded into another cluster', async () => {
    const voucher = await place.issue(10_000);
    const snapshotAsOf = Date.now();
    await place.hand(stall, snapshotAsOf);
    await place.buy(voucher, 9_000);
    // As `adoptCommitOrder` leaves older lists and movements.
    await place.rowsOf('update handed_list set position = 0');
    await place.rowsOf('update movement set xid = xid - 1000000000000');
    expect(await outcome(write(voucher, 500, { knownBalance: 10_000, snapshotAsOf }))).toBe('accepted');
    await place.rowsOf('update movement set xid = xid + 1000000000000 where xid < 0');
  });
});
