import type { Random } from '#lab/simulation/machine/random.ts';
import type { MemoryLedger } from '#lab/simulation/memory/ledger.ts';
import { SimulatedCrash } from '#lab/simulation/world/server.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import { toAmount, toOpId, type MarketId } from '#src/protocol/brands.ts';
import { payStall } from '#src/server/cash/payouts.ts';
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
  const includesWithheld = dice.chance(0.15);
  const answer = await once(
    world,
    { voucherId: null, amount, kind: 'payout', operatorId: stall.id, includesWithheld },
    (opId) =>
      payStall(
        depsOf(world),
        actorOf(marketId),
        { estanteId: stall.id, monto: amount, includeWithheld: includesWithheld },
        opId,
      ),
  );
  if (answer?.kind === 'done') world.reach('a stall paid');
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
  const command = { estanteId: stallId, monto: toAmount(amount), includeWithheld: false };
  try {
    const answer = await payStall(depsOf(world), actorOf(marketId), command, opId);
    if (answer.kind === 'done') world.reach('a stall paid');
  } catch (error) {
    if (!(error instanceof SimulatedCrash)) throw error;
  }
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
