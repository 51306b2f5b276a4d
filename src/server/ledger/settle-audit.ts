import type { Database } from '#src/server/store/database.ts';

/** Each market's overspend account is what its open lines say. */
async function auditOverspends(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ name: string; overspend: number; open: number }>({
    name: 'audit-overspends',
    text: `select m.name,
        coalesce((select sum(p.amount) from ledger_account a join posting p on p.account_id = a.id
          where a.kind = 'overspend' and a.owner_id = m.id), 0)::bigint as overspend,
        coalesce((select sum(c.missing) from sale_conflict c
          where c.market_id = m.id and c.state = 'overspend'), 0)::bigint as open
      from market m order by m.id`,
  });
  return rows.flatMap(({ name, overspend, open }) =>
    overspend + open === 0 ? [] : [`Market ${name}: overspend ${overspend}, its open lines say ${open}.`],
  );
}

const checks = [
  {
    name: 'audit-missing',
    text: `select 'Purchase ' || b.code || ' misses ' || b.missing || ' and no line says so.' as finding
      from purchase b join movement m on m.id = b.movement_id
      where b.missing > 0 and not exists
        (select 1 from sale_conflict c where c.purchase_op_id = m.reference and c.missing = b.missing)`,
  },
  {
    name: 'audit-acceptances',
    text: `select 'Accepted sale ' || a.op_id || ' has neither receipt nor line.' as finding from accepted_sale a
      where not exists (select 1 from receipt r where r.op_id = a.op_id)
        and not exists (select 1 from sale_conflict c where c.op_id = a.op_id and c.state in ('waiting', 'review'))`,
  },
  {
    name: 'audit-paid-acceptances',
    text: `select 'Accepted sale ' || a.op_id || ' is settled and nothing was paid.' as finding
      from accepted_sale a join receipt r on r.op_id = a.op_id
      where r.refusal is null and not exists (select 1 from movement m where m.reference = a.purchase_op_id)`,
  },
  {
    name: 'audit-heads',
    text: `select 'Device ' || d.name || ' (' || d.id || ') says head ' || d.ack_seq || ', its journal ' || j.head || '.' as finding
      from device d
      cross join lateral (select coalesce(max(e.seq), d.start_seq) as head from journal_entry e
        where e.device_id = d.id and e.seq > d.start_seq) j
      where j.head <> d.ack_seq`,
  },
];

/** Every settled sale has its line when something is missing, its receipt and its movement; heads are the journals'. */
export async function auditSettlement(database: Database): Promise<string[]> {
  const findings = await auditOverspends(database);
  for (const check of checks) {
    const { rows } = await database.query<{ finding: string }>(check);
    findings.push(...rows.map(({ finding }) => finding));
  }
  return findings;
}
