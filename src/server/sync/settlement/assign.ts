import { toAmount, toPoints, type OpId, type Pesos } from '#src/contract/brands.ts';
import type { AssignCommand } from '#src/contract/devices/settlement.ts';
import { pointsFor } from '#src/domain/purchase/decide-purchase.ts';
import { purchaseReceiptSchema } from '#src/contract/money/purchase.ts';
import { cashSourceOf } from '#src/domain/operations/top-up-void.ts';
import type { LoadedVoid } from '#src/server/operations/void.ts';
import { cashLeg, type LoadedTopUpVoid } from '#src/server/operations/top-up-void.ts';
import { coveredBy, decideVoid } from '#src/domain/operations/void.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import type { Actor } from '#src/server/http/actor.ts';
import { done, refuse, type Answer, type Refusal } from '#src/server/http/answer.ts';
import type { Movement } from '#src/server/ledger/journal.ts';
import {
  assigneeLeg,
  directPayment,
  overspendAssignment,
  voucherLeg,
  type AssignedLoss,
  type Leg,
} from '#src/server/ledger/legs.ts';
import { partOf, purchaseHash, type Receipt, retryTransaction } from '#src/server/ledger/receipts.ts';
import type { IssuedLink, SyncDeps, SaleConflict, SyncTransaction } from '#src/server/sync/ports/ports.ts';
import { asPurchase, closeIfPaid, isOwnVoucher, postOpenSale, postTopUpAndSettle } from './settle.ts';

export type AssignDeps = Pick<SyncDeps, 'store' | 'now' | 'newId' | 'issueLink'>;

type AssignContext = {
  deps: AssignDeps;
  tx: SyncTransaction;
  actor: Actor;
  command: AssignCommand;
  now: Date;
  /** of a top-up that is going to be made */
  link: IssuedLink;
};

/**
 * Assigns the loss of a conflict line, once: the line's row is the lock, and each movement has a reference of its own.
 * An overspend is moved from the market's account. A sale in review or waiting is paid first (assigned to the stall:
 * not at all). A top-up in review is made, or, assigned to the top-up point, not made.
 */
export async function assignLoss(
  deps: AssignDeps,
  actor: Actor,
  command: AssignCommand,
): Promise<Answer<null>> {
  const seen = await deps.store.inTransaction((tx) => tx.lockConflict(command.id));
  if (!seen) return refuse('NOT_FOUND');
  const { voucherId, customerId: ownerId, marketId, price: face } = seen;
  const link = await deps.issueLink({ voucherId, ownerId, marketId, face });
  return retryTransaction(() =>
    deps.store.inTransaction(async (tx) => {
      const conflict = await tx.lockConflict(command.id);
      const isTheirs = actor.userType === 'ADMIN' || conflict?.marketId === actor.marketId;
      if (!conflict || !isTheirs) return refuse('NOT_FOUND');
      if (conflict.state === 'resolved') return refuse('WRONG_STATE');
      const context = { deps, tx, actor, command, link, now: deps.now() };
      const paid = await closeIfPaid(tx, conflict, context.now);
      if (paid === 'reused' && command.to !== 'stall') return refuse('KEY_REUSED');
      if (paid && paid !== 'reused') return refuse('WRONG_STATE');
      const refusal = await assignByKind(context, conflict);
      if (refusal) return refusal;
      await note(context, conflict);
      return done(null);
    }),
  );
}

function note({ tx, actor, command, now }: AssignContext, conflict: SaleConflict): Promise<void> {
  const { kind, state, reason, price, voucherId } = conflict;
  return tx.writeDecision({
    kind: 'conflict-assigned',
    actor,
    marketId: conflict.marketId,
    subject: { type: 'CONFLICT', id: conflict.id, name: shortCodeOf(voucherId) },
    before: { kind, state, reason, price },
    after: { to: command.to, note: command.note },
    recordedAt: now,
  });
}

