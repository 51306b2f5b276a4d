import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Login, TokenPair } from '#src/contract/accounts/login.ts';
import { toMarketCode } from '#src/protocol/brands.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { AccessTokens } from '#src/server/http/access-tokens.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import {
  marketIsActive,
  approvedPerson,
  personColumns,
  personTables,
  type PersonRow,
} from '#src/server/store/records/people.ts';
import { insertRow } from '#src/server/store/rows.ts';
import type { SecretBox } from '#src/server/store/secrets/secret-box.ts';
import type { PasswordCheck } from '#src/server/store/secrets/slow-hash.ts';

export type SessionDeps = {
  database: Database;
  accessTokens: AccessTokens;
  passwordMatches: PasswordCheck;
  /** Encrypts the secrets of second factors in the database. */
  factorBox?: SecretBox | undefined;
  /** Their checks run in order after the right password. */
  extras: readonly { checkSignIn?: SignInCheck }[];
  /** Key of the refresh chain. */
  secret: Uint8Array;
  /** Maximum age of a session since the sign-in. */
  refreshTokenDays: number;
  /** Maximum time since its last renewal. */
  refreshIdleHours: number;
  now: () => Date;
  /** The clock for codes of a second factor. */
  liveNow: () => Date;
};

/** `needed`: the password was right, and this account also requires a code. */
export type SignInVerdict = 'right' | 'needed' | 'wrong';

/** Decides whether a caller with the right password may sign in; `code` is undefined when the caller sent none. */
export type SignInCheck = (
  deps: Pick<SessionDeps, 'database' | 'now' | 'liveNow' | 'factorBox'>,
  person: PersonRow,
  code: string | undefined,
) => Promise<SignInVerdict>;

type TokenRow = {
  token_hash: string;
  family: string;
  person_id: string;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
  /** Time of the sign-in. */
  began_at: Date;
};

/** A stall or a top-up point is approved by its market, any other account by the administrator. */
function approverOf({ user_type: type, market_name: market }: PersonRow): { reason?: string } {
  return (type === 'ESTANTE' || type === 'RECARGA') && market !== null ? { reason: market } : {};
}

export async function logIn(deps: SessionDeps, login: Login): Promise<Answer<TokenPair>> {
  const { rows } = await deps.database.query<PersonRow & { market_is_active: boolean }>({
    name: 'person-by-email',
    text: `select ${personColumns}, ${marketIsActive} as market_is_active from ${personTables} where p.user_type = $1 and lower(p.email) = $2 and p.visible`,
    values: [login.userType, login.email.toLowerCase()],
  });
  const person = rows[0];
  if (!(await deps.passwordMatches(person?.password_hash ?? null, login.password)) || !person)
    return refuse('INVALID_CREDENTIALS');
  if (person.status === 'PENDIENTE') return refuse('ACCOUNT_PENDING', approverOf(person));
  if (person.status === 'RECHAZADO')
    return refuse(
      'ACCOUNT_REJECTED',
      person.decision_reason === '' ? {} : { reason: person.decision_reason },
    );
  if (!person.market_is_active) return refuse('MARKET_INACTIVE');
  for (const { checkSignIn } of deps.extras) {
    const verdict = (await checkSignIn?.(deps, person, login.code)) ?? 'right';
    if (verdict !== 'right')
      return refuse(verdict === 'needed' ? 'SECOND_FACTOR_NEEDED' : 'SECOND_FACTOR_WRONG');
  }
  const refreshToken = randomBytes(32).toString('base64url');
  const family = randomUUID();
  await insertToken(deps, deps.database, refreshToken, { family, personId: person.id, beganAt: deps.now() });
  return done({ token: await signFor(deps, person, family), refreshToken });
}

/**
 * Exchanges a refresh token for the next pair. The successor is derived from the token and not stored: a
 * caller whose answer was lost, and two racing tabs, get the same one, however late. Once that successor was
 * used its answer had arrived, so a repeated token is a stolen copy, and its whole family ends.
 */
