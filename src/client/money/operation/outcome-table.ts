import type { Operation } from '#src/client/local/db/operation.ts';
import { offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { outboxTexts as texts } from '#src/client/texts/sync/outbox-texts.ts';
import { type Outcome, outcomeOf } from '#src/operations/outcome.ts';
import {
  acceptedEntry,
  always,
  confirmedEntry,
  coveredEntry,
  type Entry,
  type EntryOf,
  guaranteedEntry,
  onItsWay,
  pendingEntry,
  refusedEntry,
  ruledOutEntry,
  takenBackEntry,
  unpaidEntry,
  withdrawnEntry,
} from './outcome-entry.ts';

/** Sound of a result. Each has one cue and its own words. */
export type Sound = 'paid' | 'accepted' | 'pending' | 'refused';

/**
 * Next action of a row. `read`: learn the reason of the refusal. `send`: whatever its delivery needs,
 * possibly nothing.
 */
type NextAction = 'read' | 'decide' | 'print' | 'send';

interface OutcomeRow {
  entry: EntryOf;
  sound: Sound;
  next: NextAction;
}

/** The one table of outcomes for people at a till: badge and sentence, sound, next action. */
const table = {
  pending: { entry: onItsWay(pendingEntry), sound: 'pending', next: 'send' },
  undecided: {
    entry: onItsWay(always('warning', offlineTexts.notAccepted, offlineTexts.notAcceptedNote)),
    sound: 'pending',
    next: 'decide',
  },
  'ruled-out': { entry: onItsWay(ruledOutEntry), sound: 'pending', next: 'send' },
  voiding: { entry: always('undone', texts.undone, texts.undoneNote), sound: 'pending', next: 'send' },
  unreadable: {
    entry: always('warning', texts.unreadable, texts.unreadableNote),
    sound: 'pending',
    next: 'send',
  },
  'accepted-here': { entry: acceptedEntry, sound: 'accepted', next: 'send' },
  'accepted-there': { entry: onItsWay(acceptedEntry), sound: 'accepted', next: 'send' },
  covered: { entry: coveredEntry, sound: 'accepted', next: 'send' },
  unpaid: { entry: unpaidEntry, sound: 'accepted', next: 'send' },
  'issued-here': {
    entry: onItsWay(always('pending', offlineTexts.issued, texts.sendsItself)),
    sound: 'paid',
    next: 'send',
  },
  confirmed: { entry: confirmedEntry(texts.accepted), sound: 'paid', next: 'print' },
  paid: { entry: confirmedEntry(texts.paid), sound: 'paid', next: 'send' },
  short: { entry: guaranteedEntry, sound: 'paid', next: 'send' },
  voided: { entry: always('undone', texts.undone, texts.undoneNote), sound: 'paid', next: 'send' },
  refused: { entry: refusedEntry, sound: 'refused', next: 'read' },
  'taken-back': { entry: takenBackEntry, sound: 'refused', next: 'read' },
  withdrawing: { entry: withdrawnEntry(offlineTexts.withdrawnNote), sound: 'refused', next: 'send' },
  withdrawn: { entry: withdrawnEntry(''), sound: 'refused', next: 'read' },
} satisfies Record<Outcome, OutcomeRow>;

/** Returns the table's row for an operation. */
export function rowOf(operation: Operation, now?: number): OutcomeRow {
  return table[outcomeOf(operation, now)];
}

/**
 * Returns the badge and sentence of an operation. One that this version cannot read shows only that, whatever
 * its outcome.
 */
export function entryOf(operation: Operation, now: number): Entry {
  const row = operation.envelope === null ? table.unreadable : rowOf(operation, now);
  return row.entry(operation, now);
}

/** Returns true from the offline hand-over of the goods until their purchase is paid. */
export function isHandedOver(operation: Operation): boolean {
  return rowOf(operation).sound === 'accepted';
}
