import { lineageOf } from '#src/server/ledger/vouchers.ts';
import type { Database } from '#src/server/store/database.ts';
import type { Checkpoint } from './checkpoint.ts';

/**
 * Rows that name a person. Duplicate customers are compared by the customer into whom they were merged.
 * `/since/` marks the place of the condition.
 */
const isOther = (one: string, other: string): string =>
  `coalesce(${one}.merged_into, ${one}.id) <> coalesce(${other}.merged_into, ${other}.id)`;

const points = (rows: string, detail: string): string =>
  `select 'Points of movement ' || e.movement_id || ' are not of the customer and the market of its row.' as finding
    from points_entry e join movement m on m.id = e.movement_id ${rows}
      join person p on p.id = e.customer_id join person c on c.id = ${detail}.customer_id
    where (e.market_id <> ${detail}.market_id or ${isOther('p', 'c')}) /since/`;

const rowChecks = [
  {
    name: 'audit-purchase-customers',
    since: 'and m.xid >= $1',
    text: `select 'Purchase ' || b.code || ' names customer ' || c.id || ', its voucher belongs to ' || o.id || '.' as finding
      from purchase b join movement m on m.id = b.movement_id join voucher v on v.id = b.voucher_id
        join person c on c.id = b.customer_id join person o on o.id = v.owner_id
      where ${isOther('c', 'o')} /since/`,
  },
  {
    name: 'audit-credits-of-voids',
    since: 'and m.xid >= $1',
    text: `select 'Void ' || m.id || ' credits voucher ' || v.voucher_id || ', which does not follow the one of its purchase.' as finding
      from purchase_void v join movement m on m.id = v.movement_id join purchase b on b.movement_id = v.purchase_id
      where v.voucher_id <> b.voucher_id and v.voucher_id not in (${lineageOf('b.voucher_id')}) /since/`,
  },
  {
    name: 'audit-points-of-purchases',
    since: 'and m.xid >= $1',
    text: points('join purchase b on b.movement_id = e.movement_id', 'b'),
  },
  {
    name: 'audit-points-of-voids',
    since: 'and m.xid >= $1',
    text: points(
      'join purchase_void v on v.movement_id = e.movement_id join purchase b on b.movement_id = v.purchase_id',
      'b',
    ),
  },
  {
    name: 'audit-points-of-redemptions',
    since: 'and m.xid >= $1',
    text: points('join redemption x on x.movement_id = e.movement_id', 'x'),
  },
] as const;

/** Each market's overspend account equals its open conflict lines. */
async function auditOverspends(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ name: string; overspend: number; open: number }>({
    name: 'audit-overspends',
    text: `select m.name,
        coalesce((select sum(p.amount) from ledger_account a join posting p on p.account_id = a.id
          where a.kind = 'overspend' and a.owner_id = m.id), 0)::bigint as overspend,
        coalesce((select sum(c.missing) from conflict_line c
          where c.market_id = m.id and c.state = 'overspend'), 0)::bigint as open
      from market m order by m.id`,
  });
  return rows.flatMap(({ name, overspend, open }) =>
    overspend + open === 0 ? [] : [`Market ${name}: overspend ${overspend}, its open lines say ${open}.`],
  );
}

/**
 * Offline sales have no position in the order of commits: they are selected by their database time, one day
 * back.
 */
const acceptedSince = `and a.recorded_at >= $2::timestamptz - interval '1 day'`;

type Check = {
  name: string;
  text: string;
  /** Condition on rows after a checkpoint. $1: its position, $2: its time. Absent: all rows. */
  since?: string;
  /** Compares all rows with all, so it only runs in a whole audit. */
  isOfAll?: boolean;
};

