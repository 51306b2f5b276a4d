import type { MarketId } from '#src/contract/brands.ts';
import { plainName } from '#src/domain/plain-name.ts';
import type {
  CustomerLine,
  PointLine,
  ProductLine,
  SheetKind,
  StallLine,
} from '#src/extras/notebook/contract/schemas.ts';
import { openPersonAccount } from '#src/server/ledger/accounts.ts';
import { searchText } from '#src/server/records/paging.ts';
import { insertPerson } from '#src/server/records/people.ts';
import type { Session } from '#src/server/store/database.ts';
import type { Judged } from './judge-lines.ts';

export type Maker = { market: MarketId; recordedAt: Date };

/** Creates the records of rows of one kind that were judged `made`, and no others. */
export async function makeLines(
  session: Session,
  maker: Maker,
  kind: SheetKind,
  judged: readonly Judged[],
): Promise<void> {
  const made = judged.filter(({ fate }) => fate === 'made');
  if (kind === 'products') return insertProducts(session, maker, made as Judged<ProductLine>[]);
  if (kind === 'customers') return insertCustomers(session, maker, made as Judged<CustomerLine>[]);
  return insertPlaces(session, maker, kind, made);
}

/**
 * Inserts places as approved, because their market imported them. They have no password until their owner chooses one
 * with the slip.
 */
async function insertPlaces(
  session: Session,
  { market, recordedAt }: Maker,
  kind: 'stalls' | 'points',
  made: readonly Judged<StallLine | PointLine>[],
): Promise<void> {
  const userType = kind === 'stalls' ? 'ESTANTE' : 'RECARGA';
  const names = await freeUserNames(session, userType, made);
  for (const [place, { line, subjectId }] of made.entries()) {
    if (!subjectId) continue;
    const isStall = 'ownerName' in line;
    await insertPerson(session, {
      id: subjectId,
      user_type: userType,
      status: 'APROBADO',
      email: line.email ?? names[place] ?? '',
      identificacion: '',
      owner_name: isStall ? line.ownerName : line.name,
      phone: line.phone ?? '',
      stall_name: isStall ? line.name : '',
      password_hash: null,
      market_id: market,
      created_at: recordedAt,
    });
    await openPersonAccount(session, isStall ? 'stall' : 'cash', subjectId, market);
  }
}

/**
 * Inserts customers without consent: the market imported them, and staff still have to read them the notice ("Sin
 * constancia").
 */
async function insertCustomers(
  session: Session,
  { recordedAt }: Maker,
  made: readonly Judged<CustomerLine>[],
): Promise<void> {
  for (const { line, subjectId } of made)
    if (subjectId)
      await insertPerson(session, {
        id: subjectId,
        user_type: 'USUARIO',
        status: 'APROBADO',
        email: line.email ?? '',
        identificacion: line.identificacion,
        owner_name: line.name,
        phone: line.phone ?? '',
        stall_name: '',
        password_hash: null,
        market_id: null,
        created_at: recordedAt,
      });
}

const noType = 'Otros';

async function insertProducts(
  session: Session,
  { recordedAt }: Maker,
  made: readonly Judged<ProductLine>[],
): Promise<void> {
  await session.query({
    name: 'insert-products',
    text: `insert into product (id, owner_id, owner_type, name, price, description, kind, search_text, created_at)
      select id, owner, 'ESTANTE', name, price, note, kind, search, $8
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[])
        as p (id, owner, name, price, note, kind, search)`,
    values: [
      made.map(({ subjectId }) => subjectId),
      made.map(({ ownerId }) => ownerId),
      made.map(({ line }) => line.name),
      made.map(({ line }) => line.price),
      made.map(({ line }) => line.note ?? line.name),
      made.map(({ line }) => line.type ?? noType),
      made.map(({ line }) => searchText(line.name, line.type ?? noType, line.note ?? '')),
      recordedAt,
    ],
  });
}

const userNameLength = 24;

/**
 * Usuario: returns sign-in names for people without email, derived from the name of their place, with a
 * number if it is taken.
 */
async function freeUserNames(
  session: Session,
  userType: 'ESTANTE' | 'RECARGA',
  made: readonly Judged<StallLine | PointLine>[],
): Promise<string[]> {
  const bases = made.map(({ line }) => userNameOf(line.name));
  const { rows } = await session.query<{ email: string }>({
    name: 'like-user-names',
    text: `select lower(email) as email from person
      where user_type = $1 and visible and email not like '%@%' and lower(email) like any ($2::text[])`,
    values: [userType, bases.map((base) => `${base}%`)],
  });
  const taken = new Set(rows.map(({ email }) => email));
  return bases.map((base) => {
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base}${number}`;
    taken.add(name);
    return name;
  });
}

function userNameOf(name: string): string {
  const letters = plainName(name).replaceAll(/[^a-z0-9]/g, '');
  return letters.slice(0, userNameLength) || 'puesto';
}
