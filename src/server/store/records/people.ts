import type { User } from '#src/contract/accounts/schemas.ts';
import type { AccountStatus, UserType } from '#src/contract/accounts/user-type.ts';
import { joinedDocument, readIdentification, sharedNumber } from '#src/domain/identification.ts';
import type { MarketCode, MarketId } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';
import { insertRow } from '#src/server/store/rows.ts';
import { containing, searchText } from './paging.ts';

export type PersonRow = {
  id: string;
  user_type: Exclude<UserType, 'PRODUCT'>;
  status: AccountStatus;
  visible: boolean;
  email: string;
  identificacion: string;
  owner_name: string;
  phone: string;
  stall_name: string;
  password_hash: string | null;
  market_id: MarketId | null;
  market_code: MarketCode | null;
  market_name: string | null;
  created_at: Date;
  /** Reason of a rejection; empty otherwise. */
  decision_reason: string;
  /** Incremented when all sessions are ended. */
  session_version: number;
};

/** Columns of a PersonRow; `from person p left join market m on m.id = p.market_id`. */
export const personColumns = `p.id, p.user_type, p.status, p.visible, p.email, p.identificacion, p.owner_name, p.phone,
  p.stall_name, p.password_hash, p.market_id, m.code as market_code, m.name as market_name, p.created_at,
  p.decision_reason, p.session_version`;
export const personTables = 'person p left join market m on m.id = p.market_id';

/**
 * Inside a transaction, for operations that issue money: the market may have been rejected since the call was
 * authorized.
 */
export async function isMarketActive(session: Session, marketId: MarketId): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'active-market',
    text: `select 1 from person g where g.id = $1 and ${isActive('g')}`,
    values: [marketId],
  });
  return rowCount > 0;
}

export function toUser(row: PersonRow): User {
  return {
    _id: row.id,
    email: row.email,
    identificacion: row.identificacion,
    ownerName: row.owner_name,
    phone: row.phone,
    status: row.status,
    userType: row.user_type,
    visible: row.visible,
    createAt: row.created_at.toISOString(),
    ...(row.market_code === null ? {} : { globalMarketId: row.market_code }),
    ...(row.market_name === null ? {} : { marketName: row.market_name }),
    ...(row.stall_name === '' ? {} : { estanteName: row.stall_name }),
    ...(row.decision_reason === '' ? {} : { reason: row.decision_reason }),
  };
}

/** The other columns are empty by default. */
export type NewPerson = Pick<PersonRow, 'id' | 'user_type' | 'status' | 'owner_name' | 'created_at'> &
  Partial<
    Pick<PersonRow, 'email' | 'identificacion' | 'phone' | 'stall_name' | 'password_hash' | 'market_id'>
  > & {
    /** A hidden row, kept so that links with its id still work. */
    merged_into?: string;
  };

/** SQL: every id of one customer, including rows merged into it. `id`: an SQL expression. */
export function idsOf(id: string): string {
  return `any (array(select ${id} union all select twin.id from person twin where twin.merged_into = ${id}))`;
}

/** SQL: a customer, or a row that was merged into one and whose document still names them. */
export const isFoundByDocument = (row: string): string =>
  `${row}.user_type = 'USUARIO' and (${row}.visible or ${row}.merged_into is not null)`;

/**
 * Returns the columns by which a person is found. In the search text "garcia pena" finds García-Peña, and "24.684"
 * 24684521.
 */
export function searchColumns(
  person: Pick<NewPerson, 'owner_name' | 'stall_name' | 'email' | 'identificacion' | 'phone'>,
) {
  const { owner_name, stall_name = '', email = '', identificacion = '', phone = '' } = person;
  const { type: documentType, number } = readIdentification(identificacion);
  const names = [owner_name, stall_name, email, identificacion, phone, number, withoutSigns(owner_name)];
  return {
    documentType,
    documentNumber: number,
    sharedNumber: sharedNumber(identificacion) ?? '',
    searchText: searchText(...names),
  };
}

/**
 * Returns patterns for `like any`: the term as typed, without punctuation, and as a document number. Duplicates are removed,
 * because each pattern costs a lookup.
 */
export function peopleContaining(typed: string): string[] {
  const number = /\d/.test(joinedDocument(typed)) ? [readIdentification(typed).number] : [];
  return [...new Set([typed, withoutSigns(typed), ...number].map(containing))];
}

