import { createHash } from 'node:crypto';
import type { MarketCodePurpose } from '#src/contract/markets/market-code.ts';
import type { MarketCodeFact } from '#src/operations/reissue/rule.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';
import type { StaffAct } from './receipts.ts';

/** An operation of a point with its typed code. */
type WithCode = Pick<StaffAct, 'actor' | 'recordedAt'> & { marketCode: string | undefined };
/**
 * Returns the code by which a point may reissue, locked until the end of the transaction, so that the
 * operation is decided before it uses the code.
 */
export async function lockPointCode(
  session: Session,
  { marketCode: code, recordedAt: now }: Omit<WithCode, 'actor'>,
  market: MarketId,
): Promise<MarketCodeFact> {
  if (code === undefined) return 'none';
  const { rowCount } = await session.query({
    name: 'lock-market-code',
    text: `select 1 from market_code
      where market_id = $1 and purpose = 'reissue' and code_hash = $2 and used_at is null and expires_at > $3 for update`,
    values: [market, hashOfTyped(market, code), now],
  });
  return rowCount > 0 ? 'valid' : 'invalid';
}

/** Uses up the locked code. */
export async function usePointCode(
  session: Session,
  { actor: by, recordedAt: now, marketCode: code = '' }: WithCode,
  market: MarketId,
): Promise<void> {
  const isUsed = await useMarketCode(session, { market, purpose: 'reissue', code, by, now });
  if (!isUsed) throw new Error(`a locked code of market ${market} could not be used`);
}

/**
 * Uses up a code inside the caller's transaction; two simultaneous calls succeed once. Returns false for a
 * wrong, expired, used or unsuitable code.
 */
export async function useMarketCode(
  session: Session,
  { market, purpose, code, by, now }: TypedCode,
): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'use-market-code',
    text: `update market_code set used_at = $5, used_by = $4
      where market_id = $1 and purpose = $2 and code_hash = $3 and used_at is null and expires_at > $5`,
    values: [market, purpose, hashOfTyped(market, code), by, now],
  });
  return rowCount === 1;
}

type TypedCode = { market: MarketId; purpose: MarketCodePurpose; code: string; by: string; now: Date };

function hashOfTyped(market: MarketId, code: string): string {
  return marketCodeHash(market, code.toUpperCase().replaceAll(/[\s-]/g, ''));
}

export function marketCodeHash(market: MarketId, code: string): string {
  return createHash('sha256').update(`market-code:${market}:${code}`).digest('hex');
}
