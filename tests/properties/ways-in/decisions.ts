import { expect } from 'vitest';
import type { Conflict } from '#src/contract/conflicts/schemas.ts';
import type { OpId, VoucherId } from '#src/protocol/brands.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import type { Answer } from '#tests/support/server/test-app.ts';
import type { Books } from './books.ts';
import { gain, isNothing, moved, type LedgerPlace, type Money } from './ledger-place.ts';
import type { Decided } from './steps.ts';

/** A line of the list with its references: its own operation, the one it concerns, and the voucher. */
type Line = Conflict & { op: OpId; about: OpId; voucherId: VoucherId; clientId: string };

const managers = {
  manager: 'GLOBAL_MARKET',
  twice: 'GLOBAL_MARKET',
  other: 'other GLOBAL_MARKET',
  stall: 'ESTANTE',
} as const satisfies Record<Decided['by'], Exclude<Asker, 'nobody'>>;

/** The market's lines, newest first. */
export async function linesOf({ place, database }: LedgerPlace): Promise<Line[]> {
  const { items } = (await place.manage('/sync/conflicts?limit=100')).body as { items: Conflict[] };
  const { rows } = await database.database.query<
    Pick<Line, '_id' | 'op' | 'about' | 'voucherId' | 'clientId'>
  >({
    text: `select id as "_id", op_id as op, purchase_op_id as about, voucher_id as "voucherId", customer_id as "clientId"
      from conflict_line`,
  });
  const named = new Map(rows.map((row) => [row._id, row]));
  return items.flatMap((item) => {
    const names = named.get(item._id);
    return names ? [{ ...item, ...names }] : [];
  });
}

/** Decides one of these lines, and judges the movements by the test's own books. */
export async function decide(
  here: LedgerPlace,
  books: Books,
  { to, by, isResolved, of }: Decided,
  earlier: ReadonlySet<string>,
): Promise<void> {
  const all = (await linesOf(here)).filter(({ _id }) => !earlier.has(_id));
  const lines = all.filter(({ state }) => (state === 'resolved') === isResolved);
  const line = lines[of % Math.max(1, lines.length)];
  if (!line) return;
  const assign = (): Promise<Answer> =>
    here.call(managers[by], '/sync/conflicts/assign', { id: line._id, to, note: 'visto' });
  const before = await here.money();
  const { status } = await assign();
  const after = await here.money();
  if (by === 'other' || by === 'stall' || isResolved) expect(status).toBeGreaterThanOrEqual(400);
  expect(status, 'the call itself is answered').toBeLessThan(500);
  if (status !== 200) return books.judgeRefused(before, after);
  judgeLine(books, line, to, before, after);
  if (by !== 'twice') return;
  expect((await assign()).status).toBe(409);
  books.judgeRefused(after, await here.money());
}

/** The stall is paid exactly the line's amount, and the named bearer takes the voucher's whole shortfall. */
function judgeLine(books: Books, line: Line, to: Decided['to'], before: Money, after: Money): void {
  const movement = moved(before, after);
  const { vouchers, payable, owed, till, fromTreasury, borne, otherPayable } = movement;
  expect(otherPayable, 'another market’s stall').toBe(0);
  expect(gain(movement), 'out of nothing').toBe(0);
  expect(vouchers.length, 'vouchers that changed').toBeLessThanOrEqual(1);
  const [{ id, change } = { id: line.voucherId, change: 0 }] = vouchers;
  // Its own id names what belongs to others, so its customer gets a new voucher (decision 100).
  const isRenewed =
    line.kind === 'cash-taken' && (before.balances.has(line.voucherId) || line.reason === 'ID_TAKEN');
  if (vouchers.length > 0) expect(id === line.voucherId, 'the voucher of the line').toBe(!isRenewed);
  const held = before.balances.get(line.voucherId) ?? 0;
  switch (line.kind) {
    case 'sale':
      if (line.state === 'overspend') {
        const back = to === 'stall' ? 0 - line.missing : 0;
        expect([change, owed, payable - owed, till]).toEqual([0, back, line.missing, 0]);
        expect(borne).toBe(to === 'stall' ? 0 : line.missing);
        return;
      }
      if (to === 'stall') return expect(isNothing(movement)).toBe(true);
      expect([owed, payable, till]).toEqual([line.price, line.price, 0]);
      expect([change <= 0, 0 - change <= Math.min(held, line.price)], 'of its voucher').toEqual([true, true]);
      expect(borne).toBe(line.price + change);
      if (line.reason !== 'BAD_PROOF')
        books.notePurchase(line.about, line.voucherId, { price: line.price, taken: 0 - change });
      return;
    case 'cash-taken':
      if (to === 'stall') return expect(isNothing(movement)).toBe(true);
      expect([change, till, before.balances.has(id)]).toEqual([line.price, line.price, false]);
      // A void names the id of its paper, and `slices/taken-voucher` makes one.
      if (isRenewed) return;
      books.topUps.unshift({
        opId: line.op,
        uuid: line.voucherId,
        clientId: line.clientId,
        monto: line.price,
        isOfToday: true,
        isClosed: false,
      });
      return;
    case 'cash-returned': {
      if (to === 'stall') return expect(isNothing(movement)).toBe(true);
      const made = books.topUps.find(({ opId }) => opId === line.about);
      expect([made?.uuid, made?.monto]).toEqual([line.voucherId, line.price]);
      expect([payable, fromTreasury - till, borne]).toEqual([0, line.price, line.price + change]);
      expect(0 - change).toBe(Math.min(held, line.price));
      if (made) made.isClosed = true;
      return;
    }
    case 'withdrawal': {
      if (to === 'customer') return expect(isNothing(movement)).toBe(true);
      const sale = books.purchaseOf(line.about);
      expect(change, 'given back of what stands').toBeLessThanOrEqual(sale?.stands ?? 0);
      expect([payable, borne]).toEqual(to === 'stall' ? [0 - change, 0] : [0, change]);
      if (sale) sale.stands -= change;
    }
  }
}
