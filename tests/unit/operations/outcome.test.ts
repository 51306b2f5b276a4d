import { describe, expect, it } from 'vitest';
import {
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
  it.each<[OperationState, Outcome]>([
    ['pending', 'pending'],
    ['sending', 'pending'],
    ['waiting-sign-in', 'pending'],
    ['waiting-top-up', 'pending'],
    ['in-review', 'pending'],
    ['accepted', 'confirmed'],
    ['settled-with-overspend', 'short'],
    ['refused', 'refused'],
  ])('follows the server where this device decided nothing: %s is %s', (state, expected) => {
    expect(outcome({ state })).toBe(expected);
  });

  it.each<[LocalDecision, Outcome, Outcome]>([
    ['deciding', 'pending', 'pending'],
    ['refused', 'ruled-out', 'ruled-out'],
    ['issued', 'issued-here', 'issued-here'],
    ['accepted', 'accepted-here', 'accepted-there'],
    ['voided', 'voiding', 'voiding'],
    ['withdrawn', 'withdrawing', 'withdrawing'],
  ])('follows the decision "%s" while the server has not settled it', (decision, unsent, sent) => {
    expect(open.map((state) => outcome({ state, decision }))).toEqual([unsent, unsent, unsent]);
    expect(recorded.map((state) => outcome({ state, decision }))).toEqual([sent, sent]);
  });

  it.each<[LocalDecision, Outcome, Outcome, Outcome]>([
    ['deciding', 'confirmed', 'short', 'refused'],
    ['refused', 'confirmed', 'short', 'refused'],
    ['issued', 'confirmed', 'short', 'refused'],
    ['accepted', 'paid', 'short', 'accepted-here'],
    ['voided', 'voided', 'voided', 'refused'],
    ['withdrawn', 'withdrawing', 'withdrawing', 'withdrawn'],
  ])('weighs the decision "%s" against the server that settled it', (decision, paid, short, refused) => {
    const settled = (['accepted', 'settled-with-overspend', 'refused'] as const).map((state) =>
      outcome({ state, decision }),
    );
    expect(settled).toEqual([paid, short, refused]);
  });

  it('follows the acceptance for goods handed over offline', () => {
    const by = (acceptance: OperationState): Outcome => outcome({ decision: 'accepted', acceptance });
    expect(open.map(by)).toEqual(['accepted-here', 'accepted-here', 'accepted-here']);
    expect(recorded.map(by)).toEqual(['accepted-there', 'accepted-there']);
    expect(by('accepted')).toBe('covered');
    expect(by('settled-with-overspend')).toBe('covered');
    expect(by('refused')).toBe('unpaid');
  });

  it('counts goods as handed over despite a refused purchase, until the acceptance is settled', () => {
    const by = (acceptance: OperationState): Outcome =>
      outcome({ state: 'refused', decision: 'accepted', acceptance });
    expect(by('pending')).toBe('accepted-here');
    expect(by('in-review')).toBe('accepted-there');
    expect(by('accepted')).toBe('covered');
    expect(by('refused')).toBe('unpaid');
  });

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

  it("is only this device's decision for an unsettled operation of a newer version", () => {
    for (const state of [...open, ...recorded]) {
      expect(outcome({ state, isUnreadable: true })).toBe('unreadable');
      expect(outcome({ state, isUnreadable: true, decision: 'deciding' })).toBe('unreadable');
      expect(outcome({ state, isUnreadable: true, decision: 'voided' })).toBe('unreadable');
      expect(outcome({ state, isUnreadable: true, decision: 'accepted' })).toBe('accepted-here');
      expect(outcome({ state, isUnreadable: true, decision: 'issued' })).toBe('issued-here');
      expect(outcome({ state, isUnreadable: true, decision: 'withdrawn' })).toBe('withdrawing');
    }
    expect(outcome({ state: 'accepted', isUnreadable: true })).toBe('confirmed');
    expect(outcome({ state: 'refused', isUnreadable: true })).toBe('refused');
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