export async function renew(deps: SessionDeps, refreshToken: string): Promise<Answer<TokenPair>> {
  return deps.database.transaction(async (session) => {
    const now = deps.now();
    const { rows } = await session.query<TokenRow>({
      name: 'token-for-update',
      text: `select t.token_hash, t.family, t.person_id, t.expires_at, t.used_at, t.revoked_at,
          (select min(f.issued_at) from session_token f where f.family = t.family) as began_at
        from session_token t where t.token_hash = $1 for update of t`,
      values: [tokenHash(refreshToken)],
    });
    const row = rows[0];
    if (!row || row.revoked_at || row.expires_at <= now) return refuse('UNAUTHORIZED');
    const successor = createHmac('sha256', deps.secret)
      .update(`refresh ${row.token_hash}`)
      .digest('base64url');
    if (row.used_at && !(await isUnused(session, successor))) {
      await revokeFamily(session, refreshToken, now);
      return refuse('UNAUTHORIZED');
    }
    const person = await approvedPerson(session, row.person_id);
    if (!person) return refuse('UNAUTHORIZED');
    if (!row.used_at) {
      await session.query({
        name: 'token-used',
        text: 'update session_token set used_at = $2 where token_hash = $1',
        values: [row.token_hash, now],
      });
      const { family, person_id: personId, began_at: beganAt } = row;
      await insertToken(deps, session, successor, { family, personId, beganAt });
    }
    return done({ token: await signFor(deps, person, row.family), refreshToken: successor });
  });
}

/** A separate statement, because one that waited for a lock does not see the winner's new rows. */
async function isUnused(session: Session, token: string): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'token-unused',
    text: 'select 1 from session_token where token_hash = $1 and used_at is null',
    values: [tokenHash(token)],
  });
  return rowCount === 1;
}

/** Revokes the family of the token. An unknown token gives the same result. */
export function logOut(deps: SessionDeps, refreshToken: string): Promise<void> {
  return revokeFamily(deps.database, refreshToken, deps.now());
}

async function revokeFamily(session: Session, token: string, now: Date): Promise<void> {
  await session.query({
    name: 'revoke-family',
    text: `update session_token set revoked_at = $2
      where revoked_at is null and family in (select family from session_token where token_hash = $1)`,
    values: [tokenHash(token), now],
  });
}

/**
 * Ends every session of a person, including access tokens, after a rejection, a deletion, a new password or a
 * request.
 */
export async function endSessions(session: Session, personId: string, now: Date): Promise<void> {
  await session.query({
    name: 'next-session-version',
    text: 'update person set session_version = session_version + 1 where id = $1',
    values: [personId],
  });
  await session.query({
    name: 'end-sessions',
    text: 'update session_token set revoked_at = $2 where person_id = $1 and revoked_at is null',
    values: [personId, now],
  });
  // Operations from a device need no session. Until the person signs in there again, a manager has to review
  // operations sent in their name.
  await session.query({
    name: 'suspend-bindings',
    text: `update device_operator set suspended_at = $2,
        suspended_seq = (select d.reported_seq from device d where d.id = device_operator.device_id)
      where person_id = $1 and approved_at is not null and suspended_at is null`,
    values: [personId, now],
  });
}

/** Maximum number of rows deleted per statement, which keeps it short beside sign-ins. */
const removedAtOnce = 1_000;

/**
 * Deletes the tokens of sessions that ended this many days ago; a tablet leaves one every quarter of an hour.
 * A session is deleted as a whole, because its first token holds the time of the sign-in as long as another
 * token is valid.
 */
export async function forgetEndedSessions(database: Database, now: Date, keepDays: number): Promise<number> {
  const before = new Date(now.getTime() - keepDays * 86_400_000);
  for (let removed = 0; ;) {
    const { rowCount } = await database.query({
      name: 'forget-ended-sessions',
      text: `with ended as materialized (
          select t.token_hash from session_token t where t.expires_at < $1
            and not exists (select 1 from session_token f where f.family = t.family and f.expires_at >= $1)
          limit ${removedAtOnce} for update skip locked
        )
        delete from session_token t using ended where t.token_hash = ended.token_hash`,
      values: [before],
    });
    removed += rowCount;
    if (rowCount < removedAtOnce) return removed;
  }
}

async function insertToken(
  deps: SessionDeps,
  session: Session,
  token: string,
  { family, personId, beganAt }: { family: string; personId: string; beganAt: Date },
): Promise<void> {
  const now = deps.now();
  const idleAtMs = now.getTime() + deps.refreshIdleHours * 3_600_000;
  const endsAtMs = beganAt.getTime() + deps.refreshTokenDays * 86_400_000;
  const expiresAt = new Date(Math.min(idleAtMs, endsAtMs));
  await insertRow(session, 'session_token', {
    tokenHash: tokenHash(token),
    family,
    personId,
    issuedAt: now,
    expiresAt,
  });
}

function signFor(deps: SessionDeps, person: PersonRow, session: string): Promise<string> {
  const claims = {
    sub: person.id,
    email: person.email,
    userType: person.user_type,
    globalMarketId: person.market_code ?? toMarketCode(''),
    status: person.status,
    sessionVersion: person.session_version,
    session,
  };
  return deps.accessTokens.sign(claims, deps.now());
}

function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
