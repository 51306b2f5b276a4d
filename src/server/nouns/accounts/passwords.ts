import { createHash, timingSafeEqual } from 'node:crypto';
import type { PasswordChange, PasswordReset, ResetCode } from '#src/contract/accounts/password-calls.ts';
import type { UserTarget } from '#src/contract/accounts/user-list.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { Context } from '#src/server/context.ts';
import { randomCode } from '#src/server/ledger/ids.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeSignInDecision } from '#src/server/store/records/decisions.ts';
import type { PersonRow } from '#src/server/store/records/people.ts';
import { updateRow } from '#src/server/store/rows.ts';
import { slowHash, type PasswordCheck } from '#src/server/store/secrets/slow-hash.ts';
import { lockAccount, mayDecide } from './approvals.ts';
import { isCommonPassword } from './common-passwords.ts';
import { endSessions } from './sessions.ts';

export type PasswordDeps = Pick<Context, 'database' | 'now' | 'hashCost'> & {
  passwordMatches: PasswordCheck;
};

const resetMinutes = 30;
/** A printed slip reaches its person within days. */
const firstCodeDays = 14;
/**
 * Wrong attempts, over all processes, after which the code is invalid: more than one address can make within
 * the code's life, so that a stranger alone cannot invalidate it.
 */
const maxFailures = 20;

/**
 * Changes the password of a person who knows the current one. Every session ends, so the person has to sign
 * in again.
 */
export async function changePassword(
  deps: PasswordDeps,
  actor: Actor,
  person: PersonRow,
  command: PasswordChange,
): Promise<Answer<null>> {
  if (!(await deps.passwordMatches(person.password_hash, command.currentPassword)))
    return refuse('WRONG_PASSWORD');
  if (isCommonPassword(command.password, [person.owner_name, person.email, person.stall_name]))
    return refuse('PASSWORD_TOO_COMMON');
  const hash = await slowHash(command.password, deps.hashCost);
  await deps.database.transaction(async (session) => {
    await updateRow(session, 'person', person.id, { passwordHash: hash });
    await endSessions(session, person.id, deps.now());
    await writeSignInDecision(deps, session, 'password-changed', actor, person);
  });
  return done(null);
}

/** Signs the person out on every device, including this one. */
export async function signOutEverywhere(deps: PasswordDeps, actor: Actor, person: PersonRow): Promise<void> {
  await deps.database.transaction(async (session) => {
    await endSessions(session, person.id, deps.now());
    await writeSignInDecision(deps, session, 'sessions-ended', actor, person);
  });
}

/**
 * Issues a one-time code for an account that the actor decides over. The actor passes it on by word of mouth,
 * because there is no mail server. Only its hash is stored, and a new code invalidates the previous one.
 */
export function issueResetCode(
  deps: PasswordDeps,
  actor: Actor,
  target: UserTarget,
): Promise<Answer<ResetCode>> {
  return deps.database.transaction(async (session) => {
    const row = await lockAccount(session, target);
    if (!row?.visible || row.user_type === 'USUARIO' || !mayDecide(actor, row)) return refuse('NOT_FOUND');
    const code = randomCode();
    const expiresAt = new Date(deps.now().getTime() + resetMinutes * 60_000);
    await writeCode(session, row.id, code, expiresAt);
    await writeSignInDecision(deps, session, 'password-reset-issued', actor, row);
    return done({ code: `${code.slice(0, 4)}-${code.slice(4)}`, expiresAt: expiresAt.toISOString() });
  });
}

/**
 * Issues codes with which the owners of imported accounts choose their first password, each code once. They
 * are longer than spoken codes, because they stay on paper for days.
 */
export async function issueFirstCodes(
  session: Session,
  people: readonly string[],
  now: Date,
): Promise<{ codes: Map<string, string>; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + firstCodeDays * 86_400_000);
  const codes = new Map<string, string>();
  for (const id of people) {
    const code = `${randomCode()}${randomCode().slice(0, 4)}`;
    await writeCode(session, id, code, expiresAt);
    codes.set(id, (code.match(/.{4}/g) ?? []).join('-'));
  }
  return { codes, expiresAt };
}

async function writeCode(session: Session, personId: string, code: string, expiresAt: Date): Promise<void> {
  await session.query({
    name: 'write-reset-code',
    text: `insert into password_reset (person_id, code_hash, expires_at) values ($1, $2, $3)
      on conflict (person_id) do update
        set code_hash = excluded.code_hash, expires_at = excluded.expires_at, failures = 0, used_at = null`,
    values: [personId, digest(personId, code), expiresAt],
  });
}

type ResetRow = Pick<PersonRow, 'id' | 'password_hash' | 'market_id' | 'user_type' | 'owner_name'> & {
  code_hash: string;
  failures: number;
  expires_at: Date;
  used_at: Date | null;
};

/**
 * Sets a new password with such a code, once. A caller whose answer was lost repeats the code and the password
 * and gets it again. Every failure gets the same refusal.
 */
export async function resetPassword(deps: PasswordDeps, command: PasswordReset): Promise<Answer<null>> {
  // Hashed first, so that a right and a wrong code take the same time.
  const hash = await slowHash(command.password, deps.hashCost);
  return deps.database.transaction(async (session) => {
    // Both rows are locked: one that only the first lock waited for would keep the older password.
    const { rows } = await session.query<ResetRow>({
      name: 'reset-for-update',
      text: `select p.id, r.code_hash, r.failures, r.expires_at, r.used_at, p.password_hash, p.market_id, p.user_type, p.owner_name
        from person p join password_reset r on r.person_id = p.id
        where p.user_type = $1 and lower(p.email) = $2 and p.visible for no key update of r, p`,
      values: [command.userType, command.email],
    });
    const row = rows[0];
    if (!row || row.failures >= maxFailures) return refuse('RESET_CODE_INVALID');
    if (row.used_at === null && row.expires_at <= deps.now()) return refuse('RESET_CODE_INVALID');
    const given = digest(row.id, command.code.toUpperCase().replaceAll(/[\s-]/g, ''));
    const isRight =
      timingSafeEqual(Buffer.from(given), Buffer.from(row.code_hash)) &&
      (row.used_at === null || (await deps.passwordMatches(row.password_hash, command.password)));
    if (!isRight) {
      await session.query({
        name: 'reset-failed',
        text: 'update password_reset set failures = failures + 1 where person_id = $1',
        values: [row.id],
      });
      return refuse('RESET_CODE_INVALID');
    }
    if (row.used_at !== null) return done(null);
    // Only a caller with the right code learns this, and the code stays valid for another try.
    if (isCommonPassword(command.password, [row.owner_name, command.email]))
      return refuse('PASSWORD_TOO_COMMON');
    await session.query({
      name: 'reset-used',
      text: 'update password_reset set used_at = $2 where person_id = $1',
      values: [row.id, deps.now()],
    });
    await updateRow(session, 'person', row.id, { passwordHash: hash });
    await endSessions(session, row.id, deps.now());
    await writeSignInDecision(deps, session, 'password-reset', null, row);
    return done(null);
  });
}

/** 40 random bits that are valid for half an hour and twenty attempts need no slow hash. */
function digest(personId: string, code: string): string {
  return createHash('sha256').update(`${personId} ${code}`).digest('base64url');
}
