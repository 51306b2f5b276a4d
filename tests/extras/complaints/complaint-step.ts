import fc from 'fast-check';
import { expect } from 'vitest';
import type { ComplaintRow } from '#src/extras/complaints/contract/schemas.ts';
import type { Books } from '#tests/properties/ways-in/books.ts';
import { base, type ExtraStep } from '#tests/properties/ways-in/extra-step.ts';
import { moved, type LedgerPlace, type Money } from '#tests/properties/ways-in/ledger-place.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { ask, type Answer } from '#tests/support/server/test-app.ts';

/** A customer complains about a sale, and the complaint is answered. */
const complaint = fc.record({
  verdict: fc.constantFrom('ALL' as const, 'PART' as const, 'PART' as const, 'NONE' as const),
  asked: fc.constantFrom('half' as const, 'more' as const),
  by: fc.constantFrom('manager' as const, 'stall' as const, 'twice' as const, 'other' as const),
  isOfAnotherVoucher: fc.constantFrom(false, false, false, true),
  of: base,
});
type Complaint = typeof complaint extends fc.Arbitrary<infer One> ? One : never;

export const complaintStep: ExtraStep = complaint.map((said) => ({
  act: 'extra',
  run: (here, books) => complain(here, books, said),
  // A failing run prints the steps that led to it.
  toString: () => `complaint ${JSON.stringify(said)}`,
}));

const answerers = {
  manager: 'GLOBAL_MARKET',
  twice: 'GLOBAL_MARKET',
  other: 'other GLOBAL_MARKET',
  stall: 'ESTANTE',
} as const satisfies Record<Complaint['by'], Exclude<Asker, 'nobody'>>;

/**
 * A complaint about a sale and its answer: like the answerer's void, and never more than the remaining
 * amount.
 */
async function complain(
  here: LedgerPlace,
  books: Books,
  { verdict, asked, by, isOfAnotherVoucher, of }: Complaint,
): Promise<void> {
  const sales = books.sales.filter(({ code }) => code !== '');
  const sale = sales[of % Math.max(1, sales.length)];
  if (!sale) return;
  const before = await here.money();
  const shown = isOfAnotherVoucher
    ? books.topUps.find(({ uuid }) => uuid !== sale.voucher.uuid)
    : sale.voucher;
  const filed = await ask(here.place.app, 'POST', '/complaints/create', {
    body: { codeCompra: sale.code, codeQrUuid: shown?.uuid, reason: 'NOT_MINE', words: '' },
  });
  if (isOfAnotherVoucher) expect(filed.status).not.toBe(201);
  const { items } = (await here.place.manage('/complaints/list?limit=100')).body as { items: ComplaintRow[] };
  const found = items.find(({ codeCompra }) => codeCompra === sale.code);
  if (!found) return;
  const monto = asked === 'more' ? sale.stands + 1_000 : Math.max(1, Math.floor(sale.stands / 2));
  const body = { id: found._id, verdict, words: 'visto', ...(verdict === 'PART' ? { monto } : {}) };
  const answer = (): Promise<Answer> => here.call(answerers[by], '/complaints/answer', body);
  const { status } = await answer();
  const after = await here.money();
  if (by === 'other') expect(status).toBeGreaterThanOrEqual(400);
  expect(status, 'the call itself is answered').toBeLessThan(500);
  if (status !== 201) return books.judgeRefused(before, after);
  judgeAnswer(sale, { ...body, by }, before, after);
  if (by !== 'twice') return;
  expect((await answer()).status).toBe(409);
  books.judgeRefused(after, await here.money());
}

function judgeAnswer(
  sale: Books['sales'][number],
  { verdict, monto, by }: { verdict: Complaint['verdict']; monto?: number; by: Complaint['by'] },
  before: Money,
  after: Money,
): void {
  const movement = moved(before, after);
  const { vouchers, payable, till, borne, fromTreasury, otherPayable } = movement;
  // Voided parts are not returned twice.
  const part = verdict === 'PART' && sale.stands > 0 ? (monto ?? 0) : sale.stands;
  const due = verdict === 'NONE' ? 0 : part;
  expect(vouchers).toEqual(due === 0 ? [] : [{ id: sale.voucher.uuid, change: due }]);
  expect([payable, till, borne, fromTreasury, otherPayable]).toEqual([0 - due, 0, 0, 0, 0]);
  expect(due, 'no more than stands').toBeLessThanOrEqual(sale.stands);
  if (by === 'stall' && due > 0)
    expect([sale.isOfToday, before.payable >= due], 'of today, and not paid out').toEqual([true, true]);
  sale.stands -= due;
}
