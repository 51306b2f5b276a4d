/**
 * Not settled, and still to be sent by this device. waiting-sign-in resumes automatically after the next
 * sign-in.
 */
export const openStates = ['pending', 'sending', 'waiting-sign-in'] as const;
/** Recorded by the server without a decision: the status changes there and is queried again. */
export const recordedStates = ['waiting-top-up', 'in-review'] as const;
/** These never change again. */
export const finalStates = ['accepted', 'settled-with-overspend', 'refused'] as const;

/**
 * State of the server's answer, which the outbox stores with each operation: pending -> sending -> a recorded
 * state -> a final one; sending falls back to pending.
 */
export type OperationState =
  | (typeof openStates)[number]
  | (typeof recordedStates)[number]
  | (typeof finalStates)[number];

/** This device's decision about an operation without an answer. */
export type LocalDecision = 'deciding' | 'accepted' | 'issued' | 'refused' | 'voided' | 'withdrawn';

/**
 * No decision yet. `pending`: on its way, or recorded by the server. `undecided`: left when its page died.
 * `ruled-out`: broke a rule of this device. `voiding`: a top-up whose cash was returned. `unreadable`: written
 * by a newer version.
 */
type OpenOutcome = 'pending' | 'undecided' | 'ruled-out' | 'voiding' | 'unreadable';

/**
 * Decided on this device offline. `accepted-here` and `accepted-there` are goods handed over: not sent, and
 * recorded by the server. Their acceptance ends as `covered` or `unpaid`. `issued-here` is a voucher issued
 * here.
 */
type DecidedOutcome = 'accepted-here' | 'accepted-there' | 'covered' | 'unpaid' | 'issued-here';

/**
 * Settled by the server. `paid`: goods handed over offline, paid by their purchase itself. `short`: paid in
 * full without a voucher's cover. `voided`: a top-up that was made and then voided. `taken-back`: stopped by a
 * person before the server made it.
 */
type SettledOutcome = 'confirmed' | 'paid' | 'short' | 'voided' | 'refused' | 'taken-back';

/** A sale that an enrolled device or a phone withdrew. `withdrawn`: the server never made it. */
type WithdrawnOutcome = 'withdrawing' | 'withdrawn';

/** Outcome of an operation. A new one does not compile until every table of outcomes covers it. */
export type Outcome = OpenOutcome | DecidedOutcome | SettledOutcome | WithdrawnOutcome;

/** `unread`: not settled, and its envelope cannot be read. */
type Stage = 'open' | 'recorded' | 'unread' | 'paid' | 'short' | 'refused';

const stages: Record<OperationState, Exclude<Stage, 'unread'>> = {
  pending: 'open',
  sending: 'open',
  'waiting-sign-in': 'open',
  'waiting-top-up': 'recorded',
  'in-review': 'recorded',
  accepted: 'paid',
  'settled-with-overspend': 'short',
  refused: 'refused',
};

const undecided = { unread: 'unreadable', paid: 'confirmed', short: 'short', refused: 'refused' } as const;

/**
 * By this device's decision and the server's progress. Goods handed over count as such until their acceptance
 * is settled.
 */
const outcomes: Record<LocalDecision | 'none', Record<Stage, Outcome>> = {
  none: { ...undecided, open: 'pending', recorded: 'pending' },
  deciding: { ...undecided, open: 'pending', recorded: 'pending' },
  refused: { ...undecided, open: 'ruled-out', recorded: 'ruled-out' },
  issued: { ...undecided, open: 'issued-here', recorded: 'issued-here', unread: 'issued-here' },
  accepted: {
    open: 'accepted-here',
    recorded: 'accepted-there',
    unread: 'accepted-here',
    paid: 'paid',
    short: 'short',
    refused: 'accepted-here',
  },
  voided: {
    open: 'voiding',
    recorded: 'voiding',
    unread: 'unreadable',
    paid: 'voided',
    short: 'voided',
    refused: 'refused',
  },
  withdrawn: {
    open: 'withdrawing',
    recorded: 'withdrawing',
    unread: 'withdrawing',
    paid: 'withdrawing',
    short: 'withdrawing',
    refused: 'withdrawn',
  },
};

/** Goods handed over offline and not paid by their purchase, by the stage of their acceptance. */
const acceptedOutcomes: Record<Exclude<Stage, 'unread'>, Outcome> = {
  open: 'accepted-here',
  recorded: 'accepted-there',
  paid: 'covered',
  short: 'covered',
  refused: 'unpaid',
};

/** One operation as this device stores it. `envelope` is null when a newer version wrote it. */
type Placed = {
  envelope: { occurredAt: string } | null;
  status: {
    state: OperationState;
    attempts: number;
    lastError: string | null;
    offline?: { kind: LocalDecision };
  };
  acceptance: { state: OperationState } | null;
};

/** Longest time in which a device decides alone, ms. An older decision was left when its page died. */
const decisionMs = 8_000;

/**
 * Returns an operation's outcome. `now`: device clock, ms; without it no operation counts as left undecided.
 */
export function outcomeOf({ envelope, status, acceptance }: Placed, now?: number): Outcome {
  const stage = stages[status.state];
  const isUnread = !envelope && (stage === 'open' || stage === 'recorded');
  const outcome = outcomes[status.offline?.kind ?? 'none'][isUnread ? 'unread' : stage];
  if (acceptance && stage !== 'paid' && stage !== 'short') return acceptedOutcomes[stages[acceptance.state]];
  if (outcome === 'refused' && status.lastError === 'WITHDRAWN') return 'taken-back';
  if (!isDeciding({ envelope, status }) || !envelope || now === undefined) return outcome;
  return Math.abs(now - Date.parse(envelope.occurredAt)) > decisionMs ? 'undecided' : outcome;
}

/** Returns whether this device still has to decide it. */
export function isDeciding({ envelope, status }: Pick<Placed, 'envelope' | 'status'>): boolean {
  return envelope !== null && status.offline?.kind === 'deciding' && stages[status.state] === 'open';
}

/**
 * Returns whether an answer, or this device's own decision, may still come within the tap that placed the
 * operation.
 */
export function isFresh({ envelope, status }: Pick<Placed, 'envelope' | 'status'>): boolean {
  if (envelope === null || stages[status.state] !== 'open') return false;
  return isDeciding({ envelope, status }) || (status.state !== 'waiting-sign-in' && status.attempts === 0);
}
