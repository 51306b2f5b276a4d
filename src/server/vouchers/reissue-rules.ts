import type { RefusalCode } from '#src/contract/refusals.ts';
import { startOfToday } from '#src/domain/time/market-clock.ts';
import { useMarketCode } from '#src/server/accounts/market-codes.ts';
import type { Actor } from '#src/server/http/actor.ts';
import type { LockedVoucher } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';

type ReissueRules = { delay_minutes: number; per_day: number; done_today: number };
export type ReissueRefusal = { code: RefusalCode; left?: number };

/**
 * Why a till may not replace this paper: with a code of the market it may at once; by itself some time after the block, so
 * that owner and market can object, and so many a day. null: it may. The market and ADMIN always may.
 */
export async function tillReissueRefusal(
  session: Session,
  {
    actor,
    marketCode,
    voucher,
    now,
    timeZone,
  }: {
    actor: Actor;
    marketCode: string | undefined;
    voucher: LockedVoucher;
    now: Date;
    timeZone: string;
  },
): Promise<ReissueRefusal | null> {
  if (actor.userType !== 'RECARGA') return null;
  const { marketId: market } = voucher;
  if (marketCode !== undefined) {
    const used = await useMarketCode(session, {
      market,
      purpose: 'reissue',
      code: marketCode,
      by: actor.id,
      now,
    });
    return used ? null : { code: 'MARKET_CODE_INVALID' };
  }
  if (!voucher.blockedAt) return { code: 'REISSUE_NOT_BLOCKED' };
  const rules = await readRules(session, actor.id, voucher, startOfToday(now, timeZone));
  const waitMs = voucher.blockedAt.getTime() + rules.delay_minutes * 60_000 - now.getTime();
  if (rules.done_today >= rules.per_day) return { code: 'REISSUE_LIMIT' };
  return waitMs > 0 ? { code: 'REISSUE_TOO_EARLY', left: Math.ceil(waitMs / 60_000) } : null;
}

/** The till's own row is the lock: of two reissues at once the second counts the first. */
async function readRules(
  session: Session,
  till: string,
  { marketId }: LockedVoucher,
  since: Date,
): Promise<ReissueRules> {
  await session.query({
    name: 'lock-till',
    text: 'select 1 from person where id = $1 for no key update',
    values: [till],
  });
  const { rows } = await session.query<ReissueRules>({
    name: 'reissue-rules',
    text: `select m.reissue_delay_minutes as delay_minutes, m.reissues_per_day as per_day,
        (select count(*)::int from voucher_change c join movement v on v.id = c.movement_id
          where c.market_id = $1 and c.kind = 'reissue' and not c.with_code and c.recorded_at >= $3
            and v.recorded_by = $2) as done_today
      from market m where m.id = $1`,
    values: [marketId, till, since],
  });
  const [row] = rows;
  if (!row) throw new Error(`no market ${marketId}`);
  return row;
}