function assignByKind(context: AssignContext, conflict: SaleConflict): Promise<Refusal | null> {
  if (conflict.kind === 'top-up') return assignTopUp(context, conflict);
  if (conflict.kind === 'top-up-void') return assignTopUpVoid(context, conflict);
  if (conflict.kind === 'withdrawal' || conflict.kind === 'void') return assignBack(context, conflict);
  if (conflict.state === 'overspend') return assignMissing(context, conflict, conflict.missing);
  return context.command.to === 'stall' ? leaveUnpaid(context, conflict) : paySale(context, conflict);
}

/** A refusal here needs no rollback: nothing has been written before it. */
async function assignMissing(
  context: AssignContext,
  conflict: SaleConflict,
  missing: Pesos,
): Promise<Refusal | null> {
  const { tx, command } = context;
  const customer = await tx.readCustomer(conflict.customerId);
  if (command.to === 'customer' && !customer) return refuse('UNKNOWN_CUSTOMER');
  const sum = sumOf(context, conflict, missing, customer?.id ?? '');
  const reference = partOf(conflict.opId, 'assigned');
  const { to, note } = command;
  const receipt = { bodyHash: conflict.bodyHash, answer: { to, note } };
  const points = to === 'stall' ? undefined : await waitingPoints(context, conflict, missing);
  await post(context, reference, overspendAssignment(sum), receipt, points);
  await resolve(context, conflict, missing);
  return null;
}

/**
 * The points of the part that the voucher did not cover: the stall keeps its pay, so the customer earns them. A void in part has
 * closed some of it first, so that what the voucher gave is the price less what was missing once.
 */
async function waitingPoints(
  { tx }: AssignContext,
  { opId, bodyHash, stallId, customerId, marketId, price }: SaleConflict,
  missing: Pesos,
): Promise<Movement['points']> {
  const [stall, customer] = [await tx.readStall(stallId), await tx.readCustomer(customerId)];
  if (!stall || !customer) return undefined;
  const receipt = await tx.findReceipt({ opId, bodyHash });
  const once = receipt === 'reused' ? undefined : receipt?.answer['missing'];
  const covered = price - (typeof once === 'number' ? once : missing);
  const points = toPoints(
    pointsFor(covered + missing, stall.pointsEvery) - pointsFor(covered, stall.pointsEvery),
  );
  return { customerId: customer.id, marketId, points };
}

/**
 * Pays a sale that was set aside. The voucher gives its balance, unless its proof was invalid or it is blocked; the
 * rest is assigned at once. Without a voucher the stall is paid directly.
 */
async function paySale(context: AssignContext, conflict: SaleConflict): Promise<Refusal | null> {
  const { tx, command, now } = context;
  const customer = await tx.readCustomer(conflict.customerId);
  const voucher = await tx.lockVoucher(conflict.voucherId);
  if (command.to === 'customer' && !customer) return refuse('UNKNOWN_CUSTOMER');
  const isProven =
    voucher !== null &&
    conflict.reason !== 'BAD_PROOF' &&
    (await isOwnVoucher(tx, voucher, conflict.customerId));
  if (!isProven) {
    const sum = sumOf(context, conflict, conflict.price, customer?.id ?? '');
    await post(context, conflict.purchaseOpId, directPayment(sum));
    await keepReceipts(context, conflict, { refusal: null, answer: { missing: conflict.price } });
    await resolve(context, conflict, conflict.price);
    return null;
  }
  const taken = voucher.blocked === 'person' ? 0 : Math.min(voucher.balance, conflict.price);
  const missing = conflict.price - taken;
  const reason = missing > 0 ? conflict.reason : null;
  const purchase = await postOpenSale(tx, { sale: conflict, voucher, taken, reason }, now);
  await keepReceipts(context, conflict, { refusal: null, answer: { purchase, missing } });
  if (missing === 0) {
    await resolve(context, conflict, 0);
    return null;
  }
  await tx.blockVoucher(voucher.id, now);
  return assignMissing(context, conflict, missing);
}

/** The loss is the stall's: nothing is paid, and later copies get the same refusal. */
async function leaveUnpaid(context: AssignContext, conflict: SaleConflict): Promise<null> {
  await keepReceipts(context, conflict, { refusal: 'REVIEW_REJECTED', answer: {} });
  await resolve(context, conflict, 0);
  return null;
}

