import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Answer } from '#src/server/answer.ts';
import { replyTooMany, type Quota, type Quotas, createKnownKeys } from '#src/server/http/throttle.ts';
import type { Database, Session } from '#src/server/store/database.ts';

/** An attempt at the secret of `account` from `address`. */
export type Guess = { account: string; address: string };

/**
 * Counts wrong attempts at `what` by account and address, by account, and by address, in the database, so that several
 * processes together allow no more than one. A person who was right before from an address is counted only by account and
 * address together, so that neither a crowd behind the same address nor guesses from elsewhere lock them out.
 */
export function createPasswordTries(what: string, database: Database, quotas: Quotas) {
  const known = createKnownKeys();
  return {
    /**
     * Judges an attempt with `work`, or replies that there were too many. `wrongCodes`: the refusals of a wrong
     * secret.
     */
    judge: async <Value>(
      reply: FastifyReply,
      guess: Guess,
      wrongCodes: readonly string[],
      work: () => Promise<Answer<Value>>,
    ): Promise<Answer<Value> | null> => {
      const pair = `${guess.account} ${guess.address}`;
      const places = placesOf(what, guess, known.has(pair), quotas);
      const waitMs = await begin(database, places);
      if (waitMs > 0) {
        replyTooMany(reply, waitMs);
        return null;
      }
      let answer: Answer<Value> | null = null;
      try {
        answer = await work();
        if (answer.ok) known.add(pair);
        return answer;
      } finally {
        const isWrong = answer !== null && !answer.ok && wrongCodes.includes(answer.code);
        if (!isWrong) await end(database, places, answer?.ok ?? false);
      }
    },
  };
}

/** One count: the hash of its subject, and the attempts that it allows. */
type TriedPlace = { key: string; quota: Quota };

/** The first place counts account and address; a right secret clears it. */
function placesOf(what: string, { account, address }: Guess, isKnown: boolean, quotas: Quotas): TriedPlace[] {
  const place = (name: string, quota: Quota): TriedPlace => ({
    key: createHash('sha256').update(`${what} ${name}`).digest('base64url'),
    quota,
  });
  const pair = place(`pair ${account} ${address}`, quotas.loginAccount);
  if (isKnown) return [pair];
  return [
    pair,
    place(`account ${account}`, quotas.loginAccountAnywhere),
    place(`address ${address}`, quotas.loginAddress),
  ];
}

class Closed extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super('no try left');
    this.waitMs = waitMs;
  }
}

/**
 * Counts an attempt as wrong before it is judged; `end` uncounts one that was not. Simultaneous attempts, at any process,
 * therefore count like consecutive ones, and an unfinished one counts as wrong. Returns the wait until the next attempt,
 * or 0 when it may be judged.
 */
async function begin(database: Database, places: readonly TriedPlace[]): Promise<number> {
  try {
    await database.transaction(async (session) => {
      await forgetSome(session);
      for (const { key, quota } of places) await count(session, key, quota);
    }, 'read');
    return 0;
  } catch (error) {
    if (error instanceof Closed) return error.waitMs;
    throw error;
  }
}

/**
 * One person's right password says nothing about the attempts of others, so it clears the count of account and address
 * alone.
 */
async function end(database: Database, places: readonly TriedPlace[], isRight: boolean): Promise<void> {
  await database.transaction(async (session) => {
    for (const [index, { key, quota }] of places.entries())
      if (isRight && index === 0) await forget(session, key);
      else await giveBack(session, key, quota);
  }, 'read');
}

/**
 * SQL: when the next attempt may begin after this many wrong ones. The first $2 are free, even for a
 * transaction that began a moment earlier. After that the wait doubles, up to $3 seconds.
 */
const opensAfter = (wrong: string): string => `case when ${wrong} < $2::int then '-infinity'::timestamptz
  else now() + least(5 * 2 ^ least(${wrong} - $2::int, 30), $3::float8) * interval '1 second' end`;
const forgetAfter = (wrong: string): string =>
  `greatest(${opensAfter(wrong)}, now()) + $3::float8 * interval '1 second'`;

async function count(session: Session, place: string, quota: Quota): Promise<void> {
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

async function giveBack(session: Session, place: string, quota: Quota): Promise<void> {
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