/** `/since/` marks the place of the condition. */
const checks: readonly Check[] = [
  {
    name: 'audit-sums',
    isOfAll: true,
    text: `select 'The running sums of ' || owner_id || ' (' || account_kind || ', ' || movement_kind || ') are not those of its days.' as finding
      from (
        select market_id, account_kind, owner_id, movement_kind, count, total from ledger_sum
        union all select market_id, account_kind, owner_id, movement_kind, -count, -total from ledger_day
      ) s group by market_id, account_kind, owner_id, movement_kind having sum(count) <> 0 or sum(total) <> 0`,
  },
  {
    name: 'audit-missing',
    since: `and (m.xid >= $1 or exists (select 1 from purchase_void x join movement v on v.id = x.movement_id
      where x.purchase_id = b.movement_id and v.xid >= $1))`,
    text: `select 'Purchase ' || b.code || ' misses ' || b.missing || ' and no line says so.' as finding
      from purchase b join movement m on m.id = b.movement_id
      where b.missing > 0 /since/ and not exists
        (select 1 from conflict_line c where c.purchase_op_id = m.reference and c.missing = b.missing
          - (select coalesce(sum(x.missing), 0) from purchase_void x where x.purchase_id = b.movement_id))`,
  },
  {
    name: 'audit-openings',
    text: `select 'Market ' || name || ' stands for ' || posted || ' of opening balances, their rows say ' || standing || '.' as finding
      from (select m.name,
          (select coalesce(-sum(p.amount), 0) from ledger_account a join posting p on p.account_id = a.id
            where a.kind = 'opening' and a.owner_id = m.id) as posted,
          (select coalesce(sum(g.amount), 0) from opening_balance g where g.market_id = m.id) as standing
        from market m) s
      where posted <> standing`,
  },
  {
    name: 'audit-voids',
    since: `and x.purchase_id in (select y.purchase_id from movement v join purchase_void y on y.movement_id = v.id where v.xid >= $1)`,
    text: `select 'Purchase ' || b.code || ' of ' || b.amount || ' has a void of ' || x.amount || '.' as finding
      from purchase_void x join purchase b on b.movement_id = x.purchase_id where x.amount <> b.amount /since/`,
  },
  {
    name: 'audit-acceptances',
    since: acceptedSince,
    text: `select 'Accepted sale ' || a.op_id || ' has neither receipt nor line.' as finding from accepted_purchase a
      where true /since/ and not exists (select 1 from receipt r where r.op_id = a.op_id)
        and not exists (select 1 from conflict_line c where c.op_id = a.op_id and c.state in ('waiting', 'review'))`,
  },
  {
    name: 'audit-paid-acceptances',
    since: acceptedSince,
    text: `select 'Accepted sale ' || a.op_id || ' is settled and nothing was paid.' as finding
      from accepted_purchase a join receipt r on r.op_id = a.op_id
      where r.refusal is null /since/ and not exists (select 1 from movement m where m.reference = a.purchase_op_id)`,
  },
  {
    name: 'audit-heads',
    text: `select 'Device ' || d.name || ' (' || d.id || ') says head ' || d.ack_seq || ', its journal ' || j.head || '.' as finding
      from device d
      cross join lateral (select coalesce(max(e.seq), d.start_seq) as head from journal_entry e
        where e.device_id = d.id and e.seq > d.start_seq) j
      where j.head <> d.ack_seq`,
  },
  ...rowChecks,
];

/**
 * Checks that every settled sale with a loss has its conflict line, receipt and movement, and that journal
 * heads match the journals.
 */
export async function auditSettlement(database: Database, from: Checkpoint | null): Promise<string[]> {
  const findings = await auditOverspends(database);
  for (const { name, text, since, isOfAll } of checks) {
    if (from && isOfAll) continue;
    const { rows } = await database.query<{ finding: string }>({
      name,
      text:
        from && since
          ? `with point as (select $1::bigint, $2::timestamptz) ${text.replace('/since/', since)}`
          : text.replace('/since/', ''),
      ...(from && since ? { values: [from.xid, from.walkedAt] } : {}),
    });
    findings.push(...rows.map(({ finding }) => finding));
  }
  return findings;
}
