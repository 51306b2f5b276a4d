import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toAmount, toOpId } from '#src/protocol/brands.ts';
import type { OfflineLimits } from '#src/protocol/keys.ts';
import { beginEpoch } from '#src/server/journal/sql/epochs.ts';
import { restorableMarketForSuite } from '#tests/support/for-suite.ts';

/**
 * A stall hands goods over without an answer, and the server pays the sale. A restored server refuses the
 * purchase, because an old request brings it after the voucher was spent elsewhere. The device then shows
 * both seals, the purchase's first.
 */
describe('an accepted sale whose purchase a restored server refused', () => {
  const { place, database } = restorableMarketForSuite();

  it('is paid when the copy has neither the list nor the limits that its device used', async () => {
    const device = await place.stallDevice();
    const voucher = await place.issue(50_000);
    await database.copy();
    const { limits } = (await place.manage('/sync/limits')).body;
    const changed = await place.manage('/sync/limits', { ...(limits as object), warnHours: 5 });
    device.limitsVersion = (changed.body['limits'] as OfflineLimits).version;
    await device.askForList();
    const sale = device.writeAcceptedPurchase({ ...voucher, price: 20_000 });
    await database.putBack();
    await database.database.transaction(
      (session) => beginEpoch(session, { number: Date.now(), after: 1, reason: 'restored', at: new Date() }),
      'money',
    );
    const before = (await place.dues()).owed;
    const { results } = await device.sync(sale);
    expect(results.map(({ state, reason }) => [state, reason])).toEqual([
      ['accepted', undefined],
      ['accepted', undefined],
    ]);
    expect((await place.dues()).owed).toBe(before + 20_000);
  });

  it('waits for its top-up although a clock that was ahead dated the list after the restore, or only an older answer named the voucher (seeds 772812, 1350011512)', async () => {
    const device = await place.stallDevice();
    await database.copy();
    const voucher = await place.issue(30_000);
    await database.putBack();
    const { rows } = await database.database.query<{ number: number }>({
      text: 'select max(number) as number from epoch',
    });
    const after = rows[0]?.number ?? 1;
    const at = new Date();
    await database.database.transaction(
      (session) => beginEpoch(session, { number: Date.now() + after, after, reason: 'restored', at }),
      'money',
    );
    const ahead = { snapshotAsOf: at.getTime() + 16 * 60_000, knownBalance: toAmount(30_000) };
    const sale = device.writeAcceptedPurchase({ ...voucher, price: 20_000 }, ahead);
    expect((await device.sync(sale)).results).toMatchObject([
      { state: 'again' },
      { state: 'waiting-top-up', reason: 'UNKNOWN_VOUCHER' },
    ]);
    await device.askForList();
    const other = device.writeAcceptedPurchase(
      { ...voucher, price: 5_000 },
      { knownBalance: toAmount(10_000) },
    );
    expect((await device.sync(other)).results.at(-1)).toMatchObject({ state: 'waiting-top-up' });
    // The server told the device after the restore, so that no list from before it hides that.
    const known = await place.issue(40_000);
    await database.database.query({
      text: 'insert into told_voucher (device_id, voucher_id, after_seq, told_at) values ($1, $2, 0, $3)',
      values: [device.id, known.codeQrUuid, new Date(at.getTime() + 1)],
    });
    const invented = device.writeAcceptance(toOpId(randomUUID()), { ...known, price: 1_000 }, ahead);
    expect((await device.sync([invented])).results).toMatchObject([{ reason: 'TOLD_SPENT' }]);
  });
});
