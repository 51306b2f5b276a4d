import type { Random } from '#lab/simulation/machine/random.ts';
import type { MemoryLedger } from '#lab/simulation/memory/ledger.ts';
import { payoutsTo } from '#lab/simulation/memory/office.ts';
import { SimulatedCrash } from '#lab/simulation/world/server.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import { toAmount, toOpId, type MarketId, type OpId } from '#src/contract/brands.ts';
import type { DeductionCommand } from '#src/contract/cash/deduction.ts';
import { payStall } from '#src/server/cash/payouts.ts';
import { partOf } from '#src/server/ledger/receipts.ts';
import type { PayoutRunEntry } from '#src/server/operations/cash/payout.ts';
import { payStalls, voidDeduction } from '#tests/support/market/payout-operations.ts';
import { actorOf, depsOf, once } from './staff-calls.ts';

export async function payOut(world: SimWorld, marketId: MarketId): Promise<void> {
  const { dice } = world.trouble;
  const stalls = stallsOf(world, marketId);
  if (stalls.length === 0) return;
  const stall = dice.pick(stalls);
  const sold = [...world.server.ledger.purchases.values()]
    .filter(({ stallId }) => stallId === stall.id)
    .reduce((sum, { amount }) => sum + amount, 0);
  // The total ever sold is often more than the balance: then nothing is paid.
  const amount = toAmount(Math.max(1, dice.chance(0.6) ? sold : dice.int(sold + 1)));
  const includesHeld = dice.chance(0.15);
  const deductions = offOf(world);
  const answer = await once(
    world,
    { voucherId: null, amount, kind: 'payout', operatorId: stall.id, includesHeld },
    (opId) => {
      world.runs.set(opId, [opId, ...swearOff(world, opId, stall.id, deductions, includesHeld)]);
      return payStall(
        depsOf(world),
        actorOf(marketId),
        { estanteId: stall.id, monto: amount, includeHeld: includesHeld, deductions },
        opId,
      );
    },
  );
  if (answer?.kind === 'done') world.reach('a stall paid');
  if (answer?.kind === 'done' && deductions.length > 0) world.reach('a fee taken off a payout');
  else if (answer) world.reach('a payout of more than is owed refused');
}

/** Pays one stall everything payable, without a roll of the dice. */
export async function payWhole(
  world: SimWorld,
  asked: { stallId: string; marketId: MarketId; payday: Random },
): Promise<void> {
  const { stallId, marketId, payday } = asked;
  const amount = payableTo(world.server.ledger, stallId);
  if (amount <= 0) return;
  const opId = toOpId(payday.uuid());
  world.deeds.set(opId, { deviceId: 'office', voucherId: null, amount, kind: 'payout', operatorId: stallId });
  const command = { estanteId: stallId, monto: toAmount(amount), includeHeld: false, deductions: [] };
  try {
    const answer = await payStall(depsOf(world), actorOf(marketId), command, opId);
    if (answer.kind === 'done') world.reach('a stall paid');
  } catch (error) {
    if (!(error instanceof SimulatedCrash)) throw error;
  }
}

/**
 * Pays all stalls of the market in one run from a list, sometimes an old one from before a stall's last
 * payout.
 */
