import { randomUUID, createHash, randomBytes } from 'node:crypto';
import type {
  CustomerRegistration,
  FirstAdmin,
  MarketRegistered,
  MarketRegistration,
  StallRegistration,
  SupplierRegistration,
  TopUpPointRegistration,
} from '#src/contract/accounts/registration.ts';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { CustomerCommand } from '#src/contract/customers/schemas.ts';
import { isSameDocument } from '#src/domain/identification.ts';
import { toMarketId, type MarketCode, type MarketId } from '#src/protocol/brands.ts';
import { seesCustomers, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { openMarketAccounts, openPersonAccount } from '#src/server/ledger/accounts.ts';
import { randomMarketCode } from '#src/server/ledger/ids.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { insertConsent, saidTo, type NewConsent } from '#src/server/store/records/consents.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import {
  isActive,
  insertPerson,
  personById,
  toUser,
  type NewPerson,
  type PersonRow,
} from '#src/server/store/records/people.ts';
import {
  deleteSetting,
  readSetting,
  settleSetting,
  writeSetting,
} from '#src/server/store/records/settings.ts';
import { insertRow } from '#src/server/store/rows.ts';
import { matchesSlowHash, slowHash, type HashCost } from '#src/server/store/secrets/slow-hash.ts';
import { isCommonPassword } from './common-passwords.ts';
import {
  identificationRefusal,
  mergedInto,
  stallNameRefusal,
  unlessTaken,
  violatedKey,
} from './registration-refusals.ts';

export type RegistrationDeps = { database: Database; now: () => Date; hashCost?: HashCost };

/**
 * Registers a customer for a caller who may not be staff. Callers other than staff get back the submitted
 * data, whichever customer has that identification. Otherwise any caller could learn who is a customer, and
 * the holder of a link could learn a phone number.
 */
export async function registerByAnybody(
  deps: RegistrationDeps,
  body: CustomerRegistration,
  by: Actor | null,
): Promise<Answer<User>> {
  const answer = await registerCustomer(deps, body, by);
  if (seesCustomers(by)) return answer;
  if (!answer.ok && answer.code !== 'IDENTIFICATION_TAKEN') return answer;
  const { ownerName, identificacion } = body;
  return done({
    _id: body.id ?? (answer.ok ? answer.value._id : randomUUID()),
    email: '',
    identificacion,
    ownerName,
    phone: '',
    status: 'APROBADO',
    userType: 'USUARIO',
    visible: true,
    createAt: deps.now().toISOString(),
  });
}

/**
 * Registers a customer. A retry with the same device-generated id returns the customer that the first call
 * created.
 */
export async function registerCustomer(
  deps: RegistrationDeps,
  body: CustomerRegistration & Pick<CustomerCommand, 'phone' | 'email'>,
  by: Actor | null,
): Promise<Answer<User>> {
  const refusal = await identificationRefusal(deps.database, body.identificacion, seesCustomers(by));
  if (refusal) return refusal;
  const person = {
    ...emptyPerson(deps, body.id),
    user_type: 'USUARIO' as const,
    status: 'APROBADO' as const,
    owner_name: body.ownerName,
    identificacion: body.identificacion,
    phone: body.phone ?? '',
    email: body.email ?? '',
  };
  const consent = body.notice === undefined ? null : consentOf(deps, body.notice, by);
  const known = body.id ? await personById(deps.database, body.id) : null;
  if (known) return sameCustomer(known, body);
  if (await mergedInto(deps.database, body.identificacion)) return refuse('IDENTIFICATION_TAKEN');
  if (!body.id) return insertAccount(deps, person, consent);
  try {
    return await insertAccount(deps, person, consent);
  } catch (error) {
    // A concurrent copy of this call came first: its row is the result. The id of a hidden account cannot be taken
    // over.
    if (violatedKey(error) !== 'person_pkey') throw error;
    const twin = await personById(deps.database, body.id);
    return twin ? sameCustomer(twin, body) : refuse('IDENTIFICATION_TAKEN');
  }
}

function sameCustomer(known: PersonRow, body: CustomerRegistration): Answer<User> {
  const same = known.user_type === 'USUARIO' && isSameDocument(known.identificacion, body.identificacion);
  return same ? done(toUser(known)) : refuse('IDENTIFICATION_TAKEN');
}

/**
 * Registers a market. `admin` creates it already approved; null for a registration that waits for approval.
 */
