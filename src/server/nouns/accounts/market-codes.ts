import { randomUUID } from 'node:crypto';
import type { MarketCode, MarketCodeCommand, MarketCodePurpose } from '#src/contract/markets/market-code.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { done, type Answer } from '#src/server/answer.ts';
import { randomCode } from '#src/server/ledger/ids.ts';
import { marketCodeHash } from '#src/server/ledger/market-code.ts';
import type { Database } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { insertRow } from '#src/server/store/rows.ts';

export type MarketCodeDeps = { database: Database; now: () => Date; publicUrl: string };

/** Long enough to reach the other device, too short to be found later on a slip of paper. */
const lifeMinutes = 10;

/** Issues a code of 40 random bits that one person of the market may use once. Only its hash is stored. */
export async function makeMarketCode(
  { database, now, publicUrl }: MarketCodeDeps,
  actor: Actor,
  { purpose }: MarketCodeCommand,
): Promise<Answer<MarketCode>> {
  const market = ownMarket(actor);
  const plain = randomCode();
  const recordedAt = now();
  const expiresAt = new Date(recordedAt.getTime() + lifeMinutes * 60_000);
  const globalMarketId = await database.transaction(async (session) => {
    await insertRow(session, 'market_code', {
      id: randomUUID(),
      marketId: market,
      purpose,
      codeHash: marketCodeHash(market, plain),
      madeBy: actor.id,
      madeAt: recordedAt,
      expiresAt,
    });
    const { rows } = await session.query<{ code: string; name: string }>({
      name: 'market-of-code',
      text: 'select code, name from market where id = $1',
      values: [market],
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
  return done({
    code,
    purpose,
    expiresAt: expiresAt.toISOString(),
    link: linkOf(publicUrl, globalMarketId, purpose, code),
  });
}

/** Returns the link of the QR code: address, market and role, and the code in the fragment, which no server logs. */
function linkOf(publicUrl: string, market: string, purpose: MarketCodePurpose, code: string): string | null {
  if (purpose === 'reissue') return null;
  const role = purpose === 'enrol-stall' ? 'ESTANTE' : 'RECARGA';
  return `${publicUrl.replace(/\/+$/, '')}/dashboard/dispositivos?mercado=${market}&tipo=${role}#codigo=${code}`;
}
