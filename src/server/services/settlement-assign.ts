import type { AssignCommand } from '#src/contract/settlement.ts';
import { shortCodeOf } from '#src/domain/short-code.ts';
import { directPayment, overspendAssignment, type AssignedSum } from '#src/server/ledger/assign-legs.ts';
import { retryConflicts } from '#src/server/ledger/retry-conflicts.ts';
import type { Leg } from '#src/server/ledger/settle-legs.ts';
import type { StoredReceipt } from '#src/server/ledger/settle-posting.ts';
import { purchaseHash } from '#src/server/replay/purchase-hash.ts';
import type { Actor } from './actor.ts';
import { done, refuse, type Answer, type Refusal } from './answer.ts';
import { asPurchase, closeIfPaid, postSale } from './settlement.ts';
import type { SyncDeps } from './sync-deps.ts';
import { paperOf, type VoucherPaper } from './sync-paper.ts';
import type { SaleConflict, SyncTransaction } from './sync-ports.ts';
import { placeTopUp } from './sync-top-up.ts';

export type AssignDeps = Pick<SyncDeps, 'store' | 'now' | 'newIds' | 'voucherLinks' | 'voucherDays'>;

type Scene = {
  deps: AssignDeps;
  tx: SyncTransaction;
  actor: Actor;
  command: AssignCommand;
  now: Date;
  /** of a top-up that is to be made */
  paper: VoucherPaper;
};

/**
 * A manager says who bears a line, once: the line's row is the lock, and each movement has a reference of its own. An
 * overspend is moved from the market's account. A sale in review or waiting is paid first (to the stall's charge: not at
 * all). A top-up in review is made, or to the top-up point's charge not made.
 */
export async function assignConflict(
  deps: AssignDeps,
  actor: Actor,
  command: AssignCommand,
): Promise<Answer<null>> {
  const seen = await deps.store.inTransaction((tx) => tx.lockConflict(command.id));
  if (!seen) return refuse('NOT_FOUND');
  const { voucherId, customerId: ownerId, price: face } = seen;
  const paper = await paperOf(deps, { voucherId, ownerId, face });
  return retryConflicts(() =>
    deps.store.inTransaction(async (tx) => {
      const conflict = await tx.lockConflict(command.id);
      if (!conflict || conflict.marketId !== actor.marketId) return refuse('NOT_FOUND');
      if (conflict.state === 'resolved') return refuse('WRONG_STATE');
      const scene = { deps, tx, actor, command, paper, now: deps.now() };
      if (await closeIfPaid(tx, conflict, scene.now)) return refuse('WRONG_STATE');
      const refusal = await bear(scene, conflict);
      if (refusal) return refusal;
      await note(scene, conflict);
      return done(null);
    }),
  );
}

function note({ tx, actor, command, now }: Scene, conflict: SaleConflict): Promise<void> {
  const { kind, state, reason, price, voucherId } = conflict;
  return tx.noteDecision({
    kind: 'conflict-assigned',
    actor,
    marketId: actor.marketId,
    subject: { type: 'CONFLICT', id: conflict.id, name: shortCodeOf(voucherId) },
    before: { kind, state, reason, price },
    after: { to: command.to, note: command.note },
    recordedAt: now,
  });
}

function bear(scene: Scene, conflict: SaleConflict): Promise<Refusal | null> {
  if (conflict.kind === 'top-up') return bearTopUp(scene, conflict);
  if (conflict.state === 'overspend') return bearMissing(scene, conflict, conflict.missing);
  return scene.command.to === 'stall' ? leaveUnpaid(scene, conflict) : paySale(scene, conflict);
}

/** Refusing takes nothing back: whatever refuses here has written nothing before. */
async function bearMissing(scene: Scene, conflict: SaleConflict, missing: number): Promise<Refusal | null> {
  const { tx, command } = scene;
  const customer = await tx.readCustomer(conflict.customerId);
  if (command.to === 'customer' && !customer) return refuse('UNKNOWN_CUSTOMER');
  const sum = sumOf(scene, conflict, missing, customer?.id ?? '');
  const reference = `assign-${conflict.id}`;
  await post(scene, reference, overspendAssignment(sum));
  const { to, note } = command;
  await tx.insertReceipt(
    { opId: reference, bodyHash: conflict.bodyHash, refusal: null, answer: { to, note } },
    scene.now,
  );
  await resolve(scene, conflict, missing);
  return null;
}

