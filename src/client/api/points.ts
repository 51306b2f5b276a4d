import {
  pointsPageSchema,
  redemptionReceiptSchema,
  rewardListSchema,
  rewardSchema,
  type PointsPage,
  type RedemptionCommand,
  type RedemptionReceipt,
  type Reward,
  type RewardCommand,
  type RewardEdit,
} from '#src/contract/points.ts';
import { call } from './call.ts';
import { officeTimeoutMs } from './office-timeout.ts';
import type { Outcome } from './outcome.ts';

export function listRewards(): Promise<Outcome<Reward[]>> {
  return call({ method: 'GET', path: '/points/', answer: rewardListSchema, signedIn: true });
}

export function createReward(opId: string, body: RewardCommand): Promise<Outcome<Reward>> {
  return call({
    method: 'POST',
    path: '/points/create',
    body,
    answer: rewardSchema,
    signedIn: true,
    idempotencyKey: opId,
  });
}

export function editReward(body: RewardEdit): Promise<Outcome<Reward>> {
  return call({ method: 'POST', path: '/points/edit', body, answer: rewardSchema, signedIn: true });
}

export function deleteReward(id: string): Promise<Outcome<Reward>> {
  const path = `/points/delete/${encodeURIComponent(id)}`;
  return call({ method: 'DELETE', path, answer: rewardSchema, signedIn: true });
}

/** canjear */
export function redeemReward(opId: string, body: RedemptionCommand): Promise<Outcome<RedemptionReceipt>> {
  return call({
    method: 'POST',
    path: '/client/canjear',
    body,
    answer: redemptionReceiptSchema,
    signedIn: true,
    idempotencyKey: opId,
    timeoutMs: officeTimeoutMs,
  });
}

/** Points earned and spent: of one customer, or of all (`null`). */
export function listPointsHistory(
  customerId: string | null,
  query: { q?: string; cursor?: string | undefined; limit?: number },
): Promise<Outcome<PointsPage>> {
  const path = `/points-historial/${customerId === null ? 'all' : encodeURIComponent(customerId)}`;
  return call({ method: 'GET', path, query, answer: pointsPageSchema, signedIn: true });
}
