import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toAmount, toOpId, toVoucherId, type VoucherId } from '#src/protocol/brands.ts';
import type { SignedDevice, Written } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { forEachTest } from '#tests/support/suite.ts';

type TopUp = Written<'top-up'> & { uuid: VoucherId };

/** Findings A2, A-1 and B-6: a kiosk's reports of returned cash. */
describe('a top-up voided by its kiosk', () => {
  const place = marketForSuite();
  const kiosk = forEachTest(() => place.kiosk());

  const topUp = async (monto: number): Promise<TopUp> => {
    const { topUp: entry, codeQrUuid: uuid } = kiosk.writePaper(monto, place.market.customer.id);
    expect(await kiosk.states([entry])).toEqual(['accepted']);
    return { ...entry, uuid };
  };
  const undo = (...of: Parameters<SignedDevice['writeTopUpVoid']>) => kiosk.writeTopUpVoid(...of);
  const expected = async (): Promise<number> => (await place.till()).expected;
  const count = async (counted: number, answers: 'POINT' | 'MARKET' = 'MARKET'): Promise<void> => {
    if ((await expected()) === 0 && counted === 0) return;
    const closes = { expected: await expected(), answers };
    const body = { topUpPointId: place.market.ids['RECARGA'], received: counted, closes };
    expect((await place.manage('/cash/receive', body)).status).toBe(201);
  };
  const movedBy = async (act: () => Promise<unknown>, answer: unknown = ['accepted']): Promise<number[]> => {
    const before = await place.sums();
    expect(await act()).toEqual(answer);
    const after = await place.sums();
    return ['treasury', 'cash', 'cash-difference'].map((kind) => (after[kind] ?? 0) - (before[kind] ?? 0));
  };
  const decide = async (uuid: VoucherId, to: string): Promise<number> =>
    (await place.assign((await place.lineOf(uuid))._id, to)).status;

  it("is the ledger's: another amount or customer is KEY_REUSED (A2)", async () => {
    const made = await topUp(20_000);
    for (const other of [{ monto: toAmount(5) }, { clientId: randomUUID() }])
      expect(await kiosk.outcomes([undo(made, {}, other)])).toEqual(['refused KEY_REUSED']);
    expect(await place.balanceOf(made.uuid)).toBe(20_000);
  });

  it('affects no voucher of another market, whatever a person decides (A-1)', async () => {
    const foreign = await place.topUp(80_000, 'other RECARGA');
    const own = await topUp(1_000);
    const lie = undo(own, {}, { uuid: foreign, monto: toAmount(80_000) });
    expect(await kiosk.states([lie])).toEqual(['refused']);
    const key = toOpId(randomUUID());
    const other = {
      uuid: toVoucherId(randomUUID()),
      clientId: place.market.customer.id,
      monto: toAmount(80_000),
    };
    const answer = await place.as('other RECARGA', '/code-qr/create-recharger', other, key);
    expect(answer.status).toBe(201);
    expect(await kiosk.states([undo(own, {}, { ...other, topUpOpId: key })])).toEqual(['refused']);
    expect([await place.balanceOf(foreign), await place.balanceOf(other.uuid)]).toEqual([80_000, 80_000]);
  });

  it("before a count that found the shortage is booked against that count's difference (B-6)", async () => {
    await count(await expected());
    const made = await topUp(50_000);
    const undone = undo(made);
    await count(0);
    const before = await place.report();
    expect(await movedBy(() => kiosk.states([undone]))).toEqual([0, 0, 50_000]);
    expect(await place.balanceOf(made.uuid)).toBe(0);
    const after = await place.report();
    expect(after.totals.topUpVoids.total - before.totals.topUpVoids.total).toBe(50_000);
  });

  it('is not explained by a count that came before its top-up', async () => {
    await topUp(60_000);
    const made = kiosk.writePaper(50_000, place.market.customer.id).topUp;
    const undone = undo(made);
    await count(0);
    expect(await movedBy(() => kiosk.states([made, undone]), ['accepted', 'accepted'])).toEqual([0, 0, 0]);
  });

  it('is dated by the server when a person decides it, however wrong the clock of its kiosk is', async () => {
    await count(await expected());
    const made = await topUp(50_000);
    await place.bought(made.uuid, 20_000);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const undone = undo(made, { occurredAt: tomorrow, clockOffset: -86_400_000 });
    expect(await kiosk.outcomes([undone])).toEqual(['in-review SPENT_ELSEWHERE']);
    await count(0);
    expect(await movedBy(() => decide(made.uuid, 'guarantee'), 200)).toEqual([0, 0, 50_000]);
  });

  it('is paid from the till when the point answers for what its count missed', async () => {
    await count(await expected());
    const made = await topUp(50_000);
    await topUp(30_000);
    const undone = undo(made);
    await count(30_000, 'POINT');
    expect(await movedBy(() => kiosk.states([undone]))).toEqual([0, 50_000, 0]);
  });

  it('uses up only the shortage of the next count, so that another one awaits a person', async () => {
    await count(await expected());
    const [first, second, third] = [await topUp(50_000), await topUp(50_000), await topUp(50_000)];
    const returned = [undo(first), undo(second)];
    await count(100_000);
    await place.topUp(50_000);
    const later = undo(third);
    await count(0);
    const act = () => kiosk.states([...returned, later]);
    expect(await movedBy(act, ['accepted', 'in-review', 'accepted'])).toEqual([0, 0, 100_000]);
  });

  it('also uses up the shortage of its count by a decision', async () => {
    await count(await expected());
    const [first, second] = [await topUp(50_000), await topUp(50_000)];
    for (const { uuid } of [first, second]) await place.bought(uuid, 20_000);
    const reports = [undo(first), undo(second)];
    await count(50_000);
    await place.topUp(50_000);
    expect(await kiosk.states(reports)).toEqual(['in-review', 'in-review']);
    expect(await movedBy(() => decide(first.uuid, 'guarantee'), 200)).toEqual([0, 0, 50_000]);
    expect(await movedBy(() => decide(second.uuid, 'guarantee'), 200)).toEqual([0, 50_000, 0]);
  });

  it('is counted once, however often its kiosk reports it', async () => {
    const made = await topUp(50_000);
    await place.bought(made.uuid, 20_000);
    expect(await kiosk.outcomes([undo(made), undo(made)])).toEqual(
      Array.from({ length: 2 }, () => 'in-review SPENT_ELSEWHERE'),
    );
    const [till, { guarantee = 0 }] = [await expected(), await place.sums()];
    for (let line = 0; line < 2; line += 1) {
      const { _id } = await place.lineOf(made.uuid, 'state=review');
      expect((await place.assign(_id, 'guarantee')).status).toBe(200);
      expect(await expected()).toBe(till - 50_000);
    }
    expect((await place.sums())['guarantee']).toBe(guarantee - 20_000);
    await place.manage('/devices/revoke', { id: kiosk.id });
    expect(await kiosk.outcomes([undo(made)])).toEqual(['in-review CASH_RETURNED']);
  });

  it('is not counted again for a line that its market has settled by a void', async () => {
    const made = await topUp(40_000);
    await count(await expected());
    expect(await kiosk.outcomes([undo(made)])).toEqual(['in-review TILL_SHORT']);
    const id = await place.idOf(made.uuid);
    expect((await place.manage('/code-qr/void', { id, reason: 'TWICE' })).status).toBe(201);
    const before = await place.sums();
    expect(await decide(made.uuid, 'guarantee')).toBe(200);
    expect(await place.sums()).toEqual(before);
  });
});