async function assignTopUp(context: AssignContext, conflict: SaleConflict): Promise<Refusal | null> {
  const { deps, tx, command, link, now } = context;
  const { opId, bodyHash } = conflict;
  if (command.to === 'stall')
    await tx.insertReceipt({ opId, bodyHash, refusal: 'REVIEW_REJECTED', answer: {} }, now);
  else {
    if (!(await tx.readCustomer(conflict.customerId))) return refuse('UNKNOWN_CUSTOMER');
    if (await tx.lockVoucher(conflict.voucherId)) return refuse('VOUCHER_EXISTS');
    const answer = await postTopUpAndSettle(deps, tx, now, {
      opId,
      hash: bodyHash,
      voucherId: conflict.voucherId,
      customerId: conflict.customerId,
      amount: conflict.price,
      topUpPoint: conflict.stallId,
      link,
      isReviewed: true,
    });
    if (answer.kind === 'refused') throw new Error(`top-up ${opId} could not be made: ${answer.code}`);
  }
  await resolve(context, conflict, 0);
  return null;
}

/**
 * Cash that went back for a top-up that could not be undone. The point answers for it: nothing is posted, its till still has
 * to hold it. Else the cash comes off where it came from, the voucher gives what it has left and is closed, and whoever is named bears
 * the rest. Which top-up it is, how much and whose till, says the ledger and not the line.
 */
async function assignTopUpVoid(context: AssignContext, conflict: SaleConflict): Promise<Refusal | null> {
  const { tx, command, now } = context;
  const { opId, bodyHash } = conflict;
  const customer = await tx.readCustomer(conflict.customerId);
  if (command.to === 'customer' && !customer) return refuse('UNKNOWN_CUSTOMER');
  const isBorne = command.to !== 'stall';
  const loaded = isBorne ? await loadUndone(context, conflict) : null;
  if (isBorne && !loaded) return refuse('UNKNOWN_TOP_UP');
  let missing: Pesos = conflict.price;
  if (loaded) {
    const { facts, topUp } = loaded;
    const taken = facts.isVoided ? 0 : Math.min(facts.balance, topUp.amount);
    missing = topUp.amount - taken;
    await post(context, opId, [
      cashLeg(cashSourceOf(facts), topUp, topUp.amount),
      voucherLeg(topUp.voucherId, topUp.marketId, 0 - taken),
      assigneeLeg(sumOf(context, conflict, toAmount(missing), customer?.id ?? '')),
    ]);
    await tx.closeVoucher(topUp.voucherId, now);
  }
  const refusal = isBorne ? null : 'REVIEW_REJECTED';
  await tx.insertReceipt({ opId, bodyHash, refusal, answer: {} }, now);
  await resolve(context, conflict, missing);
  return null;
}

/** null: the market has no such top-up. A line of an earlier release names no top-up: its voucher's counts, where it says the same. */
async function loadUndone(
  { tx, now }: AssignContext,
  { purchaseOpId: op, voucherId, marketId: market, occurredAt: at, price }: SaleConflict,
): Promise<LoadedTopUpVoid | null> {
  const topUp = op === '' ? { voucher: voucherId } : { op };
  const loaded = await tx.loadTopUpVoid({ topUp, point: null, market, timeZone: 'UTC', at, now });
  return loaded?.topUp.amount === price ? loaded : null;
}

/** As shown in the market's list of voids. */
const decidedReason: Partial<Record<SaleConflict['kind'], string>> = {
  withdrawal: 'Retirada: lo decidió el mercado',
  void: 'Anulación: la decidió el mercado',
};

/**
 * A withdrawal or a void that its stall could not have by a call. The customer bears it: the sale stands. Else it is voided as its market
 * may on any day, and where the fund bears it the stall gets back what it gives.
 */
