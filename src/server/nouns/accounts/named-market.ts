import type { MarketCode, MarketId } from '#src/protocol/brands.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { Database } from '#src/server/store/database.ts';
import { idOfText } from '#src/server/store/records/paging.ts';

type MarketName = { id: MarketId; code: MarketCode; name: string };

/**
 * Returns the market that a path names by code or id: any market for ADMIN, and only the caller's own for
 * others, who get "not found" for another. `named` is null for the caller's own market, which ADMIN does not
 * have.
 */
export async function namedMarket(
  deps: { database: Database },
  actor: Actor,
  named: string | null,
): Promise<Answer<MarketName>> {
  const isAdmin = actor.userType === 'ADMIN';
  if (isAdmin && named === null) return refuse('UNKNOWN_MARKET');
  const { rows } = await deps.database.query<MarketName>({
    name: 'named-market',
    text: `select id, code, name from market
      where ($1::text is null or code = upper($1) or id = $3) and ($2::uuid is null or id = $2)`,
    values: [named, isAdmin ? null : ownMarket(actor), idOfText(named)],
  });
  return rows[0] ? done(rows[0]) : refuse('UNKNOWN_MARKET');
}
