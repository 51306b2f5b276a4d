import type { Operation, OperationStatus } from '#src/client/local/db/operation.ts';
import { mustAsk } from '#src/client/local/outbox/unaccepted.ts';
import { conflictReasonTexts } from '#src/client/texts/settlement-texts.ts';
import { offlineTexts, offlineRefusalTexts } from '#src/client/texts/sync/offline-texts.ts';
import { outboxTexts as texts } from '#src/client/texts/sync/outbox-texts.ts';
import { staffWaitingTexts, stallPlace } from '#src/client/texts/sync/staff-waiting-texts.ts';
import type { BadgeKind } from '#src/client/ui/tables/badge.tsx';
import { moneyOf } from '#src/operations/exposure.ts';
import { type Outcome, outcomeOf, type OperationState } from '#src/operations/outcome.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { offlineRefusalOf, refusalMessage } from './refusal-message.ts';

/** Badge and sentence of a row in a list of operations. */
interface OutcomeLook {
  badge: BadgeKind;
  state: string;
  note: string;
}

/** `now`: device clock, ms since 1970. */
type LookOf = (operation: Operation, now: number) => OutcomeLook;

/** Returns the status that settles it: the acceptance's when goods were handed over offline. */
function decisive({ status, acceptance }: Operation): OperationStatus {
  return acceptance ?? status;
}

function always(badge: BadgeKind, state: string, note: string): () => OutcomeLook {
  return () => ({ badge, state, note });
}

/** Describes how far an operation is on its way to an answer; null while it is on this device, or final. */
const places: Record<OperationState, ((operation: Operation) => OutcomeLook) | null> = {
  pending: null,
  sending: ({ envelope }) => ({
    badge: 'sending',
    state: texts.sending,
    note: envelope === null ? '' : texts.kinds[envelope.kind].here,
  }),
  'waiting-sign-in': always('needs-sign-in', texts.needsSignIn, texts.needsSignInNote),
  'waiting-top-up': always('waiting', texts.waiting, texts.waitingThere),
  'in-review': (operation) => ({
    badge: 'warning',
    state: texts.inReview,
    note: reviewNote(decisive(operation)),
  }),
  accepted: null,
  'settled-with-overspend': null,
  refused: null,
};

/** An operation on its way shows its place; one at rest on this device shows `atRest`. */
function onItsWay(atRest: LookOf): LookOf {
  return (operation, now) => places[decisive(operation).state]?.(operation) ?? atRest(operation, now);
}

function pendingLook(operation: Operation, now: number): OutcomeLook {
  const { envelope, status } = operation;
  if (mustAsk(operation, now))
    return { badge: 'warning', state: texts.pending, note: stallPlace.causes.old.join(' ') };
  if (status.lastError === 'newer-version')
    return { badge: 'warning', state: texts.pending, note: texts.serverIsOlder };
  if (envelope && moneyOf(envelope) === null)
    return {
      badge: 'pending',
      state: texts.pending,
      note: `${texts.kinds.customer.here} ${texts.sendsItself}`,
    };
  return envelope?.after === undefined
    ? { badge: 'pending', state: texts.pending, note: texts.sendsItself }
    : { badge: 'waiting', state: texts.waiting, note: texts.waitingNote };
}

function ruledOutLook({ status }: Operation): OutcomeLook {
  const refusal = offlineRefusalOf(status);
  const why = refusal === null ? '' : offlineRefusalTexts[refusal.reason];
  return { badge: 'pending', state: texts.pending, note: `${why} ${texts.doNotDeliver}` };
}

/** An offline sale has its own entry until the server has settled it, even if its purchase was refused. */
function acceptedLook({ status }: Operation): OutcomeLook {
  const note = status.state === 'refused' ? texts.refusedButGone : texts.sendsItself;
  return { badge: 'pending', state: texts.acceptedHere, note };
}

const guaranteedLook = always('paid', texts.guaranteed, texts.guaranteedNote);

function confirmedLook(state: string): LookOf {
  return ({ status }) => ({ badge: 'paid', state, note: doneNote(status.receipt) });
}

function coveredLook({ acceptance }: Operation): OutcomeLook {
  if (acceptance?.state === 'settled-with-overspend') return guaranteedLook();
  return { badge: 'paid', state: texts.paid, note: doneNote(acceptance?.receipt ?? null) };
}

