import { createHash, randomUUID } from 'node:crypto';
import type { MarketId } from '#src/contract/brands.ts';
import type { MarketCode, MarketCodeCommand, MarketCodePurpose } from '#src/contract/markets/market-code.ts';
import { ownMarket, type Actor } from '#src/server/http/actor.ts';
import { randomCode } from '#src/server/ledger/ids.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/decisions.ts';

export type MarketCodeDeps = { database: Database; now: () => Date; publicUrl: string };

/** Long enough to walk to the other device, too short to be found later on a piece of paper. */
const lifeMinutes = 10;

/** A code of 40 random bits that one person of the market may use once. Only its hash is kept. */
export async function makeMarketCode(
  { database, now, publicUrl }: MarketCodeDeps,
  actor: Actor,
  { purpose }: MarketCodeCommand,
): Promise<MarketCode> {
  const market = ownMarket(actor);
  const plain = randomCode();
  const recordedAt = now();
  const expiresAt = new Date(recordedAt.getTime() + lifeMinutes * 60_000);
  const globalMarketId = await database.transaction(async (session) => {
    const { rows } = await session.query<{ code: string; name: string }>({
      name: 'write-market-code',
      text: `with made as (insert into market_code (id, market_id, purpose, code_hash, made_by, made_at, expires_at)
          values ($1, $2, $3, $4, $5, $6, $7))
        select code, name from market where id = $2`,
      values: [randomUUID(), market, purpose, digest(market, plain), actor.id, recordedAt, expiresAt],
    });
    await writeDecision(session, {
      kind: 'market-code-made',
      actor,
      marketId: market,
      subject: { type: 'GLOBAL_MARKET', id: market, name: rows[0]?.name ?? '' },
      after: { purpose },
      recordedAt,
    });
    return rows[0]?.code ?? '';
  });
  const code = `${plain.slice(0, 4)}-${plain.slice(4)}`;
  return {
    code,
    purpose,
    expiresAt: expiresAt.toISOString(),
    link: linkOf(publicUrl, globalMarketId, purpose, code),
  };
}

/** What the QR carries: address, market and role, and in the fragment, which no server logs, the code. */
function linkOf(publicUrl: string, market: string, purpose: MarketCodePurpose, code: string): string | null {
  if (purpose === 'reissue') return null;
  const role = purpose === 'enrol-stall' ? 'ESTANTE' : 'RECARGA';
  return `${publicUrl.replace(/\/+$/, '')}/dashboard/dispositivos?mercado=${market}&tipo=${role}#codigo=${code}`;
}

/** Uses up a code inside the caller's transaction: two at once get it once. False: wrong, old, used, or for something else. */
export async function useMarketCode(
  session: Session,
  {
    market,
    purpose,
    code,
    by,
    now,
  }: { market: MarketId; purpose: MarketCodePurpose; code: string; by: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'use-market-code',
    text: `update market_code set used_at = $5, used_by = $4
      where market_id = $1 and purpose = $2 and code_hash = $3 and used_at is null and expires_at > $5`,
    values: [market, purpose, digest(market, code.toUpperCase().replaceAll(/[\s-]/g, '')), by, now],
  });
  return rowCount === 1;
}

function digest(market: MarketId, code: string): string {
  return createHash('sha256').update(`market-code:${market}:${code}`).digest('hex');
}
