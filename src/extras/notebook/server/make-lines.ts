import { plainName } from '#src/domain/plain-name.ts';
import type { CustomerLine, SheetKind, StallLine } from '#src/extras/notebook/contract/schemas.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import { openPersonAccount } from '#src/server/ledger/accounts.ts';
import type { Session } from '#src/server/store/database.ts';
import { insertPerson } from '#src/server/store/records/people.ts';
import type { Judged } from './judge-lines.ts';

export type Maker = { market: MarketId; recordedAt: Date };

/** Creates the records of rows of one kind that were judged `made`, and no others. */
export async function makeLines(
  session: Session,
  maker: Maker,
  kind: SheetKind,
  judged: readonly Judged[],
): Promise<void> {
  const made = judged.filter(({ status }) => status === 'made');
  // The kind is that of the rows, which the type of a filter loses.
  if (kind === 'customers') return insertCustomers(session, maker, made as Judged<CustomerLine>[]);
  return insertStalls(session, maker, made as Judged<StallLine>[]);
}

/**
 * Inserts stalls as approved, because their market imported them. They have no password until their owner chooses one
 * with the slip.
 */
async function insertStalls(
  session: Session,
  { market, recordedAt }: Maker,
  made: readonly Judged<StallLine>[],
): Promise<void> {
  const names = await freeUserNames(session, made);
  for (const [place, { line, subjectId }] of made.entries()) {
    if (!subjectId) continue;
    await insertPerson(session, {
      id: subjectId,
      user_type: 'ESTANTE',
      status: 'APROBADO',
      email: line.email ?? names[place] ?? '',
      owner_name: line.ownerName,
      phone: line.phone ?? '',
      stall_name: line.name,
      market_id: market,
      created_at: recordedAt,
    });
    await openPersonAccount(session, 'stall', subjectId, market);
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
        created_at: recordedAt,
      });
}

const userNameLength = 24;

/**
 * Usuario: returns sign-in names for people without email, derived from the name of their place, with a
 * number if it is taken.
 */
async function freeUserNames(session: Session, made: readonly Judged<StallLine>[]): Promise<string[]> {
  const bases = made.map(({ line }) => userNameOf(line.name));
  const { rows } = await session.query<{ email: string }>({
    name: 'like-user-names',
    text: `select lower(email) as email from person
      where user_type = 'ESTANTE' and visible and email not like '%@%' and lower(email) like any ($1::text[])`,
    values: [bases.map((base) => `${base}%`)],
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
