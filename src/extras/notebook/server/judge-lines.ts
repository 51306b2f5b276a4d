import { randomUUID } from 'node:crypto';
import { documentKey } from '#src/domain/identification.ts';
import { plainName } from '#src/domain/plain-name.ts';
import type {
  CustomerLine,
  LineStatus,
  SheetLines,
  StallLine,
} from '#src/extras/notebook/contract/schemas.ts';
import { judgeOpenings } from '#src/operations/opening/post.ts';
import type { OpeningRow } from '#src/operations/opening/rule.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';
import { readByDocument, readStalls, readTakenEmails } from './reads.ts';

export type Line = StallLine | CustomerLine;

/**
 * A row and its outcome: `subjectId` is the id of the existing or new record; absent if the row is left out.
 */
export type Judged<Kind extends Line = Line> = {
  line: Kind;
  status: LineStatus;
  subjectId: string | null;
  /** True if its opening balance is posted. */
  opens: boolean;
};

/** Existing rows by key, and the keys that earlier rows of this call take. */
type Known = Map<string, string>;

/**
 * Returns the outcome of each row, in order. A second row with the same name finds the record that the first
 * one creates.
 */
export async function judgeLines(session: Session, market: MarketId, lines: SheetLines): Promise<Judged[]> {
  return lines.kind === 'stalls'
    ? withOpenings(session, market, 'stall', await judgeStalls(session, market, lines.rows))
    : withOpenings(session, market, 'customer', await judgeCustomers(session, lines.rows));
}

async function judgeStalls(
  session: Session,
  market: MarketId,
  rows: readonly StallLine[],
): Promise<Judged<StallLine>[]> {
  const known = await readStalls(session, market);
  const taken = await readTakenEmails(session, 'ESTANTE', rows);
  return rows.map((line) => judgePerson(line, plainName(line.name), known, taken));
}

async function judgeCustomers(
  session: Session,
  rows: readonly CustomerLine[],
): Promise<Judged<CustomerLine>[]> {
  const known = await readByDocument(session, rows);
  const taken = await readTakenEmails(session, 'USUARIO', rows);
  return rows.map((line) => judgePerson(line, documentKey(line.identificacion), known, taken));
}

function judgePerson<Kind extends Line>(
  line: Kind,
  key: string,
  known: Known,
  taken: Set<string>,
): Judged<Kind> {
  const found = known.get(key);
  if (found) return { line, status: 'there', subjectId: found, opens: false };
  if (line.email && taken.has(line.email))
    return { line, status: 'email-taken', subjectId: null, opens: false };
  const subjectId = randomUUID();
  known.set(key, subjectId);
  if (line.email) taken.add(line.email);
  return { line, status: 'made', subjectId, opens: false };
}

/**
 * Decides opening balances. A row above the limit creates nothing, so other rows about the same person are
 * left out too.
 */
async function withOpenings<Kind extends Line>(
  session: Session,
  market: MarketId,
  to: OpeningRow['to'],
  judged: readonly Judged<Kind>[],
): Promise<Judged<Kind>[]> {
  const owed = judged.filter(({ subjectId, line }) => subjectId !== null && (line.amount ?? 0) > 0);
  const statuses = await judgeOpenings(
    session,
    market,
    owed.map(({ subjectId, line }) => ({ subjectId: subjectId ?? '', amount: line.amount ?? 0, to })),
  );
  const statusOf = new Map(owed.map((one, n) => [one, statuses[n]]));
  const isDropped = (one: Judged<Kind>): boolean =>
    one.status === 'made' && statusOf.get(one) === 'over-limit';
  const dropped = new Set(judged.filter(isDropped).map(({ subjectId }) => subjectId));
  return judged.map((one): Judged<Kind> => {
    const status = statusOf.get(one);
    if (status === 'over-limit' || (one.subjectId !== null && dropped.has(one.subjectId)))
      return { ...one, status: 'over-limit', subjectId: null };
    if (status === 'has-opening') return { ...one, status };
    return { ...one, opens: status === 'opens' };
  });
}
