/** Where the server's answer stands. The client's outbox keeps one of these with each operation. */
export type OperationState =
  | 'pending'
  | 'sending'
  | 'waiting-sign-in'
  | 'waiting-top-up'
  | 'in-review'
  | 'accepted'
  | 'settled-with-overspend'
  | 'refused';

/** What this device decided about an operation without an answer. */
export type LocalDecision = 'deciding' | 'accepted' | 'issued' | 'refused' | 'voided' | 'withdrawn';

/**
 * No decision yet: `pending` is still on this device, `at-server` is recorded there, `deciding` is about to be decided
 * here, `undecided` was left when its page died, `ruled-out` broke a rule of this device, `voiding` is a top-up whose
 * cash went back, and `unreadable` was written by a newer version.
 */
export type OpenOutcome =
  | 'pending'
  | 'at-server'
  | 'deciding'
  | 'undecided'
  | 'ruled-out'
  | 'voiding'
  | 'unreadable';

/**
 * Decided on this device without a link. `accepted-here`, `accepted-there` and `overruled` are goods handed over: not
 * sent, recorded by the server, and not sent while the server refused their purchase. Their acceptance ends as
 * `covered`, `covered-short` or `unpaid`. `issued-here` is a voucher handed out.
 */
type DecidedOutcome =
  | 'accepted-here'
  | 'accepted-there'
  | 'overruled'
  | 'covered'
  | 'covered-short'
  | 'unpaid'
  | 'issued-here';

/**
 * Settled by the server. `paid`: goods handed over without a link, paid by their purchase itself. `short`: paid in full,
 * though no voucher covered it. `voided`: a top-up that was made and then undone; `undone`: one that was voided here and
 * never made. `taken-back`: stopped by a person before the server made it.
 */
type SettledOutcome = 'confirmed' | 'paid' | 'short' | 'voided' | 'refused' | 'undone' | 'taken-back';

/**
 * A sale that an enrolled device or a phone took back. `reversing`: the server had charged it. `withdrawn`: the server
 * never made it.
 */
type WithdrawnOutcome = 'withdrawing' | 'reversing' | 'withdrawn';

/** What an operation has become. A new outcome does not compile until every table of outcomes answers it. */
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

/** By what this device decided and how far the server is. Goods handed over stay so until their acceptance is settled. */
const outcomes: Record<LocalDecision | 'none', Record<Stage, Outcome>> = {
  none: { ...undecided, open: 'pending', recorded: 'at-server' },
  deciding: { ...undecided, open: 'deciding', recorded: 'at-server' },
  refused: { ...undecided, open: 'ruled-out', recorded: 'ruled-out' },
  issued: { ...undecided, open: 'issued-here', recorded: 'issued-here', unread: 'issued-here' },
  accepted: {
    open: 'accepted-here',
    recorded: 'accepted-there',
    unread: 'accepted-here',
    paid: 'paid',
    short: 'short',
    refused: 'overruled',
  },
  voided: {
    open: 'voiding',
    recorded: 'voiding',
    unread: 'unreadable',
    paid: 'voided',
    short: 'voided',
    refused: 'undone',
  },
  withdrawn: {
    open: 'withdrawing',
    recorded: 'withdrawing',
    unread: 'withdrawing',
    paid: 'reversing',
    short: 'reversing',
    refused: 'withdrawn',
  },
};

/** Goods handed over without a link and not paid by their purchase, by the stage of their acceptance. */
const acceptedOutcomes: Record<Exclude<Stage, 'unread'>, Outcome> = {
  open: 'accepted-here',
  recorded: 'accepted-there',
  paid: 'covered',
  short: 'covered-short',
  refused: 'unpaid',
};

/** One operation as this device keeps it. `envelope` is null when a newer version wrote it. */
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

/** How long a device takes to decide alone, at most; what is older was left when its page died, ms. */
const decisionMs = 8_000;

/** Returns what an operation has become. `now`: device clock, ms; without it no operation counts as left undecided. */
export function outcomeOf({ envelope, status, acceptance }: Placed, now?: number): Outcome {
  const stage = stages[status.state];
  const isUnread = !envelope && (stage === 'open' || stage === 'recorded');
  const outcome = outcomes[status.offline?.kind ?? 'none'][isUnread ? 'unread' : stage];
  if (acceptance && stage !== 'paid' && stage !== 'short') {
    const accepted = acceptedOutcomes[stages[acceptance.state]];
    return accepted === 'accepted-here' && stage === 'refused' ? 'overruled' : accepted;
  }
  if (outcome === 'refused' && status.lastError === 'WITHDRAWN') return 'taken-back';
  if (outcome !== 'deciding' || stage !== 'open' || !envelope || now === undefined) return outcome;
  return Math.abs(now - Date.parse(envelope.occurredAt)) > decisionMs ? 'undecided' : outcome;
}

/** Whether an answer, or this device's own decision, may still come within the tap that placed the operation. */
export function isFresh(outcome: OpenOutcome, { state, attempts }: Placed['status']): boolean {
  if (outcome === 'unreadable' || stages[state] !== 'open') return false;
  return outcome === 'deciding' || (state !== 'waiting-sign-in' && attempts === 0);
}