async function assignBack(context: AssignContext, conflict: SaleConflict): Promise<Refusal | null> {
  const { deps, tx, actor, command, now } = context;
  const { opId, bodyHash, kind, marketId: market, stallId } = conflict;
  const loaded = command.to === 'customer' ? null : await loadGivenBack(context, conflict);
  if (loaded) {
    const decision = decideVoid({ amount: amountBack(conflict, loaded) }, loaded.facts);
    if (decision.kind === 'refuse' && decision.code !== 'ALREADY_VOIDED') return refuse(decision.code);
    if (decision.kind === 'post') {
      const entry = { op: opId, movement: deps.newId(), actor: actor.id, recordedAt: now };
      await tx.postVoid(loaded, decision.plan, { ...entry, reason: decidedReason[kind] ?? '' });
      const back = toAmount(coveredBy(decision.plan));
      const legs = directPayment({ to: command.to, amount: back, marketId: market, stallId, customerId: '' });
      if (command.to === 'guarantee') await post(context, partOf(opId, 'assigned'), legs);
    }
  }
  const refusal = loaded ? null : 'REVIEW_REJECTED';
  await tx.insertReceipt({ opId, bodyHash, refusal, answer: {} }, now);
  await resolve(context, conflict, 0);
  return null;
}

/** null: the sale was not paid. A void names a share, or the first of the sale that it was of. */
async function loadGivenBack(
  { tx, now: at }: AssignContext,
  conflict: SaleConflict,
): Promise<LoadedVoid | null> {
  const { kind, purchaseOpId, marketId: market, price } = conflict;
  const asked = { market, stall: null, timeZone: 'UTC', at };
  if (kind === 'void') {
    const share = await tx.loadVoid({ ...asked, code: '', ops: [purchaseOpId] });
    const bought = share?.shares[0]?.bought;
    const isOfSale = bought?.sale_code != null && price > bought.amount;
    return isOfSale ? tx.loadVoid({ ...asked, code: bought.sale_code ?? '' }) : share;
  }
  const purchase = await tx.findReceipt({ opId: purchaseOpId, bodyHash: purchaseHash(asPurchase(conflict)) });
  if (!purchase || purchase === 'reused' || purchase.refusal) return null;
  return tx.loadVoid({ ...asked, code: purchaseReceiptSchema.parse(purchase.answer).codeCompra });
}

/** A withdrawal takes the sale back whole, a void what was asked for, as far as it stands. */
function amountBack({ kind, price }: SaleConflict, { facts }: LoadedVoid): Pesos | null {
  const stands = facts.shares.reduce<Pesos>((sum, share) => sum + share.stands, 0);
  return kind === 'void' && price < stands ? price : null;
}

function sumOf(
  { command }: AssignContext,
  conflict: SaleConflict,
  amount: Pesos,
  customerId: string,
): AssignedLoss {
  const { marketId, stallId } = conflict;
  return { to: command.to, amount, marketId, stallId, customerId };
}

function post(
  { deps, tx, actor, now }: AssignContext,
  reference: OpId,
  legs: readonly Leg[],
  receipt?: Movement['receipt'],
  points?: Movement['points'],
): Promise<void> {
  return tx.post({
    id: deps.newId(),
    kind: 'assignment',
    reference,
    recordedBy: actor.id,
    recordedAt: now,
    legs,
    detail: null,
    ...(receipt ? { receipt } : {}),
    ...(points ? { points } : {}),
  });
}

/** The receipt of the sale; its purchase, if it has none, is refused for good: the sale took its place. */
async function keepReceipts(
  { tx, now }: AssignContext,
  conflict: SaleConflict,
  answer: Pick<Receipt, 'refusal' | 'answer'>,
): Promise<void> {
  const { opId, bodyHash, purchaseOpId } = conflict;
  await tx.insertReceipt({ opId, bodyHash, ...answer }, now);
  if (await tx.isAnswered(purchaseOpId)) return;
  const hash = purchaseHash(asPurchase(conflict));
  await tx.insertReceipt({ opId: purchaseOpId, bodyHash: hash, refusal: 'REVIEW_REJECTED', answer: {} }, now);
}

function resolve(
  { tx, actor, command, now }: AssignContext,
  conflict: SaleConflict,
  missing: Pesos,
): Promise<void> {
  return tx.updateConflict(conflict.id, {
    state: 'resolved',
    reason: conflict.reason,
    missing,
    resolution: { assignee: command.to, note: command.note, by: actor.id, at: now },
  });
}
