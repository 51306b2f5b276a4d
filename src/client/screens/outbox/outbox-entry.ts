import type { Operation } from '#src/client/local/db/operation.ts';
import { isSettled, needsReview } from '#src/client/local/outbox/read-outbox.ts';
import { mustAsk } from '#src/client/local/outbox/unaccepted.ts';
import { personName } from '#src/client/shared/names.ts';
import { refusalMessage } from '#src/client/shared/operation/refusal-message.ts';
import { offlineRefusalTexts, offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { outboxTexts as texts } from '#src/client/texts/sync/outbox-texts.ts';
import { staffWaitingTexts, stallPlace } from '#src/client/texts/sync/staff-waiting-texts.ts';
import { conflictReasonTexts } from '#src/client/texts/settlement-texts.ts';
import type { BadgeKind } from '#src/client/ui/tables/badge.tsx';
import { handOverCodeOf } from '#src/domain/operations/cash/till-hand-over.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';

export type OutboxFilter = 'all' | 'open' | 'review' | 'sent';

/** Each operation is in exactly one filter besides `all`: the counts beside them add up. */
export function belongsTo(operation: Operation, filter: OutboxFilter): boolean {
  return filter === 'all' || filter === filterOf(operation);
}

function filterOf(operation: Operation): OutboxFilter {
  if (needsReview(operation)) return 'review';
  return isSettled(operation) ? 'sent' : 'open';
}

export interface EntryState {
  badge: BadgeKind;
  state: string;
  note: string;
}

/** How long this device takes to decide by itself, at most; what is older was left when its page died, ms. */
const decisionMs = 8_000;

/** True for a sale that nobody decided about: the page died between writing it and accepting it. */
export function isLeftUndecided({ status, envelope }: Operation, now: number): boolean {
  const isOpen =
    status.state === 'pending' || status.state === 'sending' || status.state === 'waiting-sign-in';
  if (!isOpen || status.offline?.kind !== 'deciding' || envelope === null) return false;
  return Math.abs(now - Date.parse(envelope.occurredAt)) > decisionMs;
}

/** What the button over the list sends: nothing, the only open operation, or all of them. With 'all' each row has a button too. */
export function sendingOf(operations: readonly Operation[]): 'nothing' | 'one' | 'all' {
  const open = operations.filter((operation) => belongsTo(operation, 'open')).length;
  return open > 1 ? 'all' : open === 1 ? 'one' : 'nothing';
}

/** The state of an operation in plain words. */
export function stateOf(operation: Operation, now: number): EntryState {
  const { envelope, status, acceptance } = operation;
  if (envelope === null) return { badge: 'warning', state: texts.unreadable, note: texts.unreadableNote };
  if (status.offline?.kind === 'withdrawn') return withdrawnState(operation);
  if (status.offline?.kind === 'voided' && status.state !== 'refused')
    return { badge: 'undone', state: texts.undone, note: texts.undoneNote };
  if (acceptance !== null && status.state !== 'accepted') return acceptedState(operation, acceptance);
  switch (status.state) {
    case 'refused':
      return status.lastError === 'WITHDRAWN'
        ? { badge: 'undone', state: staffWaitingTexts.withdrawn, note: status.message }
        : { badge: 'refused', state: texts.refused, note: status.message };
    case 'sending':
      return { badge: 'sending', state: texts.sending, note: hereNote(envelope.kind) };
    case 'waiting-sign-in':
      return { badge: 'needs-sign-in', state: texts.needsSignIn, note: texts.needsSignInNote };
    case 'accepted':
      return {
        badge: 'paid',
        state: status.offline?.kind === 'accepted' ? texts.paid : texts.accepted,
        note: doneNote(status.receipt),
      };
    case 'settled-with-overspend':
      return { badge: 'paid', state: texts.guaranteed, note: texts.guaranteedNote };
    case 'waiting-top-up':
      return { badge: 'waiting', state: texts.waiting, note: texts.waitingThere };
    case 'in-review':
      return { badge: 'warning', state: texts.inReview, note: reviewNote(status) };
    case 'pending':
      return pendingState(operation, now);
  }
}

/** Nothing was handed over, and nothing is paid: the server makes it not, or takes it back. */
function withdrawnState(operation: Operation): EntryState {
  const isFinalThere = operation.status.state === 'refused';
  const note = isFinalThere ? '' : offlineTexts.withdrawnNote;
  return {
    badge: 'refused',
    state: offlineTexts.withdrawn,
    note: `${refusalMessage(operation)} ${note}`.trim(),
  };
}

/** A sale that was handed over without a link: its own line until the server has settled it. */
function acceptedState({ status }: Operation, acceptance: Operation['status']): EntryState {
  switch (acceptance.state) {
    case 'accepted':
      return { badge: 'paid', state: texts.paid, note: doneNote(acceptance.receipt) };
    case 'settled-with-overspend':
      return { badge: 'paid', state: texts.guaranteed, note: texts.guaranteedNote };
    case 'in-review':
      return { badge: 'warning', state: texts.inReview, note: reviewNote(acceptance) };
    case 'waiting-top-up':
      return { badge: 'waiting', state: texts.waiting, note: texts.waitingThere };
    case 'refused':
      return { badge: 'refused', state: texts.notPaid, note: acceptance.message };
    case 'pending':
    case 'sending':
    case 'waiting-sign-in':
      return {
        badge: 'pending',
        state: texts.acceptedHere,
        note: status.state === 'refused' ? texts.refusedButGone : texts.sendsItself,
      };
  }
}

function pendingState(operation: Operation, now: number): EntryState {
  const { envelope, status } = operation;
  if (isLeftUndecided(operation, now))
    return { badge: 'warning', state: offlineTexts.notAccepted, note: offlineTexts.notAcceptedNote };
  if (status.offline?.kind === 'issued')
    return { badge: 'pending', state: offlineTexts.issued, note: texts.sendsItself };
  if (status.offline?.kind === 'refused')
    return {
      badge: 'pending',
      state: texts.pending,
      note: `${offlineRefusalTexts[status.offline.reason]} ${texts.doNotDeliver}`,
    };
  if (mustAsk(operation, now))
    return { badge: 'warning', state: texts.pending, note: stallPlace.causes.old.join(' ') };
  if (status.lastError === 'newer-version')
    return { badge: 'warning', state: texts.pending, note: texts.serverIsOlder };
  if (envelope?.kind === 'customer')
    return { badge: 'pending', state: texts.pending, note: `${texts.customerHere} ${texts.sendsItself}` };
  return envelope?.after === undefined
    ? { badge: 'pending', state: texts.pending, note: texts.sendsItself }
    : { badge: 'waiting', state: texts.waiting, note: texts.waitingNote };
}

/** Whose operation it is: the customer, or the printed code. */
export function nameOf({ envelope, label }: Operation): string {
  if (label !== null && label.userName !== '') return personName(label.userName);
  if (envelope === null) return texts.unknownCustomer;
  switch (envelope.kind) {
    case 'top-up':
    case 'top-up-void':
      return texts.code(shortCodeOf(envelope.payload.uuid));
    case 'void':
      return envelope.payload.codeCompra;
    case 'customer':
      return texts.unknownCustomer;
    case 'till-hand-over':
      return handOverCodeOf(envelope.opId);
    case 'purchase':
    case 'acceptance':
    case 'withdrawal':
      return texts.code(shortCodeOf(envelope.payload.codeQrUuid));
  }
}

function hereNote(kind: NonNullable<Operation['envelope']>['kind']): string {
  if (kind === 'customer') return texts.customerHere;
  if (kind === 'till-hand-over') return texts.handOverHere;
  return kind === 'top-up' ? texts.topUpHere : texts.purchaseHere;
}

function reviewNote({ reason }: Operation['status']): string {
  return reason === undefined ? texts.inReviewNote : `${conflictReasonTexts[reason]} ${texts.inReviewNote}`;
}

function doneNote(receipt: Operation['status']['receipt']): string {
  if (receipt === null) return '';
  if (receipt.kind === 'purchase') return texts.purchaseDone(receipt.receipt.codeCompra);
  if (receipt.kind === 'customer') return texts.customerDone;
  if (receipt.kind === 'hand-over') return texts.handOverDone;
  return texts.topUpDone(shortCodeOf(receipt.receipt.uuid));
}
