import type { Amount } from '#src/contract/brands.ts';
import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import type { Touched } from '#src/server/operations/opening-void.ts';
import type { Session } from '#src/server/store/database.ts';

export type RowToTake = {
  row: number;
  subject: string;
  isNew: boolean;
  openingId: string | null;
  amount: Amount;
  /** the stall, or the voucher */
  accountId: string | null;
  postedAt: Date | null;
};

/** People are locked first: what happens to them comes before this or after. */
export async function readTouched(
  session: Session,
  kind: SheetKind,
  rows: readonly RowToTake[],
): Promise<Map<string, Touched>> {
  // Two rows may be about one person, and one of them alone has the opening balance.
  const postedAt = new Map<string, Date | null>();
  for (const row of rows) postedAt.set(row.subject, postedAt.get(row.subject) ?? row.postedAt);
  const ids = [...postedAt.keys()];
  if (kind !== 'products')
    await session.query({
      name: 'lock-people-of-sheet',
      text: 'select id from person where id = any ($1::uuid[]) order by id for update',
      values: [ids],
    });
  // A statement of its own: its snapshot sees what the transactions that we waited for have written.
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

/** As when a market deletes an account: hidden, with its history. What a stall of nobody offered goes with it. */
export async function hidePeople(session: Session, ids: readonly string[]): Promise<void> {
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

export async function hideProducts(session: Session, ids: readonly string[]): Promise<void> {
  await session.query({
    name: 'hide-products-of-sheet',
    text: 'update product set visible = false where id = any ($1::uuid[])',
    values: [ids],
  });
}
