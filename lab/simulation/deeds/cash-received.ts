import { createRandom, type Random } from '#lab/simulation/machine/random.ts';
import { note, type SimWorld } from '#lab/simulation/world/world.ts';
import { answerers } from '#src/contract/cash/till.ts';
import { toAmount, type MarketId } from '#src/protocol/brands.ts';
import { receiveCash } from '#src/server/cash/tills.ts';
import { actorOf, depsOf, once } from './staff-calls.ts';

/**
 * A person of the market receives a point's cash with their own count, in part or closing its account;
 * sometimes they repeat it, or have read the till's figure some time ago. Uses separate dice, so that kept
 * seeds stay unchanged.
 */
export async function carryCash(world: SimWorld, step: number): Promise<void> {
  const dice = createRandom((world.seed * 61 + 29) ^ (step * 32_452_843));
  if (world.restore || !world.trouble.hasStaff || !dice.chance(0.5)) return;
  const points = world.devices.filter(({ kind }) => kind === 'kiosk');
  if (points.length === 0) return;
  const { operatorId, marketId } = dice.pick(points);
  await receive(world, { operatorId, marketId }, dice);
}

/** Returns the cash of a point's till by the ledger's postings. */
export function cashInTill({ server }: SimWorld, point: string): number {
  return [...server.ledger.movements.values()]
    .flatMap(({ legs }) => legs)
    .filter(({ account }) => account.kind === 'cash' && account.ownerId === point)
    .reduce((sum, { amount }) => sum - amount, 0);
}

async function receive(
  world: SimWorld,
  { operatorId, marketId }: { operatorId: string; marketId: MarketId },
  dice: Random,
): Promise<void> {
  const inTill = cashInTill(world, operatorId);
  const off = dice.pick([0, 0, 0, -500, -1_000, 700, 0 - inTill]);
  const received = toAmount(Math.max(0, inTill + off));
  const isClosing = dice.chance(0.6);
  const expected = toAmount(dice.chance(0.1) ? inTill + 500 : inTill);
  const answers = dice.chance(0.9) ? dice.pick(answerers) : null;
  note(world, null, `a market receives ${received}`);
  const closes = isClosing ? { expected, ...(answers ? { answers } : {}) } : undefined;
  const given = await once(
    world,
    {
      voucherId: null,
      amount: received,
      kind: 'cash-received',
      operatorId,
    },
    (opId) => {
      const command = { topUpPointId: operatorId, received, ...(closes ? { closes } : {}) };
      return receiveCash(depsOf(world), actorOf(marketId), command, opId);
    },
    dice,
  );
  if (given?.kind === 'done' && !isClosing) world.reach('cash received in part');
  else if (given?.kind === 'done')
    world.reach(received === inTill ? 'cash received' : 'cash received with a difference');
  else if (given?.code === 'TILL_MOVED') world.reach('cash of a till that has changed refused');
}
