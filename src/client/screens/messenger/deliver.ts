import type { Outcome } from '#src/client/api/outcome.ts';
import { changeLetter, type CarriedDb, listLetters } from '#src/client/local/db/carried-letters.ts';
import { messengerTexts as texts } from '#src/client/texts/sync/messenger-texts.ts';
import { retryOf } from '#src/contract/refusals.ts';
import type { SealedLetter, SealedLetterAnswer } from '#src/contract/sync/letter.ts';

/** Shortest wait after a call without an answer, ms. */
const againMs = 5_000;

export type DeliverPorts = {
  db: CarriedDb;
  deliver(sealed: SealedLetter): Promise<Outcome<SealedLetterAnswer>>;
  now(): number;
  /** The letter on its way; null when none is. */
  onSending(id: string | null): void;
  onLink(link: 'online' | 'offline'): void;
};

/** `wait`: ms until the next attempt; null when nothing waits. `busy`: the server asked for the wait. */
export type Delivered = { waitMs: number | null; isBusy: boolean };

/**
 * Delivers waiting letters one after the other. A letter stays waiting until its answer is stored, so that an
 * interruption anywhere only repeats its call, which the server answers anew.
 */
export async function deliverWaiting(ports: DeliverPorts): Promise<Delivered> {
  try {
    for (;;) {
      const [letter] = (await listLetters(ports.db)).filter(({ state }) => state === 'waiting');
      if (!letter) return { waitMs: null, isBusy: false };
      ports.onSending(letter.id);
      const outcome = await ports.deliver(letter.sealed);
      const isBusy = isBusyOutcome(outcome);
      if (outcome.kind === 'unreachable' || isBusy) {
        ports.onLink(isBusy ? 'online' : 'offline');
        const retryAfterMs = outcome.kind === 'ok' ? undefined : outcome.retryAfterMs;
        return { waitMs: Math.max(retryAfterMs ?? 0, againMs), isBusy };
      }
      ports.onLink('online');
      await changeLetter(ports.db, letter.id, settled(outcome, ports.now()));
    }
  } finally {
    ports.onSending(null);
  }
}

function isBusyOutcome(outcome: Outcome<unknown>): boolean {
  if (outcome.kind === 'ok') return false;
  if (outcome.kind === 'unreachable') return outcome.reason === 'server';
  return outcome.status >= 500 || retryOf(outcome.code, outcome.status) === 'busy';
}

function settled(outcome: Exclude<Outcome<SealedLetterAnswer>, { kind: 'unreachable' }>, now: number) {
  if (outcome.kind === 'ok')
    return { state: 'delivered', answer: outcome.data, deliveredAt: now, problem: '' } as const;
  return { state: 'refused', problem: sentenceOf(outcome) } as const;
}

function sentenceOf({ code, status, message }: Extract<Outcome<unknown>, { kind: 'refused' }>): string {
  if (code === 'LETTER_UNREADABLE') return texts.changed;
  return status === 413 ? texts.tooLarge : message;
}
