import type { AssignCommand } from '#src/contract/conflicts/schemas.ts';
import { purchaseReceiptSchema } from '#src/contract/purchases/schemas.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { readMeant } from '#src/operations/customer/entry.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { ConflictLine } from '#src/server/journal/ports/rows.ts';
import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import { findPaidByLine } from '#src/server/journal/proven.ts';
import { retryTransaction } from '#src/server/ledger/receipts.ts';
import {
  closeConflict,
  closeIfPaid,
  isOwnVoucher,
  keyOfPurchase,
  openPurchasePaid,
} from '../acceptance/post.ts';
import type { LoadedTopUpVoid } from '../top-up-void/post.ts';
import type { LoadedVoid } from '../void/post.ts';
import { postAssignment, type AssignContext, type AssignDeps, type LoadedLine } from './post.ts';
import { decideAssignment, needsNewPaper, type AssignmentFacts } from './rule.ts';

export type { AssignDeps };

/**
 * Assigns the loss of a conflict line, once: the line's row is the lock, and each movement has a unique
 * reference. Returns the receipt of a top-up whose customer needs a new paper, because the first one names
 * what belongs to others.
 */
export async function assignLoss(
  deps: AssignDeps,
  actor: Actor,
  command: AssignCommand,
): Promise<Answer<TopUpReceipt | null>> {
  const seen = await deps.store.inTransaction(async (tx) => {
    const line = await tx.lockConflict(command.id);
    return line && { line, ...(await readPaper(tx, line)) };
  });
  if (!seen) return refuse('NOT_FOUND');
  const { line, ownerId, isNew } = seen;
  const voucherId = isNew ? deps.newVoucherId() : line.voucherId;
  const { marketId, price: face } = line;
  const link = await deps.issueLink({ voucherId, ownerId, marketId, face });
  const voucher = { id: voucherId, ownerId, link, isNew };
  return retryTransaction(() =>
    deps.store.inTransaction(async (tx) => {
      const conflict = await tx.lockConflict(command.id);
      const isTheirs = actor.userType === 'ADMIN' || conflict?.marketId === actor.marketId;
      if (!conflict || !isTheirs) return refuse('NOT_FOUND');
      const context = { deps, tx, actor, command, conflict, voucher, now: deps.now() };
      const { facts, ...loaded } = await load(context);
      const decision = decideAssignment(command, facts);
      if (decision.kind === 'refuse') return refuse(decision.code);
      if (decision.kind === 'close') {
        await closeAnswered(context);
        return refuse('WRONG_STATE');
      }
      const made = await postAssignment(context, loaded, decision.plan);
      await note(context, made);
      return done(made);
    }),
  );
}

/** The customer of a line, and whether their voucher is not the one that its paper names. */
async function readPaper(
  tx: SyncTransaction,
  { kind, reason, deviceId, customerId: clientId, voucherId }: ConflictLine,
): Promise<{ ownerId: string; isNew: boolean }> {
  if (kind !== 'cash-taken') return { ownerId: clientId, isNew: false };
  const meant = await readMeant(tx, { deviceId, clientId });
  const isVoucherTaken = await tx.isVoucherIdTaken(voucherId);
  const isNew = needsNewPaper({ isCustomerTaken: meant !== null, isVoucherTaken, reason });
  return { ownerId: meant ?? clientId, isNew };
}

function note(
  { tx, actor, command, now, conflict }: AssignContext,
  made: TopUpReceipt | null,
): Promise<void> {
  const { kind, state, reason, price, voucherId } = conflict;
  return tx.writeDecision({
    kind: 'conflict-assigned',
    actor,
    marketId: conflict.marketId,
    subject: { type: 'CONFLICT', id: conflict.id, name: shortCodeOf(voucherId) },
    before: { kind, state, reason, price },
    after: {
      to: command.to,
      note: command.note,
      ...(made === null ? {} : { shortCode: shortCodeOf(made.uuid) }),
    },
    recordedAt: now,
  });
}

type Loaded = LoadedLine & { facts: AssignmentFacts };
type Subject = Omit<LoadedLine, 'customerId'> & Pick<AssignmentFacts, 'about'>;