function unpaidLook({ acceptance }: Operation): OutcomeLook {
  return { badge: 'refused', state: texts.notPaid, note: acceptance?.message ?? '' };
}

function refusedLook({ status }: Operation): OutcomeLook {
  return { badge: 'refused', state: texts.refused, note: status.message };
}

function takenBackLook({ status }: Operation): OutcomeLook {
  return { badge: 'undone', state: staffWaitingTexts.withdrawn, note: status.message };
}

/** Nothing was handed over and nothing is paid: the server never posts the sale, or voids it. */
function withdrawnLook(note: string): LookOf {
  return (operation) => ({
    badge: 'refused',
    state: offlineTexts.withdrawn,
    note: `${refusalMessage(operation)} ${note}`.trim(),
  });
}

function reviewNote({ reason }: OperationStatus): string {
  return reason === undefined ? texts.inReviewNote : `${conflictReasonTexts[reason]} ${texts.inReviewNote}`;
}

function doneNote(receipt: OperationStatus['receipt']): string {
  if (receipt === null) return '';
  if (receipt.purchase) return texts.purchaseDone(receipt.purchase.codeCompra);
  return receipt.topUp ? texts.topUpDone(shortCodeOf(receipt.topUp.uuid)) : texts.customerDone;
}

/** Sound of a result. Each has one cue and its own words. */
export type Sound = 'paid' | 'accepted' | 'pending' | 'refused';

/**
 * Next action of a row. `read`: learn the reason of the refusal. `send`: whatever its delivery needs,
 * possibly nothing.
 */
type NextAction = 'read' | 'decide' | 'print' | 'send';

interface OutcomeRow {
  look: LookOf;
  sound: Sound;
  next: NextAction;
}

/** The one table of outcomes for people at a till: badge and sentence, sound, next action. */
const table = {
  pending: { look: onItsWay(pendingLook), sound: 'pending', next: 'send' },
  undecided: {
    look: onItsWay(always('warning', offlineTexts.notAccepted, offlineTexts.notAcceptedNote)),
    sound: 'pending',
    next: 'decide',
  },
  'ruled-out': { look: onItsWay(ruledOutLook), sound: 'pending', next: 'send' },
  voiding: { look: always('undone', texts.undone, texts.undoneNote), sound: 'pending', next: 'send' },
  unreadable: {
    look: always('warning', texts.unreadable, texts.unreadableNote),
    sound: 'pending',
    next: 'send',
  },
  'accepted-here': { look: acceptedLook, sound: 'accepted', next: 'send' },
  'accepted-there': { look: onItsWay(acceptedLook), sound: 'accepted', next: 'send' },
  covered: { look: coveredLook, sound: 'accepted', next: 'send' },
  unpaid: { look: unpaidLook, sound: 'accepted', next: 'send' },
  'issued-here': {
    look: onItsWay(always('pending', offlineTexts.issued, texts.sendsItself)),
    sound: 'paid',
    next: 'print',
  },
  confirmed: { look: confirmedLook(texts.accepted), sound: 'paid', next: 'print' },
  paid: { look: confirmedLook(texts.paid), sound: 'paid', next: 'send' },
  short: { look: guaranteedLook, sound: 'paid', next: 'send' },
  voided: { look: always('undone', texts.undone, texts.undoneNote), sound: 'paid', next: 'send' },
  refused: { look: refusedLook, sound: 'refused', next: 'read' },
  'taken-back': { look: takenBackLook, sound: 'refused', next: 'read' },
  withdrawing: { look: withdrawnLook(offlineTexts.withdrawnNote), sound: 'refused', next: 'send' },
  withdrawn: { look: withdrawnLook(''), sound: 'refused', next: 'read' },
} satisfies Record<Outcome, OutcomeRow>;

/** Returns the table's row for an operation. */
export function rowOf(operation: Operation, now?: number): OutcomeRow {
  return table[outcomeOf(operation, now)];
}

/**
 * Returns the badge and sentence of an operation. One that this version cannot read shows only that, whatever
 * its outcome.
 */
export function lookOf(operation: Operation, now: number): OutcomeLook {
  const row = operation.envelope === null ? table.unreadable : rowOf(operation, now);
  return row.look(operation, now);
}

/** Returns true from the offline hand-over of the goods until their purchase is paid. */
export function isHandedOver(operation: Operation): boolean {
  return rowOf(operation).sound === 'accepted';
}
