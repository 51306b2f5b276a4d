import type { AssignCommand } from '#src/contract/conflicts/schemas.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { toAmount, type OpId, type Pesos, type Points, type VoucherId } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import type { ConflictLine, VoucherToSettle } from '#src/server/journal/ports/rows.ts';
import type { SyncTransaction, IssuedLink, SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import type { Movement } from '#src/server/ledger/movements.ts';
import { partOf, type Receipt } from '#src/server/ledger/receipts.ts';
import { keyOfPurchase, postSettlement, postTopUpAndSettle } from '../acceptance/post.ts';
import type { MovementTransfers } from '../movements.ts';
import { cashAccount, type LoadedTopUpVoid } from '../top-up-void/post.ts';
import type { LoadedTopUp } from '../top-up/post.ts';
import { marketAccount, ownAccount, transfer, voucherAccount, type Account } from '../transfer.ts';
import type { LoadedVoid } from '../void/post.ts';
import type { AssignmentPlan } from './rule.ts';

export type AssignDeps = Pick<
  SyncDeps,
  'store' | 'now' | 'newId' | 'newVoucherId' | 'issueLink' | 'timeZone'
>;

export type AssignContext = {
  deps: AssignDeps;
  tx: SyncTransaction;
  actor: Actor;
  command: AssignCommand;
  /** locked */
  conflict: ConflictLine;
  now: Date;
  /** Voucher of a top-up that is about to be made. `isNew`: the line's paper names what belongs to others. */
  voucher: { id: VoucherId; ownerId: string; link: IssuedLink; isNew: boolean };
};

/** Subject of a line, locked. */
export type LoadedLine = {
  /** Current customer id; empty when unknown. */
  customerId: string;
  voucher?: VoucherToSettle | null;
  topUp?: LoadedTopUp;
  undone?: LoadedTopUpVoid | null;
  paid?: LoadedVoid | null;
};

/**
 * Posts a decision on a line, with the operation's receipt unless its posting has written it, and closes the line. Returns
 * the receipt of a top-up with a new voucher.
 */
export async function postAssignment(
  context: AssignContext,
  loaded: LoadedLine,
  plan: AssignmentPlan,
): Promise<TopUpReceipt | null> {
  const [made, answer] =
    plan.kind === 'make-top-up'
      ? [await makeTopUp(context, loaded), null]
      : [null, await postPlan(context, loaded, plan)];
  if (answer) await keepReceipt(context, answer);
  await resolve(context, 'missing' in plan ? plan.missing : 0);
  return made;
}

type Kept = Pick<Receipt, 'refusal' | 'answer'>;
const done: Kept = { refusal: null, answer: {} };

/** Returns what to store for the operation; null when it has a receipt. */
async function postPlan(
  context: AssignContext,
  loaded: LoadedLine,
  plan: Exclude<AssignmentPlan, { kind: 'make-top-up' }>,
): Promise<Kept | null> {
  if (plan.kind === 'leave') return { refusal: 'REVIEW_REJECTED', answer: {} };
  if (plan.kind === 'nothing') return done;
  if (plan.kind === 'bear') return bear(context, loaded, plan);
  if (plan.kind === 'pay') return pay(context, loaded, plan);
  if (plan.kind === 'cash-returned') return postReturned(context, loaded, plan);
  if (plan.kind === 'take-back') return takeBack(context, loaded, plan);
  const missing = toAmount(plan.missing);
  await post(context, context.conflict.purchaseOpId, [payDirectly(context, missing, loaded.customerId)]);
  return { refusal: null, answer: { missing } };
}

type PlanOf<Kind extends AssignmentPlan['kind']> = Extract<AssignmentPlan, { kind: Kind }>;

async function bear(
  context: AssignContext,
  { customerId }: LoadedLine,
  { missing, points }: { missing: Pesos; points: Points | null },
): Promise<null> {
  const { conflict, command } = context;
  const { to, note } = command;
  const receipt = { bodyHash: conflict.bodyHash, answer: { to, note } };
  const overspend = marketAccount('overspend', conflict.marketId);
  const borne = transfer(bearer(context, customerId), overspend, missing);
  await post(context, partOf(conflict.opId, 'assigned'), [borne], {
    receipt,
    ...(points === null ? {} : { points: { customerId, marketId: conflict.marketId, points } }),
  });
  return null;
}

/** A settlement without caps, whose shortfall is borne at once. */
async function pay(context: AssignContext, loaded: LoadedLine, plan: PlanOf<'pay'>): Promise<null> {
  const { deps, tx, conflict, now } = context;
  const { voucher } = loaded;
  if (!voucher) throw new Error(`sale ${conflict.opId} was decided without its voucher`);
  const { taken, reason } = plan;
  await postSettlement(deps, tx, { accepted: conflict, voucher, taken, reason }, now);
  return plan.missing === 0 ? null : bear(context, loaded, plan);
}

async function makeTopUp(
  { deps, tx, conflict, voucher: { id: voucher, link, isNew }, now: recordedAt }: AssignContext,
  { topUp }: LoadedLine,
): Promise<TopUpReceipt | null> {
  const { opId: op, bodyHash: hash, price: amount } = conflict;
  if (!topUp?.customer || !topUp.point) throw new Error(`top-up ${op} was decided without its customer`);
  const { customer, point } = topUp;
  const made = { op, hash, voucher, customer, point, amount, recordedAt, ...link };
  const receipt = await postTopUpAndSettle(deps, tx, made);
  return isNew ? receipt : null;
}

async function postReturned(
  context: AssignContext,
  { undone, customerId }: LoadedLine,
  { taken, missing, paidFrom }: PlanOf<'cash-returned'>,
): Promise<Kept> {
  const { tx, conflict, now } = context;
  if (!undone) throw new Error(`void ${conflict.opId} was decided without its top-up`);
  const { topUp } = undone;
  const cash = cashAccount(paidFrom, topUp);
  await post(context, conflict.opId, [
    transfer(voucherAccount(topUp.voucherId, topUp.marketId), cash, taken),
    transfer(bearer(context, customerId), cash, missing),
  ]);
  await tx.closeVoucher(topUp.voucherId, now);
  return done;
}

/** Shown in the market's list of voids. */
const decidedReason = 'Retirada: lo decidió el mercado';

async function takeBack(
  context: AssignContext,
  { paid }: LoadedLine,
  { plan, fromFund }: PlanOf<'take-back'>,
): Promise<Kept> {
  const { deps, tx, actor, now, conflict } = context;
  if (!paid) throw new Error(`${conflict.kind} ${conflict.opId} was decided without its purchase`);
  const by = { actor: actor.id, deviceId: actor.deviceId };
  const act = { op: conflict.opId, movement: deps.newId(), ...by, recordedAt: now };
  await tx.postVoid(paid, plan, { ...act, reason: decidedReason });
  const borne = payDirectly(context, fromFund, '');
  if (fromFund > 0) await post(context, partOf(conflict.opId, 'assigned'), [borne]);
  return done;
}

/** Returns the account that bears the loss: the fund's, the customer's debt, the stall's. */
function bearer(
  { command: { to }, conflict: { marketId, stallId } }: AssignContext,
  customerId: string,
): Account<'guarantee' | 'debt' | 'stall'> {
  if (to === 'guarantee') return marketAccount('guarantee', marketId);
  if (to === 'customer') return ownAccount('debt', customerId, marketId);
  return ownAccount('stall', stallId, marketId);
}

/** Pays the stall for a sale that no voucher paid. */
function payDirectly(context: AssignContext, amount: Pesos, customerId: string) {
  const { marketId, stallId } = context.conflict;
  return transfer(bearer(context, customerId), ownAccount('stall', stallId, marketId), amount);
}

function post(
  { deps, tx, actor, now }: AssignContext,
  reference: OpId,
  transfers: readonly MovementTransfers['assignment'][],
  kept: Pick<Movement, 'receipt' | 'points'> = {},
): Promise<void> {
  return tx.post({
    id: deps.newId(),
    kind: 'assignment',
    reference,
    recordedBy: actor.id,
    recordedAt: now,
    transfers,
    detail: null,
    ...kept,
  });
}

/**
 * Stores the operation's receipt. A sale's purchase without a receipt is refused permanently, because the
 * sale replaces it.
 */
async function keepReceipt({ tx, now, conflict }: AssignContext, answer: Kept): Promise<void> {
  const { opId, bodyHash, purchaseOpId, kind } = conflict;
  await tx.insertReceipt({ opId, bodyHash, ...answer }, now);
  if (kind !== 'sale' || (await tx.isAnswered(purchaseOpId))) return;
  await tx.insertReceipt({ ...keyOfPurchase(conflict), refusal: 'REVIEW_REJECTED', answer: {} }, now);
}

function resolve({ tx, actor, command, now, conflict }: AssignContext, missing: Pesos): Promise<void> {
  return tx.updateConflict(conflict.id, {
    state: 'resolved',
    reason: conflict.reason,
    missing,
    resolution: { assignee: command.to, note: command.note, by: actor.id, at: now },
  });
}