/**
 * Pays a sale that was set aside. The voucher gives what it has, unless its code proved nothing or it is blocked; what it
 * does not cover is borne at once. Without a voucher the stall is paid directly.
 */
async function paySale(scene: Scene, conflict: SaleConflict): Promise<Refusal | null> {
  const { deps, tx, command, now } = scene;
  const customer = await tx.readCustomer(conflict.customerId);
  const voucher = await tx.lockVoucher(conflict.voucherId);
  if (command.to === 'customer' && !customer) return refuse('UNKNOWN_CUSTOMER');
  const isProven = conflict.reason !== 'BAD_PROOF' && voucher?.ownerId === customer?.id;
  if (!voucher || !isProven) {
    const sum = sumOf(scene, conflict, conflict.price, customer?.id ?? '');
    await post(scene, conflict.purchaseOpId, directPayment(sum));
    await keepReceipts(scene, conflict, { refusal: null, answer: { missing: conflict.price } });
    await resolve(scene, conflict, conflict.price);
    return null;
  }
  const taken = voucher.blocked === 'person' ? 0 : Math.min(voucher.balance, conflict.price);
  const missing = conflict.price - taken;
  const reason = missing > 0 ? conflict.reason : null;
  const purchase = await postSale(deps, tx, { sale: conflict, voucher, taken, reason }, now);
  await keepReceipts(scene, conflict, { refusal: null, answer: { purchase, missing } });
  if (missing === 0) {
    await resolve(scene, conflict, 0);
    return null;
  }
  await tx.blockVoucher(voucher.id, now);
  return bearMissing(scene, conflict, missing);
}

/** The stall bears it: nothing is paid, and what comes of it later is told the same. */
async function leaveUnpaid(scene: Scene, conflict: SaleConflict): Promise<null> {
  await keepReceipts(scene, conflict, { refusal: 'REVIEW_REJECTED', answer: {} });
  await resolve(scene, conflict, 0);
  return null;
}

async function bearTopUp(scene: Scene, conflict: SaleConflict): Promise<Refusal | null> {
  const { deps, tx, command, paper, now } = scene;
  const { opId, bodyHash } = conflict;
  if (command.to === 'stall')
    await tx.insertReceipt({ opId, bodyHash, refusal: 'REVIEW_REJECTED', answer: {} }, now);
  else {
    if (!(await tx.readCustomer(conflict.customerId))) return refuse('UNKNOWN_CUSTOMER');
    if (await tx.lockVoucher(conflict.voucherId)) return refuse('VOUCHER_EXISTS');
    const answer = await placeTopUp(deps, tx, now, {
      opId,
      hash: bodyHash,
      voucherId: conflict.voucherId,
      customerId: conflict.customerId,
      amount: conflict.price,
      topUpPoint: conflict.stallId,
      paper,
      isReviewed: true,
    });
    if (answer.kind === 'refused') throw new Error(`top-up ${opId} could not be made: ${answer.code}`);
  }
  await resolve(scene, conflict, 0);
  return null;
}

function sumOf({ command }: Scene, conflict: SaleConflict, amount: number, customerId: string): AssignedSum {
  const { marketId, stallId } = conflict;
  return { to: command.to, amount, marketId, stallId, customerId };
}

function post({ deps, tx, actor, now }: Scene, reference: string, legs: readonly Leg[]): Promise<void> {
  return tx.postMovement({
    id: deps.newIds.row(),
    kind: 'assignment',
    reference,
    recordedBy: actor.id,
    recordedAt: now,
    legs,
  });
}

/** The sale's own answer; its purchase, if nothing ever answered it, is refused for good: the sale took its place. */
async function keepReceipts(
  { tx, now }: Scene,
  conflict: SaleConflict,
  answer: Pick<StoredReceipt, 'refusal' | 'answer'>,
): Promise<void> {
  const { opId, bodyHash, purchaseOpId } = conflict;
  await tx.insertReceipt({ opId, bodyHash, ...answer }, now);
  if (await tx.readReceipt(purchaseOpId)) return;
  const hash = purchaseHash(asPurchase(conflict));
  await tx.insertReceipt({ opId: purchaseOpId, bodyHash: hash, refusal: 'REVIEW_REJECTED', answer: {} }, now);
}

function resolve({ tx, actor, command, now }: Scene, conflict: SaleConflict, missing: number): Promise<void> {
  return tx.updateConflict(conflict.id, {
    state: 'resolved',
    reason: conflict.reason,
    missing,
    resolution: { assignee: command.to, note: command.note, by: actor.id, at: now },
  });
}