/** Some people type the punctuation marks of a name and others do not. */
function withoutSigns(name: string): string {
  return name.replaceAll('-', ' ').replaceAll(/['’]/g, '');
}

export async function insertPerson(session: Session, given: NewPerson): Promise<PersonRow> {
  const { email = '', identificacion = '' } = given;
  const person = { ...given, email: email.trim().toLowerCase(), identificacion: identificacion.trim() };
  const visible = given.merged_into === undefined;
  await insertRow(session, 'person', { ...person, visible, ...searchColumns(given) });
  const { rows } = await session.query<PersonRow>({
    name: 'inserted-person',
    text: `select ${personColumns} from ${personTables} where p.id = $1`,
    values: [person.id],
  });
  const [row] = rows;
  if (!row) throw new Error('an inserted person did not come back');
  return row;
}

export async function personById(session: Session, id: string): Promise<PersonRow | null> {
  const { rows } = await session.query<PersonRow>({
    name: 'person-by-id',
    text: `select ${personColumns} from ${personTables} where p.id = $1 and p.visible`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Fixed width, so that the text sorts chronologically. */
const timeText = `to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;
const asTime = (text: string): string => `(${text} || 'Z')::timestamptz`;
const asText = (text: string): string => text;

/**
 * Possible orders of a list of people: the sort expression, its form in a cursor, how that form is read back,
 * and whether the largest comes first. `sort_name`: the name as a list shows it (stall, market or person),
 * sorted without regard to case and accents.
 */
export const personSorts = {
  recent: { by: 'p.created_at', key: timeText, read: asTime, isDescending: true },
  oldest: { by: 'p.created_at', key: timeText, read: asTime, isDescending: false },
  name: { by: 'p.sort_name', key: 'p.sort_name', read: asText, isDescending: false },
  status: {
    by: 'p.status, p.sort_name',
    key: `p.status || ' ' || p.sort_name`,
    read: (text: string): string => `split_part(${text}, ' ', 1), substr(${text}, strpos(${text}, ' ') + 1)`,
    isDescending: false,
  },
} as const;

/**
 * Returns the row of a person who may act now: approved and not deleted, with a market for which the same is
 * true.
 */
export async function approvedPerson(session: Session, id: string): Promise<PersonRow | null> {
  const { rows } = await session.query<PersonRow>({
    name: 'approved-person',
    text: `select ${personColumns} from ${personTables} where p.id = $1 and ${isActive('p')}
      and ${marketIsActive}`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** The same, for a token of this session. Returns null once the session has ended. */
export async function signedInPerson(
  database: Session,
  { sub, session }: { sub: string; session?: string | undefined },
): Promise<PersonRow | null> {
  if (session === undefined) return null;
  const { rows } = await database.query<PersonRow>({
    name: 'signed-in-person',
    text: `select ${personColumns} from ${personTables} where p.id = $1 and ${isActive('p')}
      and ${marketIsActive} and exists
        (select 1 from session_token t where t.family = $2 and t.person_id = p.id and t.revoked_at is null)`,
    values: [sub, session],
  });
  return rows[0] ?? null;
}

type AccountOwner = { id: string; owner_name: string; stall_name: string; isApproved: boolean };

/** Returns stalls or top-up points of a market, or of all when null, deleted ones included: their money stays. */
export async function readAccountsOf(
  session: Session,
  userType: 'ESTANTE' | 'RECARGA',
  of: { marketId: MarketId | null; id: string | null },
): Promise<AccountOwner[]> {
  const { rows } = await session.query<AccountOwner>({
    name: 'account-owners',
    text: `select p.id, p.owner_name, p.stall_name, p.status = 'APROBADO' as "isApproved" from person p
      where p.user_type = $1 and ($2::uuid is null or p.market_id = $2) and ($3::uuid is null or p.id = $3)
      order by p.search_text, p.id`,
    values: [userType, of.marketId, of.id],
  });
  return rows;
}

/** SQL: the person of this alias may act: approved and not deleted. The only definition of "active". */
export function isActive(person: string): string {
  return `${person}.status = 'APROBADO' and ${person}.visible`;
}

/** SQL: `p` has no market, or an active one. A market is a person with the same id. */
export const marketIsActive = `(p.market_id is null or exists
  (select 1 from person g where g.id = p.market_id and ${isActive('g')}))`;
/**
 * SQL: true if two customers' ids name one person, after merges on both sides. The ids are usually equal, and
 * then no row is read. domain/voucher/voucher-validity.ts is the same rule for a voucher in memory.
 */
export function isSamePerson(one: string, other: string): string {
  return `(${one} = ${other} or ${personOf(one)} = ${personOf(other)})`;
}

/** SQL: the person whom this customer's id names now. */
export function personOf(id: string): string {
  return `(select coalesce(named.merged_into, named.id) from person named where named.id = ${id})`;
}