export async function payAll(world: SimWorld, marketId: MarketId): Promise<void> {
  const { dice } = world.trouble;
  const { ledger } = world.server;
  const isOld = dice.chance(0.4);
  const payments: PayoutRunEntry['payments'] = stallsOf(world, marketId).flatMap(({ id: stallId }) => {
    const payouts = payoutsTo(ledger, stallId);
    const shown = isOld ? payouts.slice(0, -1) : payouts;
    const due = isOld ? (payouts.at(-1) ?? 0) : payableTo(ledger, stallId);
    const paid = toAmount(shown.reduce((sum, amount) => sum + amount, 0));
    const deductions = offOf(world);
    const left = due - deductions.reduce((sum, one) => sum + one.monto, 0);
    if (due <= 0) return [];
    const shownLine = { stallId, paid, wayAt: undefined };
    return left > 0
      ? [{ ...shownLine, amount: toAmount(left), deductions }]
      : [{ ...shownLine, amount: toAmount(due), deductions: [] }];
  });
  if (payments.length === 0) return;
  const answer = await once(
    world,
    { voucherId: null, amount: 0, kind: 'payout-run', operatorId: marketId },
    (opId, { deviceId }) => {
      world.runs.set(
        opId,
        payments.flatMap(({ stallId, deductions }) => [
          partOf(opId, stallId),
          ...swearOff(world, opId, stallId, deductions, false),
        ]),
      );
      for (const { stallId, amount, paid } of payments)
        world.deeds.set(partOf(opId, stallId), {
          deviceId,
          voucherId: null,
          amount,
          kind: 'payout',
          operatorId: stallId,
          expected: paid,
        });
      return payStalls(depsOf(world), actorOf(marketId), { payments }, opId);
    },
  );
  if (answer?.kind === 'done') world.reach('several stalls paid in one act');
  if (answer?.kind === 'done' && payments.some(({ deductions }) => deductions.length > 0))
    world.reach('a fee taken off a payout');
  else if (answer) world.reach('an act refused because its list was old');
}

/** A market's deductions this time: mostly none. */
function offOf({ trouble: { dice } }: SimWorld): DeductionCommand[] {
  if (!dice.chance(0.4)) return [];
  const fee = { kind: 'BOOTH' as const, monto: toAmount(1 + dice.int(2_000)) };
  return dice.chance(0.3)
    ? [fee, { kind: 'OTHER', monto: toAmount(1 + dice.int(500)), words: 'aseo' }]
    : [fee];
}

/** The resulting movements, each sworn. */
function swearOff(
  world: SimWorld,
  opId: OpId,
  stallId: string,
  deductions: readonly DeductionCommand[],
  includesHeld: boolean,
): OpId[] {
  return deductions.map(({ monto: amount }, place) => {
    const part = partOf(opId, `${stallId} ${place + 1}`);
    world.deeds.set(part, {
      deviceId: 'office',
      kind: 'deduction',
      voucherId: null,
      amount,
      operatorId: stallId,
      includesHeld,
    });
    return part;
  });
}

/**
 * Returns a deduction, sometimes again by a person who did not know; without any yet, stalls are paid first.
 */
export async function giveBackDeduction(world: SimWorld, marketId: MarketId): Promise<void> {
  const { dice } = world.trouble;
  if (deductionsIn(world).length === 0) await payAll(world, marketId);
  const made = deductionsIn(world);
  if (made.length === 0) return;
  const { id, legs } = dice.pick(made);
  const taken = legs.find(({ account }) => account.kind === 'stall');
  for (let left = dice.chance(0.4) ? 2 : 1; left > 0; left -= 1) {
    const answer = await once(
      world,
      {
        voucherId: null,
        amount: 0 - (taken?.amount ?? 0),
        kind: 'deduction-void',
        operatorId: taken?.account.ownerId ?? '',
        of: id,
      },
      (opId) => voidDeduction(depsOf(world), actorOf(marketId), { id, reason: 'error' }, opId),
    );
    if (answer?.kind === 'done') world.reach('a deduction given back');
    else if (answer) world.reach('a deduction that had been given back refused');
  }
}

function deductionsIn({ server }: SimWorld) {
  return [...server.ledger.movements.values()].filter(({ kind }) => kind === 'deduction');
}

function stallsOf(world: SimWorld, marketId: MarketId) {
  return [...world.server.ledger.stalls.values()].filter((stall) => stall.marketId === marketId);
}

function payableTo({ movements, conflicts }: MemoryLedger, stallId: string): number {
  const owed = [...movements.values()]
    .flatMap(({ legs }) => legs)
    .filter(({ account }) => account.kind === 'stall' && account.ownerId === stallId)
    .reduce((sum, { amount }) => sum + amount, 0);
  return [...conflicts.values()]
    .filter((line) => line.stallId === stallId && line.state === 'overspend')
    .reduce((sum, { missing }) => sum - missing, owed);
}