export async function registerMarket(
  deps: RegistrationDeps,
  body: MarketRegistration,
  admin: Actor | null = null,
): Promise<Answer<MarketRegistered>> {
  if (isEasy(body, body.marketName)) return refuse('PASSWORD_TOO_COMMON');
  const passwordHash = await slowHash(body.password, deps.hashCost);
  const person = emptyPerson(deps);
  const marketId = toMarketId(person.id);
  for (;;)
    try {
      return await unlessTaken(() =>
        deps.database.transaction(async (session) => {
          const { id, created_at } = person;
          const globalMarketId = randomMarketCode();
          await insertRow(session, 'market', { id, code: globalMarketId, name: body.marketName, created_at });
          await openMarketAccounts(session, marketId);
          await insertPerson(session, {
            ...person,
            ...signInColumns(body, passwordHash),
            user_type: 'GLOBAL_MARKET',
            market_id: marketId,
            status: admin ? 'APROBADO' : 'PENDIENTE',
          });
          if (admin)
            await writeDecision(session, {
              kind: 'market-created',
              actor: admin,
              marketId,
              subject: { type: 'GLOBAL_MARKET', id, name: body.marketName },
              after: { ownerName: body.ownerName, email: body.email, globalMarketId },
              recordedAt: created_at,
            });
          return done({ marketName: body.marketName, globalMarketId });
        }),
      );
    } catch (error) {
      // The six-character code may be taken, in which case another one is generated.
      if (violatedKey(error) !== 'market_code_key') throw error;
    }
}

export async function registerStall(deps: RegistrationDeps, body: StallRegistration): Promise<Answer<User>> {
  return inMarket(deps, body, { user_type: 'ESTANTE', stall_name: body.estanteName }, 'stall');
}

export async function registerTopUpPoint(
  deps: RegistrationDeps,
  body: TopUpPointRegistration,
): Promise<Answer<User>> {
  return inMarket(deps, body, { user_type: 'RECARGA' }, 'cash');
}

export async function registerSupplier(
  deps: RegistrationDeps,
  body: SupplierRegistration,
): Promise<Answer<User>> {
  const { identificacion = '' } = body;
  const refusal = identificacion && (await identificationRefusal(deps.database, identificacion, false));
  if (refusal) return refusal;
  if (isEasy(body)) return refuse('PASSWORD_TOO_COMMON');
  return insertAccount(deps, {
    ...emptyPerson(deps),
    ...signInColumns(body, await slowHash(body.password, deps.hashCost)),
    user_type: 'PROVEEDOR',
    identificacion,
  });
}

/**
 * Registers the first ADMIN, already approved. The set-up link works once: token and person change in one
 * transaction. A caller whose answer was lost repeats link, email and password and gets it again.
 */
export async function registerFirstAdmin(deps: RegistrationDeps, body: FirstAdmin): Promise<Answer<User>> {
  if (isEasy(body)) return refuse('PASSWORD_TOO_COMMON');
  const passwordHash = await slowHash(body.password, deps.hashCost);
  return deps.database.transaction(async (session) => {
    if (!(await takeSetupToken(session, body.token))) return madeWith(session, body);
    const admin = { ...emptyPerson(deps), ...signInColumns(body, passwordHash), user_type: 'ADMIN' as const };
    await writeSetting(session, keyOfUsed, `${digest(body.token)} ${admin.id}`);
    return done(toUser(await insertPerson(session, { ...admin, status: 'APROBADO' })));
  });
}

/**
 * Returns the ADMIN that this link created, to a caller with the same email and password. A wrong password
 * ends that, because the link must not serve to guess it.
 */
async function madeWith(session: Session, { token, email, password }: FirstAdmin): Promise<Answer<User>> {
  await lockSetting(session, keyOfUsed);
  const [used, id = ''] = ((await readSetting(session, keyOfUsed)) ?? '').split(' ');
  const admin = used === digest(token) ? await personById(session, id) : null;
  if (admin?.email !== email) return refuse('SETUP_LINK_INVALID');
  if (await matchesSlowHash(admin.password_hash ?? '', password)) return done(toUser(admin));
  await deleteSetting(session, keyOfUsed);
  return refuse('SETUP_LINK_INVALID');
}

async function inMarket(
  deps: RegistrationDeps,
  body: StallRegistration | TopUpPointRegistration,
  kindColumns: Pick<NewPerson, 'user_type'> & Partial<NewPerson>,
  account: 'cash' | 'stall',
): Promise<Answer<User>> {
  if (isEasy(body, kindColumns.stall_name)) return refuse('PASSWORD_TOO_COMMON');
  const passwordHash = await slowHash(body.password, deps.hashCost);
  const market = await approvedMarket(deps.database, body.globalMarketId);
  if (!market) return refuse('UNKNOWN_MARKET');
  if (!market.registration_open) return refuse('REGISTRATION_CLOSED');
  const marketId = market.id;
  const person = {
    ...emptyPerson(deps),
    ...signInColumns(body, passwordHash),
    ...kindColumns,
    market_id: marketId,
  };
  return unlessTaken(() =>
    deps.database.transaction(async (session) => {
      const refusal = await stallNameRefusal(session, marketId, person);
      if (refusal) return refusal;
      const row = await insertPerson(session, person);
      await openPersonAccount(session, account, person.id, marketId);
      return done(toUser(row));
    }),
  );
}