async function load(context: AssignContext): Promise<Loaded> {
  const { tx, conflict } = context;
  const operation = await readOperation(context);
  const customer = await tx.readCustomer(context.voucher.ownerId);
  const isCustomerKnown = customer !== null;
  const { about, ...subject } = await loadSubject(context, isCustomerKnown);
  const facts = { state: conflict.state, operation, isCustomerKnown, about };
  return { ...subject, customerId: customer?.id ?? '', facts };
}

/**
 * Returns whether the operation has been answered meanwhile: a sale by its purchase, anything else by its own receipt,
 * such as a top-up that its point has voided by a call.
 */
async function readOperation({ tx, conflict }: AssignContext): Promise<AssignmentFacts['operation']> {
  if (conflict.kind !== 'sale') return (await tx.isAnswered(conflict.opId)) ? 'answered' : 'open';
  const paid = await openPurchasePaid(tx, conflict);
  return typeof paid === 'string' ? paid : paid ? 'answered' : 'open';
}

async function closeAnswered({ tx, conflict, now }: AssignContext): Promise<void> {
  if (conflict.kind === 'sale') await closeIfPaid(tx, conflict, now);
  else await closeConflict(tx, conflict, now);
}

async function loadSubject(context: AssignContext, isCustomerKnown: boolean): Promise<Subject> {
  const { tx, conflict, voucher } = context;
  const { kind, price, reason } = conflict;
  if (kind === 'cash-returned') {
    const undone = await loadTopUpVoidOf(context);
    return { undone, about: { kind, amount: price, reason, topUp: undone?.facts ?? null } };
  }
  if (kind === 'withdrawal') {
    const paid = await loadGivenBack(context);
    return {
      paid,
      about: { kind: 'give-back', purchase: paid ? { state: 'paid', facts: paid.facts } : { state: 'none' } },
    };
  }
  if (kind === 'sale') return loadPurchase(context, isCustomerKnown);
  const { id, ownerId: customer } = voucher;
  const asked = { voucher: id, customer, topUpPoint: conflict.stallId, max: price, isApproved: true };
  const topUp = await tx.loadTopUp(asked);
  return { topUp, about: { kind, amount: price, topUp: topUp.facts } };
}

async function loadPurchase({ tx, conflict }: AssignContext, isCustomerKnown: boolean): Promise<Subject> {
  const { price, reason, customerId, state, missing } = conflict;
  const stall = isCustomerKnown ? await tx.readStall(conflict.stallId) : null;
  const pointsEvery = stall?.pointsEvery ?? null;
  if (state === 'overspend')
    return {
      about: { kind: 'overspend', missing, covered: price - missing, pointsEvery },
    };
  const voucher = await tx.lockVoucher(conflict.voucherId);
  const settled = voucher && { ...voucher, isOwn: await isOwnVoucher(tx, voucher, customerId) };
  const creditLeft = voucher && (await tx.lockCreditLeft(voucher.marketId, conflict.marketId));
  return { voucher, about: { kind: 'sale', price, reason, voucher: settled, creditLeft, pointsEvery } };
}

function loadTopUpVoidOf({ deps, tx, now, conflict }: AssignContext): Promise<LoadedTopUpVoid | null> {
  const { purchaseOpId: op, marketId: market, occurredAt: at } = conflict;
  return tx.loadTopUpVoid({ topUp: { op }, point: null, market, timeZone: deps.timeZone, at, now });
}

/** Returns null when the sale was never paid. */
async function loadGivenBack({ deps, tx, now: at, conflict }: AssignContext): Promise<LoadedVoid | null> {
  const { purchaseOpId: opId, marketId: market } = conflict;
  const purchase = (await findPaidByLine(tx, opId)) ?? (await tx.findReceipt(keyOfPurchase(conflict)));
  if (!purchase || purchase === 'reused' || purchase.refusal !== null) return null;
  const { codeCompra: code } = purchaseReceiptSchema.parse(purchase.answer);
  return tx.loadVoid({ code, market, stall: null, timeZone: deps.timeZone, at });
}
