import type { Random } from '#lab/simulation/machine/random.ts';
import { SimulatedCrash } from '#lab/simulation/world/server.ts';
import type { Deed, SimWorld } from '#lab/simulation/world/world.ts';
import { toOpId, type MarketId, type OpId } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';

export function depsOf({ server }: SimWorld) {
  const { now } = server.deps;
  return { database: server.database, now, timeZone: 'America/Bogota', voucherLinks: server.voucherLinks };
}

export function actorOf(marketId: MarketId): Actor {
  return { id: marketId, userType: 'GLOBAL_MARKET', marketId };
}

/** Swears, then calls: again with the same id after a lost answer, and sometimes without one. */
export async function once<Answer>(
  world: SimWorld,
  deed: Omit<Deed, 'deviceId'>,
  call: (opId: OpId, said: Deed) => Promise<Answer>,
  dice: Random = world.trouble.dice,
): Promise<Answer | null> {
  const opId = toOpId(dice.uuid());
  const sworn: Deed = { ...deed, deviceId: 'office' };
  world.deeds.set(opId, sworn);
  let answer: Answer | null = null;
  for (let tries = dice.chance(0.3) ? 2 : 1; tries > 0; tries -= 1)
    try {
      answer = await call(opId, sworn);
    } catch (error) {
      if (!(error instanceof SimulatedCrash)) throw error;
    }
  return answer;
}
