import { describe, expect, it } from 'vitest';
import {
  finalStates,
  isFresh,
  type LocalDecision,
  type OperationState,
  type Outcome,
  outcomeOf,
} from '#src/operations/outcome.ts';

const placedAt = Date.parse('2026-11-21T14:00:00.000Z');

interface Given {
  state?: OperationState;
  decision?: LocalDecision;
  acceptance?: OperationState;
  lastError?: string;
  isUnreadable?: boolean;
  attempts?: number;
}

/** A readable operation that waits on this device by default. */
function placed({ state = 'pending', decision, acceptance, lastError, isUnreadable, attempts = 0 }: Given) {
  return {
    envelope: isUnreadable === true ? null : { occurredAt: new Date(placedAt).toISOString() },
    status: {
      state,
      attempts,
      lastError: lastError ?? null,
      ...(decision === undefined ? {} : { offline: { kind: decision } }),
    },
    acceptance: acceptance === undefined ? null : { state: acceptance },
  };
}

const outcome = (given: Given, now?: number): Outcome => outcomeOf(placed(given), now);

const open: OperationState[] = ['pending', 'sending', 'waiting-sign-in'];
const recorded: OperationState[] = ['waiting-top-up', 'in-review'];

describe("an operation's outcome", () => {
  /** By the device's decision: unsent, recorded, paid, without cover, refused, and unsettled of a newer version. */
  type Row = [LocalDecision | 'none', Outcome, Outcome, Outcome, Outcome, Outcome, Outcome];
  it.each<Row>([
    ['none', 'pending', 'pending', 'confirmed', 'short', 'refused', 'unreadable'],
    ['deciding', 'pending', 'pending', 'confirmed', 'short', 'refused', 'unreadable'],
    ['refused', 'ruled-out', 'ruled-out', 'confirmed', 'short', 'refused', 'unreadable'],
    ['issued', 'issued-here', 'issued-here', 'confirmed', 'short', 'refused', 'issued-here'],
    ['accepted', 'accepted-here', 'accepted-there', 'paid', 'short', 'accepted-here', 'accepted-here'],
    ['voided', 'voiding', 'voiding', 'voided', 'voided', 'refused', 'unreadable'],
    ['withdrawn', 'withdrawing', 'withdrawing', 'withdrawing', 'withdrawing', 'withdrawn', 'withdrawing'],
  ])('weighs the decision "%s" against the server', (decided, unsent, sent, paid, short, refused, unread) => {
    const by = (state: OperationState, isUnreadable = false): Outcome =>
      outcome({ state, isUnreadable, ...(decided === 'none' ? {} : { decision: decided }) });
    for (const state of open) expect([by(state), by(state, true)]).toEqual([unsent, unread]);
    for (const state of recorded) expect([by(state), by(state, true)]).toEqual([sent, unread]);
    for (const isUnreadable of [false, true])
      expect(finalStates.map((state) => by(state, isUnreadable))).toEqual([paid, short, refused]);
  });

  it.each(['pending', 'refused'] as const)(
    'follows the acceptance for goods handed over offline, whose purchase is %s',
    (state) => {
      const by = (acceptance: OperationState): Outcome =>
        outcome({ state, decision: 'accepted', acceptance });
      expect(open.map(by)).toEqual(['accepted-here', 'accepted-here', 'accepted-here']);
      expect(recorded.map(by)).toEqual(['accepted-there', 'accepted-there']);
      expect(finalStates.map(by)).toEqual(['covered', 'covered', 'unpaid']);
    },
  );

  it('follows a paid purchase rather than its acceptance', () => {
    expect(outcome({ state: 'accepted', decision: 'accepted', acceptance: 'refused' })).toBe('paid');
    const short = outcome({
      state: 'settled-with-overspend',
      decision: 'accepted',
      acceptance: 'in-review',
    });
    expect(short).toBe('short');
  });

  it('separates an operation stopped by a person from one refused by the server', () => {
    expect(outcome({ state: 'refused', lastError: 'WITHDRAWN' })).toBe('taken-back');
    expect(outcome({ state: 'refused', lastError: 'INSUFFICIENT_BALANCE' })).toBe('refused');
    expect(outcome({ state: 'refused', decision: 'voided', lastError: 'WITHDRAWN' })).toBe('taken-back');
    expect(outcome({ state: 'pending', lastError: 'WITHDRAWN' })).toBe('pending');
  });
});

describe('an operation that its device was about to decide', () => {
  it.each(open)('counts as undecided 8 s after its placement, with a fast or slow clock: %s', (state) => {
    const at = (now: number): Outcome => outcome({ state, decision: 'deciding' }, now);
    expect(at(placedAt + 8_000)).toBe('pending');
    expect(at(placedAt + 8_001)).toBe('undecided');
    expect(at(placedAt - 8_001)).toBe('undecided');
  });

  it('needs no decision once the server has it, nor on a device that decides nothing', () => {
    const late = placedAt + 60_000;
    for (const state of recorded) expect(outcome({ state, decision: 'deciding' }, late)).toBe('pending');
    expect(outcome({ state: 'accepted', decision: 'deciding' }, late)).toBe('confirmed');
    expect(outcome({}, late)).toBe('pending');
  });
});

describe('an answer within the tap', () => {
  const fresh = (given: Given): boolean => isFresh(placed(given));

  it('may come while the first attempt is under way, and not after it failed', () => {
    expect(fresh({})).toBe(true);
    expect(fresh({ state: 'sending' })).toBe(true);
    expect(fresh({ attempts: 1 })).toBe(false);
    expect(fresh({ state: 'waiting-sign-in' })).toBe(false);
    expect(fresh({ state: 'in-review' })).toBe(false);
  });

  it("may still come by this device's decision after a failed attempt", () => {
    const deciding = (given: Given): boolean => fresh({ ...given, decision: 'deciding' });
    expect(deciding({ attempts: 3 })).toBe(true);
    expect(deciding({ state: 'waiting-sign-in' })).toBe(true);
    expect(deciding({ state: 'in-review' })).toBe(false);
  });

  it('never comes for an operation unreadable by this version', () => {
    expect(fresh({ isUnreadable: true })).toBe(false);
  });
});
