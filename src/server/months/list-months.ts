import type { Session } from '#src/server/store/database.ts';

/**
 * "2026-12", or "antes" for all postings from before the partitioning by month. `until`: the first id of the
 * next month.
 */
export type Month = { name: string; table: string; until: string; endsAt: Date; bytes: number };
export type ClosedMonth = {
  name: string;
  until: string;
  postings: number;
  archive: string;
  digest: string;
  closedAt: Date;
  droppedAt: Date | null;
};

/** Returns the months with a partition, oldest first, without the default partition. */
export async function listMonths(session: Session): Promise<Month[]> {
  const { rows } = await session.query<Omit<Month, 'name'>>({
    name: 'posting-months',
    text: `select m."table", m.until, m.bytes, time_of_id(m.until) as "endsAt"
      from (select c.relname as "table", pg_total_relation_size(c.oid) as bytes,
          (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''([^'']+)'))[1]::uuid as until
        from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'posting'::regclass) m
      where m.until is not null order by m.until`,
  });
  return rows.map((row) => ({
    ...row,
    name: row.table === 'posting_before' ? 'antes' : row.table.replace('posting_', '').replaceAll('_', '-'),
  }));
}

export async function listClosedMonths(session: Session): Promise<ClosedMonth[]> {
  const { rows } = await session.query<ClosedMonth>({
    name: 'closed-months',
    text: `select name, until, postings, archive, digest, closed_at as "closedAt", dropped_at as "droppedAt"
      from closed_month order by until`,
  });
  return rows;
}