/** Checked before any lookup, so the answer depends only on the submitted data. */
function isEasy(body: { password: string; ownerName: string; email: string }, placeName = ''): boolean {
  return isCommonPassword(body.password, [body.ownerName, body.email, placeName]);
}

/** Inserts a customer and their consent, both or neither. */
async function insertAccount(
  deps: RegistrationDeps,
  person: NewPerson,
  consent: Omit<NewConsent, 'customerId'> | null = null,
): Promise<Answer<User>> {
  const insert = (): Promise<PersonRow> =>
    consent === null
      ? insertPerson(deps.database, person)
      : deps.database.transaction(async (session) => {
          const row = await insertPerson(session, person);
          await insertConsent(session, { ...consent, customerId: row.id });
          return row;
        }, 'money');
  return unlessTaken(async () => done(toUser(await insert())));
}

function consentOf(deps: RegistrationDeps, notice: string, by: Actor | null): Omit<NewConsent, 'customerId'> {
  const now = deps.now();
  if (seesCustomers(by)) return saidTo(by, notice, now);
  const nobody = { operatorId: null, deviceId: null, marketId: null };
  return { notice, how: 'self', ...nobody, givenAt: now, recordedAt: now };
}

async function approvedMarket(
  session: Session,
  code: MarketCode,
): Promise<{ id: MarketId; registration_open: boolean } | undefined> {
  const { rows } = await session.query<{ id: MarketId; registration_open: boolean }>({
    name: 'approved-market',
    text: `select m.id, m.registration_open from market m join person p on p.id = m.id
      where m.code = $1 and ${isActive('p')}`,
    values: [code],
  });
  return rows[0];
}

function emptyPerson(deps: RegistrationDeps, id: string = randomUUID()): NewPerson {
  return {
    id,
    user_type: 'USUARIO',
    status: 'PENDIENTE',
    owner_name: '',
    created_at: deps.now(),
  };
}

function signInColumns(body: { ownerName: string; email: string; phone: string }, passwordHash: string) {
  return { owner_name: body.ownerName, email: body.email, phone: body.phone, password_hash: passwordHash };
}

/** Hashes of the open links, newest first. */
const keyOfOpen = 'setup-token-hash';
/** Hash of the link that was used, and the id of the ADMIN that it created. */
const keyOfUsed = 'setup-token-hash-used';

/** Links valid at once: those of processes that start together, or of one that was restarted. */
const setupLinks = 5;

/**
 * Returns a new single-use token for /primer-uso while there is no ADMIN, otherwise null. The first token
 * used invalidates the others.
 */
export async function prepareSetupToken(database: Database): Promise<string | null> {
  const { rows } = await database.query<{ found: boolean }>({
    text: `select exists (select 1 from person where user_type = 'ADMIN' and visible) as found`,
  });
  if (rows[0]?.found) return null;
  const token = randomBytes(24).toString('base64url');
  await database.transaction(async (session) => {
    await settleSetting(session, keyOfOpen, '');
    const open = await lockOpenLinks(session);
    await writeSetting(session, keyOfOpen, [digest(token), ...open.slice(0, setupLinks - 1)].join(' '));
  }, 'money');
  return token;
}

/** Returns whether the link is still valid, without consuming it. */
export async function checkSetupLink(
  { database }: Pick<RegistrationDeps, 'database'>,
  token: string,
): Promise<Answer<{ token: string }>> {
  return (await openLinks(database)).includes(digest(token)) ? done({ token }) : refuse('SETUP_LINK_INVALID');
}

/**
 * Consumes the token in the caller's transaction. Returns true once and never again. The row lock serialises
 * concurrent calls.
 */
async function takeSetupToken(session: Session, token: string): Promise<boolean> {
  if (!(await lockOpenLinks(session)).includes(digest(token))) return false;
  await deleteSetting(session, keyOfOpen);
  return true;
}

async function lockOpenLinks(session: Session): Promise<string[]> {
  await lockSetting(session, keyOfOpen);
  return openLinks(session);
}

/** Other callers wait until this transaction ends. */
async function lockSetting(session: Session, wanted: string): Promise<void> {
  await session.query({
    name: 'lock-setting',
    text: 'select 1 from app_setting where key = $1 for update',
    values: [wanted],
  });
}

async function openLinks(session: Session): Promise<string[]> {
  const stored = (await readSetting(session, keyOfOpen)) ?? '';
  return stored.split(' ').filter((hash) => hash !== '');
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
