import { calls } from '#src/contract/calls.ts';
import type { Reward, RewardCommand, RewardEdit } from '#src/contract/points/schemas.ts';
import type { HolderPoints } from '#src/contract/vouchers/schemas.ts';
import { startOfToday } from '#src/domain/time/market-clock.ts';
import { redeemPoints } from '#src/operations/redemption/post.ts';
import type { MarketId, VoucherId, Amount } from '#src/protocol/brands.ts';
import { voucherExpiry } from '#src/protocol/voucher-proof.ts';
import { marketScope, ownMarket, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { Context } from '#src/server/context.ts';
import { staffCall } from '#src/server/http/staff-operation.ts';
import { uuidV7, newVoucherId, randomCode } from '#src/server/ledger/ids.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { insertRow, updateRow } from '#src/server/store/rows.ts';
import { lockReward, readHolderPoints, readRewards, toReward, type RewardRow } from './reads.ts';

export type RewardDeps = { database: Database; now: () => Date; timeZone: string; topUpMax: number };

/** Lists rewards: a market also sees paused ones, a top-up point only those that can be redeemed. */
export async function listRewards(deps: RewardDeps, actor: Actor): Promise<Reward[]> {
  const withPaused = actor.userType !== 'RECARGA';
  return (await readRewards(deps.database, marketScope(actor), { withPaused })).map(toReward);
}

/** Idempotent by operation id: a double tap creates one reward. */
export const createReward = staffCall(calls.createReward, (deps: RewardDeps, actor, command) => {
  const market = ownMarket(actor);
  return async (session, { recordedAt }) => {
    if (isTooLarge(deps, command)) return { kind: 'refuse', code: 'AMOUNT_TOO_LARGE' };
    const receipt = toReward(await insertReward(session, market, command, recordedAt));
    await writeDecision(session, {
      kind: 'reward-created',
      actor,
      marketId: market,
      subject: { type: 'REWARD', id: receipt._id, name: receipt.name },
      after: { ...command },
      recordedAt,
    });
    return { kind: 'done', receipt };
  };
});

/** A reward gives at most as much as a top-up. */
function isTooLarge({ topUpMax }: RewardDeps, { monto }: Pick<RewardCommand, 'monto'>): boolean {
  return (monto ?? 0) > topUpMax;
}

async function insertReward(
  session: Session,
  market: MarketId,
  { name, description, pointsCost, monto }: RewardCommand,
  createdAt: Date,
): Promise<RewardRow> {
  const id = uuidV7(createdAt.getTime());
  const reward = { id, marketId: market, name, description, pointsCost, amount: monto ?? null, createdAt };
  await insertRow(session, 'reward', reward);
  const row = await lockReward(session, id, market);
  if (!row) throw new Error('an inserted reward did not come back');
  return row;
}

/** Edits a reward. Past redemptions are unchanged. */
export async function editReward(
  deps: RewardDeps,
  actor: Actor,
  command: RewardEdit,
): Promise<Answer<Reward>> {
  if (isTooLarge(deps, command)) return refuse('AMOUNT_TOO_LARGE');
  return deps.database.transaction(async (session) => {
    const row = await lockReward(session, command.id, ownMarket(actor));
    if (!row) return refuse('UNKNOWN_REWARD');
    const { id, name, description, pointsCost, monto = null, active } = command;
    await updateRow(session, 'reward', id, {
      name,
      description,
      pointsCost,
      amount: monto,
      isActive: active,
    });
    const changed = { ...row, name, description, pointsCost, monto, active };
    await writeDecision(session, {
      kind: 'reward-edited',
      actor,
      marketId: row.marketId,
      subject: { type: 'REWARD', id, name },
      before: factsOf(row),
      after: factsOf(changed),
      recordedAt: deps.now(),
    });
    return done(toReward(changed));
  });
}

function factsOf({ name, description, pointsCost, monto, active }: RewardRow) {
  return { name, description, pointsCost, monto, active };
}

/** Removes a reward, which can no longer be redeemed. Past redemptions are unchanged. */
export function removeReward(deps: RewardDeps, actor: Actor, id: string): Promise<Answer<Reward>> {
  return deps.database.transaction(async (session) => {
    const row = await lockReward(session, id, marketScope(actor));
    if (!row) return refuse('UNKNOWN_REWARD');
    await updateRow(session, 'reward', id, { visible: false });
    await writeDecision(session, {
      kind: 'reward-deleted',
      actor,
      marketId: row.marketId,
      subject: { type: 'REWARD', id, name: row.name },
      before: { pointsCost: row.pointsCost, monto: row.monto },
      recordedAt: deps.now(),
    });
    return done(toReward(row));
  });
}

/**
 * Returns the points of a voucher's owner, for the holder of its link, with the rewards that they can buy.
 */
export async function findHolderPoints(
  deps: RewardDeps,
  voucherId: VoucherId,
): Promise<Answer<HolderPoints>> {
  const now = deps.now();
  const today = startOfToday(now, deps.timeZone);
  const markets = await readHolderPoints(deps.database, voucherId, { now, today });
  if (!markets) return refuse('UNKNOWN_VOUCHER');
  const answer: HolderPoints = [];
  for (const { marketId, ...market } of markets) {
    const rewards = await readRewards(deps.database, marketId, { withPaused: false });
    answer.push({
      ...market,
      rewards: rewards
        .slice(0, 20)
        .map(({ _id, name, description, pointsCost }) => ({ _id, name, description, pointsCost })),
    });
  }
  return done(answer);
}

type RedemptionDeps = RewardDeps & Pick<Context, 'voucherLinks' | 'voucherLife'>;

/** Redeems points of the actor's market for a reward, exactly once. */
export const redeem = staffCall(calls.redeemReward, async (deps: RedemptionDeps, actor, command) => {
  const market = ownMarket(actor);
  const { clientId: customer, pointsId: reward, pointsCost = null } = command;
  const voucher = newVoucherId();
  const makeLink = await deps.voucherLinks();
  const { timeZone, topUpMax } = deps;
  const asked = { voucher, customer, reward, pointsCost, market, timeZone, topUpMax };
  return (session, act) => {
    const { recordedAt: issuedAt } = act;
    const expiresAt = voucherExpiry(issuedAt, deps.voucherLife);
    const code = `K-${randomCode()}`;
    const urlCodeQr = (face: Amount) =>
      makeLink({ voucherId: voucher, ownerId: customer, marketId: market, face, issuedAt, expiresAt });
    return redeemPoints(session, { ...act, ...asked, code, expiresAt, urlCodeQr });
  };
});
