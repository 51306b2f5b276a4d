import type { VoucherId, Amount } from '#src/contract/brands.ts';
import {
  takenBackSchema,
  type SheetKind,
  type SheetTarget,
  type TakenBack,
  type WhyStays,
} from '#src/extras/notebook/contract/schemas.ts';
import { maxRowsAtOnce } from '#src/extras/notebook/contract/sheet-limits.ts';
import { decideTakeBack } from '#src/extras/notebook/domain/sheet.ts';
import { ownMarket } from '#src/server/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { refused, type Outcome } from '#src/server/ledger/receipts.ts';
import { takeCustomer, takeStall, untouched, type Touched } from '#src/server/operations/opening-void.ts';
import { lockOpenings, type OpeningEntry } from '#src/server/operations/opening.ts';
import type { Session } from '#src/server/store/database.ts';
import { lockMarket, readSheet } from './reads.ts';
import type { SheetDeps } from './sheets.ts';

/**
 * Deshacer: undoes some rows of a sheet within a day. Untouched rows are removed with their opening balances;
 * the others stay complete, and the sheet lists the reasons. After the first step no more rows are imported.
 */
export const takeBackSheet: StaffCall<SheetDeps, SheetTarget, TakenBack> = (deps, actor, command, opId) => {
  const market = ownMarket(actor);
  let first: { fileName: string; rows: number } | null = null;
  return recordStaffOperation(
    deps,
    { kind: 'sheet-take-back', actor, body: command, opId, receiptSchema: takenBackSchema },
    async (session, entry) => {
      first = null;
      await lockMarket(session, market);
      const sheet = await readSheet(session, market, command.id);
      const facts = sheet && { begunAt: sheet.created_at, isTakenBack: sheet.taken_back_at !== null };
      const decision = decideTakeBack(entry.recordedAt, facts);
      if (decision.kind === 'refuse') return refused(decision.code);
      if (!sheet) throw new Error('a sheet is taken back that is not there');
      if (decision.plan.isFirst) {
        await markTakenBack(session, sheet.id, entry.recordedAt);
        first = { fileName: sheet.file_name, rows: sheet.row_count };
      }
      return takeRows(session, { ...entry, market }, sheet);
    },
    ({ left, gone, stay }) =>
      first === null
        ? []
        : [
            {
              kind: 'sheet-taken-back',
              marketId: market,
              subject: { type: 'SHEET', id: command.id, name: first.fileName },
              after: { rows: left + gone + stay },
            },
          ],
  );
};

/** Returns the sum of each subject's opening balances in the undecided rows. */
function importedTo(rows: readonly RowToTake[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { subject, amount } of rows) sums.set(subject, (sums.get(subject) ?? 0) + amount);
  return sums;
}

async function takeRows(
  session: Session,
  entry: OpeningEntry,
  { id, kind }: { id: string; kind: SheetKind },
): Promise<Outcome<TakenBack>> {
  await lockOpenings(session, entry.market);
  const rows = await readRows(session, id);
  const taken = rows.slice(0, maxRowsAtOnce);
  const touched = await readTouched(session, kind, taken);
  const imported = importedTo(rows);
  const fates = new Map<number, WhyStays | 'gone'>();
  const gone: RowToTake[] = [];
  // Ordered by the locked rows, so that concurrent steps wait for each other without a deadlock.
  for (const row of taken.toSorted((a, b) =>
    (a.accountId ?? a.subject) < (b.accountId ?? b.subject) ? -1 : 1,
  )) {
    const known = touched.get(row.subject) ?? untouched;
    const why = await takeRow(
      session,
      entry,
      kind,
      { ...row, imported: imported.get(row.subject) ?? 0 },
      known,
    );
    fates.set(row.row, why ?? 'gone');
    if (why === null && row.isNew) gone.push(row);
  }
  const subjects = gone.map(({ subject }) => subject);
  await (kind === 'products' ? hideProducts(session, subjects) : hidePeople(session, subjects));
  await writeFates(session, id, fates);
  const stay = [...fates.values()].filter((fate) => fate !== 'gone').length;
  return { ok: true, receipt: { left: rows.length - taken.length, gone: taken.length - stay, stay } };
}

/** Returns why the row stays, or null if it is removed. */
async function takeRow(
  session: Session,
  entry: OpeningEntry,
  kind: SheetKind,
  row: RowToTake & { imported: number },
  touched: Touched,
): Promise<WhyStays | null> {
  if (kind === 'stalls') return takeStall(session, entry, row, touched);
  // A customer's opening balance is posted on a voucher.
  const account = row.accountId as VoucherId | null;
  if (kind === 'customers') return takeCustomer(session, entry, { ...row, account }, touched);
  if (!row.isNew) return null;
  if (kind === 'products') return touched.isEdited ? 'edited' : null;
  return touched.hasSignedIn ? 'signed-in' : null;
}

