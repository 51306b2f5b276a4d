import { toAmount, type MarketId } from '#src/contract/brands.ts';
import { payStalls } from '#src/server/cash/payout-runs.ts';
import { payStall } from '#src/server/cash/payouts.ts';
import { partOf } from '#src/server/ledger/receipts.ts';
import type { MemoryLedger } from './memory-ledger.ts';
import { payoutsTo } from './memory-office.ts';
import { actorOf, depsOf, once } from './staff-calls.ts';
import type { SimWorld } from './sim-world.ts';

export async function payOut(world: SimWorld, marketId: MarketId): Promise<void> {
  const { dice } = world.trouble;
  const stalls = stallsOf(world, marketId);
  if (stalls.length === 0) return;
  const stall = dice.pick(stalls);
  const sold = [...world.server.ledger.purchases.values()]
    .filter(({ stallId }) => stallId === stall.id)
    .reduce((sum, { amount }) => sum + amount, 0);
  // All that was ever sold is often more than is owed: then nothing is paid.
  const amount = toAmount(Math.max(1, dice.chance(0.6) ? sold : dice.int(sold + 1)));
  const includesHeld = dice.chance(0.15);
  const answer = await once(
    world,
    { voucherId: null, amount, kind: 'payout', operatorId: stall.id, includesHeld },
    (opId) =>
      payStall(
        depsOf(world),
        actorOf(marketId),
        { estanteId: stall.id, monto: amount, includeHeld: includesHeld },
        opId,
      ),
  );
  if (answer?.kind === 'done') world.reach('a stall paid');
  else if (answer) world.reach('a payout of more than is owed refused');
}

/** All stalls of the market in one act, as a list showed them: now and then an old one, before the last payout of a stall. */
export async function payAll(world: SimWorld, marketId: MarketId): Promise<void> {
  const { dice } = world.trouble;
  const { ledger } = world.server;
  const isOld = dice.chance(0.4);
  const pagos = stallsOf(world, marketId).flatMap(({ id: estanteId }) => {
    const payouts = payoutsTo(ledger, estanteId);
    const shown = isOld ? payouts.slice(0, -1) : payouts;
    const monto = isOld ? (payouts.at(-1) ?? 0) : payableTo(ledger, estanteId);
    const paid = toAmount(shown.reduce((sum, amount) => sum + amount, 0));
    return monto > 0 ? [{ estanteId, monto: toAmount(monto), paid }] : [];
  });
  if (pagos.length === 0) return;
  const answer = await once(
    world,
    { voucherId: null, amount: 0, kind: 'payout-run', operatorId: marketId },
    (opId, { deviceId }) => {
      world.runs.set(
        opId,
        pagos.map(({ estanteId }) => partOf(opId, estanteId)),
      );
      for (const { estanteId, monto, paid } of pagos)
        world.deeds.set(partOf(opId, estanteId), {
          deviceId,
          voucherId: null,
          amount: monto,
          kind: 'payout',
          operatorId: estanteId,
          expected: paid,
        });
      return payStalls(depsOf(world), actorOf(marketId), { pagos }, opId);
    },
  );
  if (answer?.kind === 'done') world.reach('several stalls paid in one act');
  else if (answer) world.reach('an act refused because its list was old');
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
