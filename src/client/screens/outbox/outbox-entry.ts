import type { Operation } from '#src/client/local/operation.ts';
import { needsReview } from '#src/client/local/read-outbox.ts';
import { outboxTexts as texts } from '#src/client/texts/outbox-texts.ts';
import type { BadgeKind } from '#src/client/ui/badge.tsx';
import { shortCodeOf } from '#src/domain/short-code.ts';
import { personName } from '../person-name.ts';

export type OutboxFilter = 'all' | 'open' | 'review' | 'sent';

export function belongsTo(operation: Operation, filter: OutboxFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'review') return needsReview(operation);
  if (filter === 'sent') return operation.fate.state === 'accepted';
  return !needsReview(operation) && operation.fate.state !== 'accepted' && operation.fate.state !== 'refused';
}

interface EntryState {
  badge: BadgeKind;
  state: string;
  note: string;
}

/** The state of an operation in plain words. */
export function stateOf({ envelope, fate }: Operation): EntryState {
  if (envelope === null) return { badge: 'warning', state: texts.unreadable, note: texts.unreadableNote };
  switch (fate.state) {
    case 'refused':
      return { badge: 'refused', state: texts.refused, note: fate.message };
    case 'sending':
      return {
        badge: 'sending',
        state: texts.sending,
        note: envelope.kind === 'purchase' ? texts.purchaseHere : texts.topUpHere,
      };
    case 'waiting-sign-in':
      return { badge: 'needs-sign-in', state: texts.needsSignIn, note: texts.needsSignInNote };
    case 'accepted':
    case 'settled-with-overspend':
      return { badge: 'paid', state: texts.accepted, note: doneNote(fate.receipt) };
    case 'waiting-top-up':
    case 'in-review':
      return { badge: 'waiting', state: texts.waiting, note: texts.waitingNote };
    case 'pending':
      break;
  }
  return envelope.after === undefined
    ? { badge: 'pending', state: texts.pending, note: texts.sendsItself }
    : { badge: 'waiting', state: texts.waiting, note: texts.waitingNote };
}

/** Whose operation it is: the customer, or the code on the paper. */
export function nameOf({ envelope, label }: Operation): string {
  if (label !== null && label.userName !== '') return personName(label.userName);
  if (envelope === null) return texts.unknownCustomer;
  switch (envelope.kind) {
    case 'top-up':
      return texts.code(shortCodeOf(envelope.payload.uuid));
    case 'customer':
      return texts.unknownCustomer;
    case 'purchase':
    case 'acceptance':
      return texts.code(shortCodeOf(envelope.payload.codeQrUuid));
  }
}

function doneNote(receipt: Operation['fate']['receipt']): string {
  if (receipt === null) return '';
  if (receipt.kind === 'purchase') return texts.purchaseDone(receipt.receipt.codeCompra);
  return receipt.kind === 'top-up' ? texts.topUpDone(shortCodeOf(receipt.receipt.uuid)) : '';
}
