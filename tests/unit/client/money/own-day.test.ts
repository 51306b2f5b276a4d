import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operation, OperationStatus } from '#src/client/local/db/operation.ts';
import { isWaiting, type KnownDay, ownDayOf } from '#src/client/money/own-day/own-day.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import { toAmount, toVoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { operation } from '#tests/support/market/operations.ts';
import { newId, receiptOf, storedAt } from '#tests/support/market/stored-operations.ts';

const voucherId = toVoucherId('24684521-0000-4000-8000-000000000000');
const price = toAmount(12_500);

function receiptWith(code: string): OperationStatus['receipt'] {
  return { purchase: { ...receiptOf(voucherId, 0), codeCompra: code } };
}

function row(codeCompra: string, change: Partial<PurchaseRow> = {}): PurchaseRow {
  const { codeQrUuid: _id, nuevoSaldo: _rest, ...receipt } = receiptOf(voucherId, 0);
  return {
    ...receipt,
    codeCompra,
    price,
    shortCode: shortCodeOf(voucherId),
    estanteId: 'e',
    marketName: 'Plaza',
    createAt: new Date(storedAt).toISOString(),
    ...change,
  };
}

function known(sales: PurchaseRow[], askedAt = storedAt): KnownDay {
  const counted = sales.filter(({ voided }) => voided === undefined);
  const total = counted.reduce((sum, sale) => sum + sale.price, 0);
  return { day: '2026-11-21', askedAt, count: counted.length, total, sales };
}

const handedOver = () => ({ offline: { kind: 'accepted' as const, opId: newId() } });
const voided = { createAt: new Date(storedAt).toISOString(), reason: 'Monto equivocado' };
const withdrawal = { kind: 'withdrawn' as const, opId: newId(), reason: 'BY_PERSON' as const, most: 0 };
const later = storedAt + 60_000;

/** A sale handed over offline, through all of its states. */
const life: { name: string; sale: Operation; isConfirmed: boolean }[] = [
  ...(['pending', 'sending', 'waiting-sign-in', 'waiting-top-up', 'in-review'] as const).map((state) => ({
    name: state,
    sale: operation({ status: { ...handedOver(), state }, acceptance: { state } }),
    isConfirmed: false,
  })),
  {
    name: 'refused, its acceptance on the way',
    sale: operation({ status: { ...handedOver(), state: 'refused' }, acceptance: { state: 'pending' } }),
    isConfirmed: false,
  },
  {
    name: 'paid by its acceptance',
    sale: operation({
      status: { ...handedOver(), state: 'refused' },
      acceptance: { state: 'settled-with-overspend', changedAt: later, receipt: receiptWith('C-1') },
    }),
    isConfirmed: true,
  },
  {
    name: 'paid',
    sale: operation({
      status: { ...handedOver(), state: 'accepted', changedAt: later, receipt: receiptWith('C-1') },
      acceptance: { state: 'pending' },
    }),
    isConfirmed: true,
  },
];

describe("a stall's own day", () => {
  it.each(life)('counts a sale once: $name', ({ sale, isConfirmed }) => {
    const { sold, confirmed, waiting, sales } = ownDayOf([sale], known([]));
    expect(sold).toEqual({ count: 1, total: price });
    expect(isConfirmed ? confirmed : waiting).toEqual(sold);
    expect(sales).toHaveLength(1);
  });

  it.each(life.filter(({ isConfirmed }) => isConfirmed))(
    'counts it once when the server says it too: $name',
    ({ sale }) => {
      const { sold, sales } = ownDayOf([sale], known([row('C-1')]));
      expect(sold).toEqual({ count: 1, total: price });
      expect(sales.map(({ id }) => id)).toEqual(['C-1']);
    },
  );

  it('counts a sale once when its answer was lost', () => {
    const sale = operation({ status: { ...handedOver(), attempts: 1 }, acceptance: {} });
    expect(ownDayOf([sale], known([row('C-1')])).sold).toEqual({ count: 1, total: price });
    const untried = operation({ status: handedOver(), acceptance: {} });
    expect(ownDayOf([untried], known([row('C-1')])).sold).toEqual({ count: 2, total: 2 * price });
  });

  it('does not count again a sale settled before the query', () => {
    const settled = operation({
      status: { ...handedOver(), state: 'accepted', changedAt: storedAt - 1, receipt: receiptWith('C-1') },
    });
    const older = { ...known([]), count: 1, total: price };
    expect(ownDayOf([settled], older).sold).toEqual({ count: 1, total: price });
  });

  it('shows withdrawn sales without counting them', () => {
    const sold = operation({ status: { state: 'accepted', changedAt: later, receipt: receiptWith('C-1') } });
    const day = ownDayOf([sold], known([row('C-1', { voided })]));
    expect(day.sold).toEqual({ count: 0, total: 0 });
    expect(day.sales.map(({ state }) => state)).toEqual(['voided']);
  });

  it.each([
    ['refused', { status: { state: 'refused' as const } }, 'not-charged'],
    ['withdrawn', { status: { offline: withdrawal } }, 'not-charged'],
    [
      'handed over and never paid',
      { status: handedOver(), acceptance: { state: 'refused' as const } },
      'unpaid',
    ],
    ['not decided', { status: { offline: { kind: 'deciding' as const } } }, 'open'],
  ])('shows what was %s, and counts it nowhere', (_what, given, state) => {
    const day = ownDayOf([operation(given)], undefined);
    expect(day.sold.count).toBe(0);
    expect(day.sales.map((sale) => sale.state)).toEqual([state]);
  });

  it('has parts that add up to the whole, for any tablet and server state', () => {
    const states = ['pending', 'sending', 'waiting-top-up', 'in-review', 'accepted', 'refused'] as const;
    const sale = fc.record({
      state: fc.constantFrom(...states),
      acceptance: fc.option(fc.constantFrom(...states), { nil: undefined }),
      code: fc.constantFrom('C-1', 'C-2', 'C-3', ''),
      changedAt: fc.constantFrom(storedAt - 1, later),
      attempts: fc.nat(1),
    });
    const rows = fc.uniqueArray(fc.constantFrom('C-1', 'C-2', 'C-3', 'C-4'));
    fc.assert(
      fc.property(fc.array(sale), fc.option(rows, { nil: undefined }), (sales, codes) => {
        const operations = sales.map(({ state, acceptance, code, changedAt, attempts }) =>
          operation({
            status: {
              state,
              changedAt,
              attempts,
              ...(acceptance === undefined ? {} : handedOver()),
              ...(state === 'accepted' && code !== '' ? { receipt: receiptWith(code) } : {}),
            },
            ...(acceptance === undefined ? {} : { acceptance: { state: acceptance, changedAt } }),
          }),
        );
        const said = codes && known(codes.map((code) => row(code)));
        const day = ownDayOf(operations, said);
        expect(day.confirmed.total + day.waiting.total).toBe(day.sold.total);
        expect(day.confirmed.count + day.waiting.count).toBe(day.sold.count);
        expect(day.sold.total).toBe(day.sold.count * price);
        expect(day.waiting.count).toBe(day.sales.filter(isWaiting).length);
        expect(day.confirmed.count).toBeGreaterThanOrEqual(said?.count ?? 0);
        const shown = day.sales.filter(({ state }) => state === 'confirmed').length;
        expect(day.confirmed.count).toBeLessThanOrEqual(shown);
      }),
    );
  });
});
