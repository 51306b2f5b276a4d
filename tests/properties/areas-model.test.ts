import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAmount, toOpId, toPoints, toVoucherId, type VoucherId } from '#src/protocol/brands.ts';
import { endless } from '#src/protocol/voucher-proof.ts';
import type { Actor } from '#src/server/actor.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { payStall } from '#src/server/nouns/cash/payouts.ts';
import { redeem } from '#src/server/nouns/points/rewards.ts';
import { createReward } from '#src/server/nouns/points/rewards.ts';
import { voidPurchase, recordPurchase } from '#src/server/nouns/purchases/purchases.ts';
import { expire, reissue } from '#src/server/nouns/vouchers/changes.ts';
import { createVoucherLinks } from '#src/server/nouns/vouchers/links.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { movementOf } from '#tests/support/market/movement-of.ts';
import { openSmallMarket, type SmallMarket } from '#tests/support/market/small-market.ts';
import { type TestDatabase } from '#tests/support/server/test-database.ts';

/** Positions in the history so far, modulo its length. */
const place = fc.nat(5);
const purchase = fc.record({
  kind: fc.constant('purchase' as const),
  voucher: place,
  price: fc.integer({ min: 1, max: 40_000 }),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('top-up' as const), amount: fc.integer({ min: 1, max: 90_000 }) }),
  purchase,
  purchase,
  fc.record({ kind: fc.constant('void' as const), purchase: place }),
  fc.record({ kind: fc.constant('reissue' as const), voucher: place }),
  fc.record({ kind: fc.constant('redeem' as const), reward: fc.nat(1) }),
  fc.record({
    kind: fc.constant('payout' as const),
    amount: fc.integer({ min: 1, max: 60_000 }),
  }),
  fc.record({ kind: fc.constant('expire' as const), voucher: place }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const rewards = [{ cost: 10 }, { cost: 25, amount: 7_000 }] as const;

/** The rules, of one customer at one stall of one market. */
class Model {
  /** Balance of each voucher, oldest first. */
  readonly vouchers: number[] = [];
  /** Blocked vouchers, each with the one that replaced it. */
  readonly replacedBy = new Map<number, number>();
  readonly purchases: { voucher: number; price: number; isVoided: boolean }[] = [];
  points = 0;
  owed = 0;

  run(step: Step): string {
    if (step.kind === 'top-up') return this.issue(step.amount);
    if (step.kind === 'purchase') return this.buy(around(step.voucher, this.vouchers.length), step.price);
    if (step.kind === 'void') return this.takeBack(around(step.purchase, this.purchases.length));
    if (step.kind === 'reissue') return this.replace(around(step.voucher, this.vouchers.length));
    if (step.kind === 'redeem') return this.redeem(rewards[step.reward === 0 ? 0 : 1]);
    if (step.kind === 'expire') return this.vouchers.length === 0 ? 'UNKNOWN_VOUCHER' : 'VOUCHER_NOT_EXPIRED';
    if (step.amount > this.owed) return 'MORE_THAN_OWED';
    this.owed -= step.amount;
    return 'done';
  }

  private issue(amount: number): string {
    this.vouchers.push(amount);
    return 'done';
  }

  private buy(n: number, price: number): string {
    const left = this.vouchers[n];
    if (left === undefined) return 'UNKNOWN_VOUCHER';
    if (this.replacedBy.has(n)) return 'VOUCHER_BLOCKED';
    if (left === 0) return 'VOUCHER_SPENT';
    if (left < price) return 'INSUFFICIENT_BALANCE';
    this.vouchers[n] = left - price;
    this.owed += price;
    this.points += Math.floor(price / 1_000);
    this.purchases.push({ voucher: n, price, isVoided: false });
    return 'done';
  }

  private takeBack(n: number): string {
    const purchase = this.purchases[n];
    if (!purchase) return 'UNKNOWN_PURCHASE';
    if (purchase.isVoided) return 'ALREADY_VOIDED';
    const { voucher, price } = purchase;
    purchase.isVoided = true;
    const credited = this.lastOf(voucher);
    this.vouchers[credited] = (this.vouchers[credited] ?? 0) + price;
    this.owed -= price;
    this.points -= Math.floor(price / 1_000);
    return 'done';
  }

  private lastOf(n: number): number {
    const next = this.replacedBy.get(n);
    return next === undefined ? n : this.lastOf(next);
  }

  private replace(n: number): string {
    const left = this.vouchers[n];
    if (left === undefined) return 'UNKNOWN_VOUCHER';
    if (left === 0) return 'VOUCHER_SPENT';
    this.vouchers[n] = 0;
    this.replacedBy.set(n, this.vouchers.length);
    return this.issue(left);
  }

  private redeem(reward: { cost: number; amount?: number }): string {
    if (this.points < reward.cost) return 'NOT_ENOUGH_POINTS';
    this.points -= reward.cost;
    return reward.amount === undefined ? 'done' : this.issue(reward.amount);
  }
}

describe('voids, reissues, redemptions and payouts against their model', () => {
  const opened = databaseForSuite();

  it('answers every sequence as the model does, each step twice with one key', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }), async (steps) => {
        const real = await openReal(opened);
        const model = new Model();
        for (const one of steps) expect(await real.run(one)).toBe(model.run(one));
        expect(await real.figures()).toEqual({
          vouchers: model.vouchers,
          points: model.points,
          owed: model.owed,
        });
      }),
      { numRuns: 25 },
    );
    const audit = await auditLedger(opened.database);
    expect(audit.findings).toEqual([]);
    expect(audit.movements).toBeGreaterThan(100);
  });
});

