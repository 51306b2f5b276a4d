import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAmount, toOpId, toVoucherId, type OpId, type VoucherId } from '#src/protocol/brands.ts';
import { endless } from '#src/protocol/voucher-proof.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { recordPurchase } from '#src/server/purchases/purchases.ts';
import { recordTopUp } from '#src/server/topups/top-ups.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { type SmallMarket } from '#tests/support/market/small-market.ts';

type Step =
  | { kind: 'top-up'; voucher: number; monto: number; key: number }
  | { kind: 'purchase'; voucher: number; stall: 0 | 1; price: number; key: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('top-up' as const),
    voucher: fc.nat(3),
    monto: fc.integer({ min: 1, max: 3_000_000 }),
    key: fc.nat(11),
  }),
  fc.record({
    kind: fc.constant('purchase' as const),
    voucher: fc.nat(3),
    stall: fc.constantFrom(0 as const, 1 as const),
    price: fc.oneof(fc.integer({ min: 0, max: 900_000 }), fc.constantFrom(1, 500_000, 2_000_000)),
    key: fc.nat(11),
  }),
);

/** The rules in ten lines: the required answers of a ledger. */
class Model {
  readonly balances = new Map<number, number>();
  readonly answers = new Map<number, { body: string; outcome: string }>();

  run(step: Step): string {
    const body = JSON.stringify(step);
    const known = this.answers.get(step.key);
    if (step.kind === 'purchase' && step.price === 0) return 'AMOUNT_ZERO';
    if (step.kind === 'top-up' && step.monto > 2_000_000) return 'AMOUNT_TOO_LARGE';
    if (known) return known.body === body ? known.outcome : 'KEY_REUSED';
    const outcome = step.kind === 'top-up' ? this.topUp(step) : this.purchase(step);
    this.answers.set(step.key, { body, outcome });
    return outcome;
  }

  private topUp(step: Extract<Step, { kind: 'top-up' }>): string {
    if (this.balances.has(step.voucher)) return 'VOUCHER_EXISTS';
    this.balances.set(step.voucher, step.monto);
    return 'done';
  }

  private purchase(step: Extract<Step, { kind: 'purchase' }>): string {
    const left = this.balances.get(step.voucher);
    if (left === undefined) return 'UNKNOWN_VOUCHER';
    if (left === 0) return 'VOUCHER_SPENT';
    if (left < step.price) return 'INSUFFICIENT_BALANCE';
    this.balances.set(step.voucher, left - step.price);
    return `done ${left - step.price}`;
  }
}

describe('the ledger against its model', () => {
  const { market } = smallMarketForSuite();

  it('answers every sequence of top-ups, purchases and replays as the model does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
        const model = new Model();
        const names = world();
        for (const one of steps) expect(await runReal(market, one, names)).toBe(model.run(one));
        for (const [voucher, balance] of model.balances)
          expect(await balanceOf(market, names.voucher(voucher))).toBe(balance);
      }),
      { numRuns: 150 },
    );
    const audit = await auditLedger(market.database);
    expect(audit.findings).toEqual([]);
    expect(audit.movements).toBeGreaterThan(100);
  });

  it('owes between markets exactly the amounts spent across them', async () => {
    const voucher = await market.issue(90_000);
    const before = await clearing(market);
    const command = {
      userId: market.customer,
      codeQrUuid: voucher,
      estanteId: market.stalls[1],
      price: toAmount(30_000),
    };
    await recordPurchase(market, command, null, undefined);
    await recordPurchase(market, { ...command, estanteId: market.stalls[0] }, null, undefined);
    const after = await clearing(market);
    expect([after[0] - before[0], after[1] - before[1]]).toEqual([30_000, -30_000]);
  });
});

/** Vouchers and keys of one sequence. */
function world() {
  const vouchers = [0, 1, 2, 3].map(() => toVoucherId(randomUUID()));
  const prefix = randomUUID();
  return {
    voucher: (n: number): VoucherId => vouchers[n] ?? toVoucherId(''),
    key: (n: number): OpId => toOpId(`${prefix}-${n}`),
  };
}

async function runReal(market: SmallMarket, step: Step, names: ReturnType<typeof world>): Promise<string> {
  const voucher = names.voucher(step.voucher);
  if (step.kind === 'top-up') {
    const deps = {
      database: market.database,
      now: () => new Date(),
      voucherLinks: () => Promise.resolve(() => 'http://localhost'),
      topUpMax: 2_000_000,
      voucherLife: endless,
    };
    const body = { monto: toAmount(step.monto), uuid: voucher, clientId: market.customer };
    const answer = await recordTopUp(
      deps,
      body,
      { id: market.point, marketId: market.markets[0] },
      names.key(step.key),
    );
    return answer.kind === 'done' ? 'done' : answer.code;
  }
  const command = {
    userId: market.customer,
    estanteId: market.stalls[step.stall],
    codeQrUuid: voucher,
    price: toAmount(step.price),
  };
  const answer = await recordPurchase(market, command, null, names.key(step.key));
  return answer.kind === 'done' ? `done ${answer.receipt.nuevoSaldo}` : answer.code;
}

async function balanceOf(market: SmallMarket, voucher: string): Promise<number | undefined> {
  const { rows } = await market.database.query<{ balance: number }>({
    text: 'select balance from voucher where id = $1',
    values: [voucher],
  });
  return rows[0]?.balance;
}

async function clearing(market: SmallMarket): Promise<[number, number]> {
  const { rows } = await market.database.query<{ owner_id: string; sum: number }>({
    text: `select a.owner_id, coalesce(sum(p.amount), 0)::bigint as sum from ledger_account a
      left join posting p on p.account_id = a.id where a.kind = 'clearing' group by a.owner_id`,
  });
  const sums = new Map(rows.map((row) => [row.owner_id, row.sum]));
  return [sums.get(market.markets[0]) ?? 0, sums.get(market.markets[1]) ?? 0];
}
