import { createHash, createHmac, randomBytes } from 'node:crypto';
import { base32nopad } from '@scure/base';
import type { BegunFactor, FactorState, RecoveryCodes } from '#src/extras/second-factor/contract/schemas.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { codeOfMac } from '#src/server/ledger/ids.ts';
import type { SignInVerdict } from '#src/server/nouns/accounts/sessions.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeSignInDecision } from '#src/server/store/records/decisions.ts';
import type { PersonRow } from '#src/server/store/records/people.ts';
import { createSecretBox, type SecretBox } from '#src/server/store/secrets/secret-box.ts';
import type { PasswordCheck } from '#src/server/store/secrets/slow-hash.ts';
import { stepOf, totpUri } from './totp.ts';

export type FactorDeps = {
  database: Database;
  now: () => Date;
  /** Time compared with authenticators. `now` may lag behind it, and then every code would be wrong. */
  liveNow: () => Date;
  passwordMatches: PasswordCheck;
  /** Encrypts the secrets in the database; undefined if they are stored in plain text. */
  factorBox?: SecretBox | undefined;
};

const secretBytes = 20;
const recoveryCount = 8;
/** Time in which a confirmation whose answer was lost may be repeated with a code. */
const repeatMs = 10 * 60_000;
const openBox = createSecretBox(null, 'second-factors');

type FactorRow = { secret: string; confirmed_at: Date | null; last_step: number; recovery: string[] };

/**
 * Returns whether a caller who knows the password of this account may sign in. A code works once: its step is stored in the same
 * transaction, so that of two concurrent sign-ins with one code only one succeeds.
 */
export function judgeFactor(
  deps: Pick<FactorDeps, 'database' | 'now' | 'liveNow' | 'factorBox'>,
  person: PersonRow,
  code: string | undefined,
): Promise<SignInVerdict> {
  return deps.database.transaction(async (session) => {
    const row = await lockFactor(session, person.id);
    if (!row?.confirmed_at) return 'right';
    if (code === undefined) return 'needed';
    if (await takeCode(deps, session, person, row, code)) return 'right';
    await writeSignInDecision(deps, session, 'second-factor-failed', null, person);
    return 'wrong';
  }, 'money');
}

export async function readFactor({ database }: FactorDeps, person: PersonRow): Promise<FactorState> {
  const row = await lockFactor(database, person.id);
  const isOn = row?.confirmed_at != null;
  return { isOn, recoveryLeft: isOn ? row.recovery.length : 0 };
}

/** Returns a new secret. It takes effect once a code of it is confirmed. Refuses while a second factor is on. */
export async function beginFactor(
  deps: FactorDeps,
  person: PersonRow,
  password: string,
): Promise<Answer<BegunFactor>> {
  if (!(await deps.passwordMatches(person.password_hash, password))) return refuse('WRONG_PASSWORD');
  const secret = randomBytes(secretBytes);
  const closed = (deps.factorBox ?? openBox).close(base32nopad.encode(secret));
  const { rowCount } = await deps.database.query({
    name: 'begin-factor',
    text: `insert into second_factor (person_id, secret) values ($1, $2)
      on conflict (person_id) do update set secret = excluded.secret, last_step = 0
        where second_factor.confirmed_at is null`,
    values: [person.id, closed],
  });
  if (rowCount === 0) return refuse('WRONG_STATE');
  return done({ secret: base32nopad.encode(secret), uri: totpUri(secret, person.email) });
}

/**
 * Requires a code at every sign-in from now on. The database keeps only hashes of the recovery codes. They are
 * derived from the secret, so that a repeated confirmation returns the same ones until one was used.
 */
