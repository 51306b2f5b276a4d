import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Answer } from '#src/server/answer.ts';
import {
  createFailureThrottle,
  createKnownKeys,
  type FailureThrottle,
  type Verdict,
  type FailureQuota,
} from '#src/server/http/failure-throttle.ts';
import { replyTooMany, type Quotas } from '#src/server/http/throttle.ts';
import type { Database, Session } from '#src/server/store/database.ts';

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

/** One count: its subject, and the account or address. */
type TriedPlace = { name: string; quota: FailureQuota };
type SharedTry = { waitMs: number } | { waitMs: 0; end(outcome: Verdict): Promise<void> };

class Closed extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super('no try left');
    this.waitMs = waitMs;
  }
}

/**
 * Keeps the counts of failure-throttle.ts in the database, so that several processes together allow no more
 * attempts than one. An attempt is counted as wrong before it is judged and uncounted if it was right.
 * Simultaneous attempts, at any process, therefore count like consecutive ones, and an unfinished one counts
 * as wrong. The first place counts account and address; a right secret clears it.
 */
async function beginShared(database: Database, places: readonly TriedPlace[]): Promise<SharedTry> {
  const keys = places.map(({ name }) => createHash('sha256').update(name).digest('base64url'));
  try {
    await database.transaction(async (session) => {
      await forgetSome(session);
      for (const [index, { quota }] of places.entries()) await count(session, keys[index] ?? '', quota);
    }, 'read');
  } catch (error) {
    if (error instanceof Closed) return { waitMs: error.waitMs };
    throw error;
  }
  return {
    waitMs: 0,
    end: async (outcome) => {
      if (outcome === 'wrong') return;
      await database.transaction(async (session) => {
        for (const [index, { quota }] of places.entries())
          if (outcome === 'right' && index === 0) await forget(session, keys[index] ?? '');
          else await giveBack(session, keys[index] ?? '', quota);
      }, 'read');
    },
  };
}

/**
 * SQL: when the next attempt may begin after this many wrong ones. The first $2 are free, even for a
 * transaction that began a moment earlier. After that the wait doubles, up to $3 seconds.
 */
const opensAfter = (wrong: string): string => `case when ${wrong} < $2::int then '-infinity'::timestamptz
  else now() + least(5 * 2 ^ least(${wrong} - $2::int, 30), $3::float8) * interval '1 second' end`;
const forgetAfter = (wrong: string): string =>
  `greatest(${opensAfter(wrong)}, now()) + $3::float8 * interval '1 second'`;

async function count(session: Session, place: string, quota: FailureQuota): Promise<void> {
  const wrong = '(case when t.forget_at <= now() then 1 else t.wrong + 1 end)';
  const { rowCount } = await session.query({
    name: 'count-try',
    text: `insert into wrong_try as t (place, wrong, opens_at, forget_at)
      values ($1, 1, ${opensAfter('1')}, ${forgetAfter('1')})
      on conflict (place) do update set wrong = ${wrong}, opens_at = ${opensAfter(wrong)},
        forget_at = ${forgetAfter(wrong)}
      where t.opens_at <= now()`,
    values: [place, quota.points, quota.seconds],
  });
  if (rowCount > 0) return;
  const { rows } = await session.query<{ wait: number }>({
    name: 'wait-for-try',
    text: `select (extract(epoch from opens_at - now()) * 1000)::int as wait from wrong_try where place = $1`,
    values: [place],
  });
  throw new Closed(Math.max(1, rows[0]?.wait ?? 1));
}

async function giveBack(session: Session, place: string, quota: FailureQuota): Promise<void> {
  await session.query({
    name: 'give-try-back',
    text: `update wrong_try set wrong = greatest(wrong - 1, 0),
        opens_at = least(opens_at, ${opensAfter('greatest(wrong - 1, 0)')})
      where place = $1`,
    values: [place, quota.points, quota.seconds],
  });
}

async function forget(session: Session, place: string): Promise<void> {
  await session.query({
    name: 'forget-tries',
    text: 'delete from wrong_try where place = $1',
    values: [place],
  });
}

/**
 * Each attempt removes more expired rows than it can leave, so that the table does not grow and needs no
 * timer.
 */
async function forgetSome(session: Session): Promise<void> {
  await session.query({
    name: 'forget-old-tries',
    text: `delete from wrong_try where ctid = any (array(
      select ctid from wrong_try where forget_at <= now() order by forget_at limit 10 for update skip locked))`,
  });
}
