import type { Operation } from '#src/client/local/db/operation.ts';
import { offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { outboxTexts as texts } from '#src/client/texts/sync/outbox-texts.ts';
import { type Outcome, outcomeOf } from '#src/operations/outcome.ts';
import {
  acceptedLook,
  always,
  confirmedLook,
  coveredLook,
  type OutcomeLook,
  type LookOf,
  guaranteedLook,
  onItsWay,
  pendingLook,
  refusedLook,
  ruledOutLook,
  takenBackLook,
  unpaidLook,
  withdrawnLook,
} from './outcome-look.ts';

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
    next: 'send',
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
