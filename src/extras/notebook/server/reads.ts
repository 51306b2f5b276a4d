import { readIdentification } from '#src/domain/identification.ts';
import { plainName } from '#src/domain/plain-name.ts';
import type { Sheet, SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import type { Amount, MarketId } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';
import { isFoundByDocument } from '#src/server/store/records/people.ts';
import { isoOf } from '#src/server/store/rows.ts';

/** Returns stalls of a market by their plain names; of two with the same name, the older. */
export async function readStalls(session: Session, market: MarketId): Promise<Map<string, string>> {
  const { rows } = await session.query<{ id: string; name: string }>({
    name: 'stalls-by-name',
    text: `select id, stall_name as name from person
      where market_id = $1 and user_type = 'ESTANTE' and visible order by created_at desc, id desc`,
    values: [market],
  });
  return new Map(rows.map(({ id, name }) => [plainName(name), id]));
}

/** Returns the emails of these rows that belong to an account of this type. */
export async function readTakenEmails(
  session: Session,
  userType: 'ESTANTE' | 'USUARIO',
  lines: readonly { email?: string | undefined }[],
): Promise<Set<string>> {
  const emails = lines.flatMap(({ email }) => email ?? []);
  if (emails.length === 0) return new Set();
  const { rows } = await session.query<{ email: string }>({
    name: 'taken-emails',
    text: `select lower(email) as email from person where user_type = $1 and visible and lower(email) = any ($2::text[])`,
    values: [userType, emails],
  });
  return new Set(rows.map(({ email }) => email));
}

/** Returns customers by "CC 24684521". */
export async function readByDocument(
  session: Session,
  lines: readonly { identificacion: string }[],
): Promise<Map<string, string>> {
  const { rows } = await session.query<{ id: string; key: string }>({
    name: 'customers-by-document',
    text: `select coalesce(d.merged_into, d.id) as id, d.document_type || ' ' || d.document_number as key from person d
      where ${isFoundByDocument('d')} and d.document_number = any ($1::text[]) order by d.visible`,
    values: [lines.map(({ identificacion }) => readIdentification(identificacion).number)],
  });
  return new Map(rows.map(({ id, key }) => [key, id]));
}

export type SheetRow = {
  id: string;
  kind: SheetKind;
  file_name: string;
  row_count: number;
  amount: Amount;
  created_at: Date;
};

/** Returns a sheet of this market, or null. */
export async function readSheet(session: Session, market: MarketId, id: string): Promise<SheetRow | null> {
  const { rows } = await session.query<SheetRow>({
    name: 'sheet-of-market',
    text: `select id, kind, file_name, row_count, amount, created_at from sheet
      where id = $1 and market_id = $2`,
    values: [id, market],
  });
  return rows[0] ?? null;
}

/** Returns the last sheets of a market, or one of them, newest first. */
export async function readSheets(session: Session, market: MarketId, id: string | null): Promise<Sheet[]> {
  const { rows } = await session.query<Sheet>({
    name: 'sheets',
    text: `select s.id as "_id", s.kind, s.file_name as "fileName", s.row_count as rows, b.owner_name as "broughtBy", n.*,
        ${isoOf('s.created_at')} as "createAt"
      from (select * from sheet where market_id = $1 and ($2::uuid is null or id = $2)
        order by created_at desc, id desc limit 20) s
      join person b on b.id = s.brought_by
      cross join lateral (
        select count(*)::int as came, (count(*) filter (where r.is_new))::int as made,
          (count(*) filter (where not r.is_new))::int as there,
          coalesce(sum(g.amount), 0)::bigint as amount,
          (count(*) filter (where r.is_new and p.password_hash is null and p.visible and p.user_type <> 'USUARIO'))::int as slips,
          (count(*) filter (where v.balance = g.amount and v.closed_as is null))::int as papers
        from sheet_row r left join opening_balance g on g.movement_id = r.opening_id
          left join voucher v on v.id = g.account_id left join person p on p.id = r.subject_id
        where r.sheet_id = s.id
      ) n
      order by s.created_at desc, s.id desc`,
    values: [market, id],
  });
  return rows;
}