type Real = { run(step: Step): Promise<string>; figures(): Promise<unknown> };

/** Opens a separate market for each sequence. */
async function openReal({ database }: TestDatabase): Promise<Real> {
  const market = await openSmallMarket(database);
  const now = (): Date => new Date();
  const actor: Actor = { id: market.markets[0], userType: 'GLOBAL_MARKET', marketId: market.markets[0] };
  const deps = {
    database,
    purchases: market.purchases,
    now,
    timeZone: 'America/Bogota',
    voucherLife: endless,
    topUpMax: 2_000_000,
    voucherLinks: createVoucherLinks({ database, now, publicUrl: 'http://localhost' }),
  };
  const offered: string[] = [];
  for (const { cost, ...rest } of rewards) {
    const monto = 'amount' in rest ? { monto: toAmount(rest.amount) } : {};
    const made = { name: 'Premio', description: 'Premio', pointsCost: toPoints(cost), ...monto };
    const reward = await createReward(deps, actor, made, undefined);
    if (reward.kind === 'refused') throw new Error(reward.code);
    offered.push(reward.receipt._id);
  }
  const world = {
    market,
    deps,
    actor,
    offered,
    vouchers: [] as VoucherId[],
    codes: [] as string[],
  };
  return { run: (one) => runReal(world, one), figures: () => readFigures(world) };
}

type World = {
  market: SmallMarket;
  deps: Parameters<typeof redeem>[0] &
    Parameters<typeof payStall>[0] & { purchases: SmallMarket['purchases'] };
  actor: Actor;
  offered: string[];
  vouchers: VoucherId[];
  codes: string[];
};

async function runReal(world: World, step: Step): Promise<string> {
  const { market, vouchers, codes } = world;
  if (step.kind === 'top-up') {
    vouchers.push(await market.issue(step.amount));
    return 'done';
  }
  const known = 'voucher' in step ? vouchers[around(step.voucher, vouchers.length)] : undefined;
  const voucher = known ?? toVoucherId(randomUUID());
  const issuedBy = await movementOf(world.deps.database, voucher);
  const attempt = prepare(world, step, voucher, issuedBy);
  const first = await attempt();
  const again = await attempt();
  if (JSON.stringify({ ...first, replayed: 0 }) !== JSON.stringify({ ...again, replayed: 0 }))
    return 'answered differently';
  if (first.kind === 'refused') return first.code;
  const { receipt } = first;
  if (step.kind === 'purchase' && 'codeCompra' in receipt) codes.push(receipt.codeCompra);
  if (step.kind === 'reissue' && 'uuid' in receipt) vouchers.push(receipt.uuid);
  if ('recarga' in receipt && receipt.recarga) vouchers.push(receipt.recarga.uuid);
  return 'done';
}

/** The call of a step under one key, to be repeated at will. */
function prepare(
  { market, deps, actor, offered, codes }: World,
  step: Step,
  voucher: VoucherId,
  issuedBy: string,
) {
  const key = toOpId(randomUUID());
  const stall = market.stalls[0];
  if (step.kind === 'purchase') {
    const body = {
      userId: market.customer,
      estanteId: stall,
      codeQrUuid: voucher,
      price: toAmount(step.price),
    };
    return () => recordPurchase(deps, body, null, key);
  }
  if (step.kind === 'void') {
    const codeCompra = codes[around(step.purchase, codes.length)] ?? 'C-00000000';
    return () => voidPurchase(deps, actor, { codeCompra, reason: 'Error' }, key);
  }
  if (step.kind === 'reissue') {
    const command = { id: issuedBy, newUuid: toVoucherId(randomUUID()), identificacion: market.customer };
    return () => reissue(deps, actor, command, key);
  }
  if (step.kind === 'expire') return () => expire(deps, actor, { id: issuedBy }, key);
  if (step.kind === 'redeem') {
    const command = { clientId: market.customer, pointsId: offered[step.reward] ?? '' };
    // On the next day: today's points are not redeemable yet.
    const tomorrow = (): Date => new Date(deps.now().getTime() + 86_400_000);
    return () => redeem({ ...deps, now: tomorrow }, actor, command, key);
  }
  if (step.kind === 'payout') {
    const command = { estanteId: stall, monto: toAmount(step.amount) };
    return () => payStall(deps, actor, command, key);
  }
  throw new Error('a top-up has no second time here');
}

async function readFigures({ market, vouchers }: World): Promise<unknown> {
  const { rows } = await market.database.query<{ id: string; balance: number }>({
    text: 'select id, balance from voucher where owner_id = $1',
    values: [market.customer],
  });
  const balances = new Map(rows.map(({ id, balance }) => [id, balance]));
  const sums = await market.database.query<{ points: number; owed: number }>({
    text: `select (select coalesce(sum(points), 0)::bigint from points_entry where customer_id = $1) as points,
      (select coalesce(sum(amount), 0)::bigint from posting where account_id = $2) as owed`,
    values: [market.customer, market.stalls[0]],
  });
  return { vouchers: vouchers.map((id) => balances.get(id)), ...sums.rows[0] };
}

function around(place: number, length: number): number {
  return length === 0 ? 0 : place % length;
}
