import type { FastifyReply } from 'fastify';
import type { Answer } from '#src/server/answer.ts';
import {
  createFailureThrottle,
  createKnownKeys,
  type FailureThrottle,
  type Verdict,
} from '#src/server/http/failure-throttle.ts';
import { replyTooMany, type Quotas } from '#src/server/http/throttle.ts';
import type { Database } from '#src/server/store/database.ts';
import { beginShared, type TriedPlace } from './shared-tries.ts';

/** An attempt at the secret of `account` from `address`. */
export type Guess = { account: string; address: string };

/**
 * Counts wrong secrets by account and address, by account, and by address. A person who was right before from
 * an address is counted only by account and address together, so that neither a crowd behind the same address
 * nor guesses from elsewhere lock them out.
 */
export type PasswordTries = {
  /**
   * Judges an attempt with `work`, or replies that there were too many. `wrongCodes`: the refusals of a wrong
   * secret.
   */
  judge<Value>(
    reply: FastifyReply,
    guess: Guess,
    wrongCodes: readonly string[],
    work: () => Promise<Answer<Value>>,
  ): Promise<Answer<Value> | null>;
};

/** Counts attempts at `what`, in this process and, in the database, across processes. */
export function createPasswordTries(what: string, database: Database, quotas: Quotas): PasswordTries {
  const here = createFailureThrottle(quotas.loginAccount);
  const anywhere = createFailureThrottle(quotas.loginAccountAnywhere);
  const address = createFailureThrottle(quotas.loginAddress);
  const known = createKnownKeys();
  return {
    judge: async (reply, guess, wrongCodes, work) => {
      const pair = `${guess.account} ${guess.address}`;
      const places: [FailureThrottle, string][] = [[here, pair]];
      if (!known.has(pair)) places.push([anywhere, guess.account], [address, guess.address]);
      const end = beginAll(places, reply);
      if (!end) return null;
      let outcome: Verdict = 'not-judged';
      const shared = await beginShared(database, sharedPlaces(what, guess, places.length > 1, quotas)).catch(
        (error: unknown) => {
          end('not-judged');
          throw error;
        },
      );
      if (!('end' in shared)) {
        end('not-judged');
        replyTooMany(reply, shared.waitMs);
        return null;
      }
      try {
        const answer = await work();
        if (answer.ok) known.add(pair);
        outcome = answer.ok ? 'right' : wrongCodes.includes(answer.code) ? 'wrong' : 'not-judged';
        return answer;
      } finally {
        end(outcome);
        await shared.end(outcome);
      }
    },
  };
}

function sharedPlaces(
  what: string,
  { account, address }: Guess,
  isUnknown: boolean,
  quotas: Quotas,
): TriedPlace[] {
  const pair = { name: `${what} pair ${account} ${address}`, quota: quotas.loginAccount };
  if (!isUnknown) return [pair];
  return [
    pair,
    { name: `${what} account ${account}`, quota: quotas.loginAccountAnywhere },
    { name: `${what} address ${address}`, quota: quotas.loginAddress },
  ];
}

/** Returns null if one of the counts has no attempt left, after sending the refusal. */
function beginAll(
  places: readonly [FailureThrottle, string][],
  reply: FastifyReply,
): ((outcome: Verdict) => void) | null {
  const ends: ((outcome: Verdict) => void)[] = [];
  for (const [throttle, key] of places) {
    const begun = throttle.begin(key);
    if (!('end' in begun)) {
      for (const end of ends) end('not-judged');
      replyTooMany(reply, begun.waitMs);
      return null;
    }
    // One person's right password says nothing about the attempts of others, so only the count of account and
    // address is cleared.
    ends.push(
      ends.length === 0 ? begun.end : (outcome) => begun.end(outcome === 'right' ? 'not-judged' : outcome),
    );
  }
  return (outcome) => {
    for (const end of ends) end(outcome);
  };
}
