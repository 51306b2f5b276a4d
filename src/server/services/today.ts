import type { SignInType } from '#src/contract/user-type.ts';
import type { Today } from '#src/contract/today.ts';
import type { Database } from '#src/server/store/database.ts';
import type { PersonRow } from '#src/server/store/person-row.ts';
import { readTodayFigures, startOfDay } from '#src/server/store/today-reads.ts';
import type { Actor } from './actor.ts';

const approves: Record<SignInType, readonly string[]> = {
  ADMIN: ['GLOBAL_MARKET', 'PROVEEDOR'],
  GLOBAL_MARKET: ['ESTANTE', 'RECARGA'],
  RECARGA: [],
  ESTANTE: [],
  PROVEEDOR: [],
};

/** Today's figures of one's own role; a supplier has none yet and sees zeros of nobody. */
export async function readToday(
  deps: { database: Database; now: () => Date; timeZone: string },
  actor: Actor,
  person: PersonRow,
): Promise<Today> {
  const since = await startOfDay(deps.database, deps.now(), deps.timeZone);
  const figures = await readTodayFigures(deps.database, since, {
    marketId: actor.userType === 'GLOBAL_MARKET' ? actor.marketId : null,
    stallId: actor.userType === 'ADMIN' || actor.userType === 'GLOBAL_MARKET' ? null : actor.id,
    topUpPointId: actor.userType === 'ADMIN' || actor.userType === 'GLOBAL_MARKET' ? null : actor.id,
    approves: approves[actor.userType],
  });
  return {
    name:
      person.stall_name || (actor.userType === 'GLOBAL_MARKET' && person.market_name) || person.owner_name,
    ownerName: person.owner_name,
    marketName: person.market_name ?? '',
    globalMarketId: person.market_code ?? '',
    ...figures,
  };
}