/** Reads one row more than a step, to know whether another step follows. */
async function readRows(session: Session, id: string): Promise<RowToTake[]> {
  const { rows } = await session.query<RowToTake>({
    name: 'rows-to-take-back',
    text: `select r.row_number as row, r.subject_id as subject, r.is_new as "isNew", r.opening_id as "openingId",
        coalesce(g.amount, 0)::bigint as amount, g.account_id as "accountId", g.recorded_at as "postedAt"
      from sheet_row r left join opening_balance g on g.movement_id = r.opening_id
      where r.sheet_id = $1 and r.fate is null order by r.row_number`,
    values: [id],
  });
  return rows;
}

async function markTakenBack(session: Session, id: string, now: Date): Promise<void> {
  await session.query({
    name: 'take-back-sheet',
    text: 'update sheet set taken_back_at = $2 where id = $1',
    values: [id, now],
  });
}

async function writeFates(session: Session, id: string, fates: ReadonlyMap<number, string>): Promise<void> {
  await session.query({
    name: 'write-row-fates',
    text: `update sheet_row r set fate = f.fate from unnest($2::int[], $3::text[]) as f (n, fate)
      where r.sheet_id = $1 and r.row_number = f.n`,
    values: [id, [...fates.keys()], [...fates.values()]],
  });
}

type RowToTake = {
  row: number;
  subject: string;
  isNew: boolean;
  openingId: string | null;
  amount: Amount;
  /** The stall or the voucher. */
  accountId: string | null;
  postedAt: Date | null;
};

/** People are locked first, so that a concurrent operation on them is either before or after this step. */
async function readTouched(
  session: Session,
  kind: SheetKind,
  rows: readonly RowToTake[],
): Promise<Map<string, Touched>> {
  // Two rows may be about one person, and only one of them has the opening balance.
  const postedAt = new Map<string, Date | null>();
  for (const row of rows) postedAt.set(row.subject, postedAt.get(row.subject) ?? row.postedAt);
  const ids = [...postedAt.keys()];
  if (kind !== 'products')
    await session.query({
      name: 'lock-people-of-sheet',
      text: 'select id from person where id = any ($1::uuid[]) order by id for update',
      values: [ids],
    });
  // A separate statement: its snapshot sees what the transactions that we waited for have written.
  const { rows: touched } = await session.query<Touched & { id: string }>(
    kind === 'customers'
      ? { ...customers, values: [ids, rows.flatMap(({ accountId }) => accountId ?? [])] }
      : { ...places, values: [ids, [...postedAt.values()]] },
  );
  return new Map(touched.map((one) => [one.id, one]));
}

const isEdited = `exists (select 1 from decision d where d.subject_id = r.id::text
  and d.kind in ('product-edited', 'customer-edited', 'customers-merged'))`;

const places = {
  name: 'touched-places',
  text: `select r.id, coalesce(p.password_hash is not null, false) as "hasSignedIn",
      exists (select 1 from purchase b where b.stall_id = r.id)
        or exists (select 1 from sale_conflict c where c.stall_id = r.id) as "hasSold",
      exists (select 1 from payout o where o.stall_id = r.id and o.recorded_at >= r.posted_at) as "isPaid",
      ${isEdited} as "isEdited", false as "hasMore"
    from unnest($1::uuid[], $2::timestamptz[]) as r (id, posted_at) left join person p on p.id = r.id`,
};

const customers = {
  name: 'touched-customers',
  text: `select r.id, false as "hasSignedIn", false as "hasSold", false as "isPaid", ${isEdited} as "isEdited",
      exists (select 1 from voucher v where v.owner_id = r.id and v.id <> all ($2::uuid[]))
        or exists (select 1 from purchase b where b.customer_id = r.id)
        or exists (select 1 from points_entry e where e.customer_id = r.id)
        or exists (select 1 from consent k where k.customer_id = r.id)
        or exists (select 1 from person t where t.merged_into = r.id) as "hasMore"
    from unnest($1::uuid[]) as r (id)`,
};

/** Hides accounts with their history, as when a market deletes them, with the products of their stalls. */
async function hidePeople(session: Session, ids: readonly string[]): Promise<void> {
  await session.query({
    name: 'hide-people-of-sheet',
    text: 'update person set visible = false where id = any ($1::uuid[])',
    values: [ids],
  });
  await session.query({
    name: 'hide-products-of-people',
    text: 'update product set visible = false where owner_id = any ($1::uuid[])',
    values: [ids],
  });
}

async function hideProducts(session: Session, ids: readonly string[]): Promise<void> {
  await session.query({
    name: 'hide-products-of-sheet',
    text: 'update product set visible = false where id = any ($1::uuid[])',
    values: [ids],
  });
}