export function confirmFactor(
  deps: FactorDeps,
  actor: Actor,
  person: PersonRow,
  code: string,
): Promise<Answer<RecoveryCodes>> {
  return deps.database.transaction(async (session) => {
    const row = await lockFactor(session, person.id);
    const confirmedAt = row?.confirmed_at?.getTime() ?? null;
    const isRepeated =
      confirmedAt !== null &&
      row?.recovery.length === recoveryCount &&
      deps.now().getTime() - confirmedAt < repeatMs;
    if (!row || (confirmedAt !== null && !isRepeated)) return refuse('WRONG_STATE');
    // A repetition may send the code of the confirmation again, and no recovery code.
    const taken = isRepeated ? { ...row, last_step: row.last_step - 1, recovery: [] } : row;
    if (!(await takeCode(deps, session, person, taken, code))) return refuse('SECOND_FACTOR_WRONG');
    const codes = recoveryCodesOf(openSecret(deps, row));
    const answer = done({ codes: codes.map((each) => `${each.slice(0, 4)}-${each.slice(4)}`) });
    if (isRepeated) return answer;
    await session.query({
      name: 'confirm-factor',
      text: 'update second_factor set confirmed_at = $2, recovery = $3 where person_id = $1',
      values: [person.id, deps.now(), codes.map((each) => digest(person.id, each))],
    });
    // The other sessions were opened by the password alone.
    await endOtherSessions(session, actor, deps.now());
    await writeSignInDecision(deps, session, 'second-factor-on', actor, person);
    return answer;
  }, 'money');
}

/** Ends every session of a person except the calling one, whose page shows the result. */
async function endOtherSessions(
  session: Session,
  { id, session: own }: Pick<Actor, 'id' | 'session'>,
  now: Date,
): Promise<void> {
  await session.query({
    name: 'end-other-sessions',
    text: `update session_token set revoked_at = $3
      where person_id = $1 and revoked_at is null and family is distinct from $2::uuid`,
    values: [id, own ?? null, now],
  });
}

/** Requires password and code, so that an open session alone cannot remove the second factor. */
export async function endFactor(
  deps: FactorDeps,
  actor: Actor,
  person: PersonRow,
  given: { password: string; code: string },
): Promise<Answer<null>> {
  if (!(await deps.passwordMatches(person.password_hash, given.password))) return refuse('WRONG_PASSWORD');
  return deps.database.transaction(async (session) => {
    const row = await lockFactor(session, person.id);
    if (!row?.confirmed_at) return refuse('WRONG_STATE');
    if (!(await takeCode(deps, session, person, row, given.code))) return refuse('SECOND_FACTOR_WRONG');
    await session.query({
      name: 'end-factor',
      text: `update second_factor set confirmed_at = null, recovery = '{}' where person_id = $1`,
      values: [person.id],
    });
    await writeSignInDecision(deps, session, 'second-factor-off', actor, person);
    return done(null);
  }, 'money');
}

async function lockFactor(session: Session, personId: string): Promise<FactorRow | undefined> {
  const { rows } = await session.query<FactorRow>({
    name: 'lock-factor',
    text: 'select secret, confirmed_at, last_step, recovery from second_factor where person_id = $1 for update',
    values: [personId],
  });
  return rows[0];
}

/** Returns true when the code is valid, and marks it as used. */
async function takeCode(
  deps: Pick<FactorDeps, 'now' | 'liveNow' | 'factorBox'>,
  session: Session,
  person: PersonRow,
  row: FactorRow,
  code: string,
): Promise<boolean> {
  const typed = code.toUpperCase().replaceAll(/[\s-]/g, '');
  const secret = openSecret(deps, row);
  const step = stepOf(secret, typed, deps.liveNow(), row.last_step);
  if (step !== null) {
    await session.query({
      name: 'factor-step',
      text: 'update second_factor set last_step = $2 where person_id = $1',
      values: [person.id, step],
    });
    return true;
  }
  const hash = digest(person.id, typed);
  if (!row.recovery.includes(hash)) return false;
  await session.query({
    name: 'factor-recovery',
    text: 'update second_factor set recovery = array_remove(recovery, $2) where person_id = $1',
    values: [person.id, hash],
  });
  await writeSignInDecision(deps, session, 'recovery-code-used', null, person);
  return true;
}

function openSecret({ factorBox }: Pick<FactorDeps, 'factorBox'>, { secret }: FactorRow): Uint8Array {
  return base32nopad.decode((factorBox ?? openBox).open(secret));
}

function recoveryCodesOf(secret: Uint8Array): string[] {
  return Array.from({ length: recoveryCount }, (_none, place) =>
    codeOfMac(createHmac('sha256', secret).update(`recovery ${place}`).digest()),
  );
}

/** A recovery code has 40 random bits, works once and is throttled, so it needs no slow hash. */
function digest(personId: string, code: string): string {
  return createHash('sha256').update(`second-factor ${personId} ${code}`).digest('base64url');
}
