import {
  adminSettings,
  type MarketSettings,
  type MarketSettingsCommand,
} from '#src/contract/markets/schemas.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { updateRow, lockRow } from '#src/server/store/rows.ts';
import { namedMarket } from './named-market.ts';

type Deps = { database: Database; now: () => Date };

/**
 * Returns a market's settings, to every account of the market, because they are printed. ADMIN names the
 * market.
 */
export async function readMarketSettings(
  deps: Deps,
  actor: Actor,
  named: string | null,
): Promise<Answer<MarketSettings>> {
  const market = await namedMarket(deps, actor, actor.userType === 'ADMIN' ? named : null);
  if (!market.ok) return market;
  const settings = await readSettings(deps.database, market.value.id);
  return settings ? done(settings) : refuse('UNKNOWN_MARKET');
}

/** Changes the settings from the next purchase on. Points already earned are unchanged. */
export async function changeMarketSettings(
  deps: Deps,
  actor: Actor,
  named: string | null,
  command: MarketSettingsCommand,
): Promise<Answer<MarketSettings>> {
  const market = await namedMarket(deps, actor, actor.userType === 'ADMIN' ? named : null);
  if (!market.ok) return market;
  const { id, name } = market.value;
  return deps.database.transaction(async (session) => {
    await lockRow(session, 'market', id);
    const before = await readSettings(session, id);
    if (!before) return refuse('UNKNOWN_MARKET');
    const settings: MarketSettings = {
      ...command,
      refundCap: command.refundCap ?? before.refundCap,
      rewardsPerDay: command.rewardsPerDay ?? before.rewardsPerDay,
      creditLine: command.creditLine ?? before.creditLine,
    };
    if (actor.userType !== 'ADMIN' && adminSettings.some((name) => settings[name] !== before[name]))
      return refuse('FORBIDDEN');
    await updateRow(session, 'market', id, settings);
    await writeDecision(session, {
      kind: 'settings-changed',
      actor,
      marketId: id,
      subject: { type: 'GLOBAL_MARKET', id, name },
      before,
      after: settings,
      recordedAt: deps.now(),
    });
    return done(settings);
  });
}

async function readSettings(session: Session, id: MarketId): Promise<MarketSettings | null> {
  const { rows } = await session.query<MarketSettings>({
    name: 'market-settings',
    text: `select points_every as "pointsEvery", registration_open as "registrationOpen", receipt_heading as "receiptHeading",
        receipt_footer as "receiptFooter", reissue_delay_minutes as "reissueDelayMinutes", reissues_per_day as "reissuesPerDay",
        refunds_on as "refundsOn", refund_cap as "refundCap", till_ceiling as "tillCeiling", rewards_per_day as "rewardsPerDay",
        credit_line as "creditLine"
      from market where id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}
