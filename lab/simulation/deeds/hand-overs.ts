import { createRandom, type Random } from '#lab/simulation/machine/random.ts';
import type { MemoryHandOver } from '#lab/simulation/memory/hand-overs.ts';
import { note, type SimWorld } from '#lab/simulation/world/world.ts';
import { toAmount, type MarketId } from '#src/contract/brands.ts';
import { differenceAnswers } from '#src/contract/cash/till-hand-over.ts';
import type { Actor } from '#src/server/actor.ts';
import { answerForDifference, handOver, receive, takeBackHandOver } from '#src/server/cash/hand-overs.ts';
import { actorOf, depsOf, once } from './staff-calls.ts';

/**
 * Points declare hand-overs and sometimes withdraw them, and a person of the market receives them with their
 * own count; sometimes the point itself tries to, or a person repeats it. Uses separate dice, so that kept
 * seeds stay unchanged.
 */
export async function carryCash(world: SimWorld, step: number): Promise<void> {
  const dice = createRandom((world.seed * 61 + 29) ^ (step * 32_452_843));
  if (world.restore || !world.trouble.hasStaff || !dice.chance(0.5)) return;
  await declare(world, dice);
  const made = [...world.server.ledger.handOvers.values()];
  for (const one of made) {
    if (dice.chance(0.1)) await takeBack(world, one, dice);
    if (dice.chance(one.received || one.isTakenBack ? 0.1 : 0.6)) await receiveOne(world, one, dice);
    if (dice.chance(0.2)) await answer(world, one, dice);
  }
}

function pointOf(id: string, marketId: MarketId): Actor {
  return { id, userType: 'RECARGA', marketId };
}

async function declare(world: SimWorld, dice: Random): Promise<void> {
  const points = world.devices.filter(({ kind }) => kind === 'kiosk');
  if (points.length === 0) return;
  const { operatorId, marketId } = dice.pick(points);
  const inTill = [...world.server.ledger.movements.values()]
    .flatMap(({ legs }) => legs)
    .filter(({ account }) => account.kind === 'cash' && account.ownerId === operatorId)
    .reduce((sum, { amount }) => sum - amount, 0);
  const amount = Math.max(1, dice.chance(0.6) ? inTill : dice.int(inTill + 2_000));
  note(world, null, `a point hands ${amount} over`);
  const given = await once(
    world,
    { voucherId: null, amount, kind: 'till-hand-over', operatorId, by: operatorId },
    (opId) => handOver(depsOf(world), pointOf(operatorId, marketId), { monto: toAmount(amount) }, opId),
    dice,
  );
  if (given?.kind === 'done') world.reach('cash handed over');
  else if (given) world.reach('a hand-over of more than is in the till refused');
}

async function takeBack(
  world: SimWorld,
  { id, amount, point, market }: MemoryHandOver,
  dice: Random,
): Promise<void> {
  const actor = pointOf(point, market as MarketId);
  const given = await once(
    world,
    { voucherId: null, amount, kind: 'till-hand-over-void', operatorId: point, by: point, of: id },
    (opId) => takeBackHandOver(depsOf(world), actor, { id }, opId),
    dice,
  );
  if (given?.kind === 'done') world.reach('a hand-over taken back');
}

async function receiveOne(world: SimWorld, one: MemoryHandOver, dice: Random): Promise<void> {
  const { id, amount, point, market } = one;
  const marketId = market as MarketId;
  const actor = dice.chance(0.15) ? pointOf(point, marketId) : actorOf(marketId);
  const off = dice.pick([0, 0, 0, -500, -1_000, 700, 0 - amount]);
  const counted = toAmount(Math.max(0, amount + off));
  const answers = dice.chance(0.9) ? dice.pick(differenceAnswers) : null;
  const given = await once(
    world,
    {
      voucherId: null,
      amount: counted,
      kind: 'till-receipt',
      operatorId: point,
      by: actor.id,
      of: id,
      answers,
    },
    (opId) => receive(depsOf(world), actor, { id, counted, ...(answers ? { answers } : {}) }, opId),
    dice,
  );
  if (given?.kind === 'done')
    world.reach(counted === amount ? 'cash received' : 'cash received with a difference');
  else if (given?.code === 'HAND_OVER_OWN') world.reach('a point that receives its own cash refused');
}

async function answer(world: SimWorld, one: MemoryHandOver, dice: Random): Promise<void> {
  const { id, point, market } = one;
  const answers = dice.pick(['POINT', 'MARKET'] as const);
  const given = await once(
    world,
    { voucherId: null, amount: 0, kind: 'till-difference', operatorId: point, by: market, of: id, answers },
    (opId) => answerForDifference(depsOf(world), actorOf(market as MarketId), { id, answers }, opId),
    dice,
  );
  if (given?.kind === 'done') world.reach('a difference answered for later');
}
