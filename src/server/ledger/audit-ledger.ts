import type { Points } from '#src/contract/brands.ts';
import type { Database } from '#src/server/store/database.ts';
import { movementDetails } from './movement-details.ts';

export type LedgerAudit = {
  movements: number;
  postings: number;
  vouchers: number;
  /** sum of all postings; 0 when the ledger balances */
  total: number;
  /** each difference in a plain sentence; empty when all is right */
  findings: string[];
};

const nobody = '00000000-0000-0000-0000-000000000000';
const pageSize = 500;

/**
 * Read-only drift check: every balance equals the sum of its postings, every movement sums to 0 in each market and
 * agrees with its own row, points agree, no stall was paid, with what came off, more than it sold, and the day sums contain every posting
 * once. Reads in pages so that purchases pass in between.
 */
export async function auditLedger(database: Database): Promise<LedgerAudit> {
  const audit: LedgerAudit = { movements: 0, postings: 0, vouchers: 0, total: 0, findings: [] };
  const folded = await readFolded(database);
  const legsOfFolded = await auditMovements(database, audit, folded);
  await auditVouchers(database, audit);
  await auditStalls(database, audit);
  audit.findings.push(...(await auditSettlement(database)));
  if (audit.total !== 0) audit.findings.push(`All postings sum to ${audit.total} instead of 0.`);
  if (legsOfFolded !== folded.legs)
    audit.findings.push(`The day sums hold ${folded.legs} postings instead of ${legsOfFolded}.`);
  return audit;
}

/** How far the day sums go (ledger/days/day-sums.ts), and how many postings they hold. */
type Folded = { xid: number; until: string; legs: number };

async function readFolded(database: Database): Promise<Folded> {
  const { rows } = await database.query<Folded>({
    name: 'audit-folded',
    text: `select xid, until, (select coalesce(sum(count), 0)::bigint from ledger_day where account_kind <> 'points') as legs
      from ledger_day_cursor where id = 1`,
  });
  return rows[0] ?? { xid: 0, until: nobody, legs: 0 };
}

type MovementRow = {
  id: string;
  xid: number;
  kind: string;
  legs: number;
  total: number;
  /** sums of the markets that do not balance on their own */
  unbalanced: number;
  is_detailed: boolean;
  /** what the movement's own row says, and what its postings and points say */
  amount: number;
  moved: number;
  points: Points;
  entered: number;
  receipt: boolean;
};

/** Returns the number of postings of the movements that are in the day sums. */
async function auditMovements(database: Database, audit: LedgerAudit, folded: Folded): Promise<number> {
  let legs = 0;
  for (let after = nobody; ;) {
    const { rows } = await database.query<MovementRow>({
      name: 'audit-movements',
      text: `
        select m.id, m.xid, m.kind, coalesce(l.legs, 0)::int as legs, coalesce(l.total, 0)::bigint as total,
          coalesce(l.unbalanced, 0)::int as unbalanced, d.movement_id is not null as is_detailed,
          coalesce(d.amount, 0)::bigint as amount, coalesce(d.points, 0)::bigint as points,
          coalesce((select sum(p.amount) from posting p where p.movement_id = m.id and p.account_id = d.account), 0)::bigint
            as moved,
          coalesce((select sum(e.points) from points_entry e where e.movement_id = m.id), 0)::bigint as entered,
          exists (select 1 from receipt r where r.op_id = split_part(m.reference, ' ', 1)) as receipt
        from (select * from movement where id > $1 order by id limit ${pageSize}) m
        left join lateral (
          select sum(s.legs) as legs, sum(s.total) as total, count(*) filter (where s.total <> 0) as unbalanced
          from (
            select count(*) as legs, sum(p.amount) as total from posting p join ledger_account a on a.id = p.account_id
            where p.movement_id = m.id group by a.market_id
          ) s
        ) l on true
        left join lateral (${movementDetails}) d on true
        order by m.id`,
      values: [after],
    });
    for (const row of rows) {
      if (folded.xid > 0 ? row.xid < folded.xid : row.xid === 0 && row.id <= folded.until) legs += row.legs;
      audit.movements += 1;
      audit.postings += row.legs;
      audit.total += row.total;
      audit.findings.push(...findingsOf(row));
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return legs;
    after = last.id;
  }
}

/** An assignment has no row of its own: it belongs to the sale of its reference. */
const withoutDetail = new Set(['assignment']);

function findingsOf(row: MovementRow): string[] {
  const name = `Movement ${row.id} (${row.kind})`;
  const findings: string[] = [];
  if (row.total !== 0) findings.push(`${name} sums to ${row.total} instead of 0.`);
  if (row.unbalanced > 0) findings.push(`${name} does not sum to 0 in ${row.unbalanced} markets.`);
  // A reward without an amount moves points alone.
  const isOfPoints = row.kind === 'redemption' && row.amount === 0;
  if (row.legs < (isOfPoints ? 0 : 2)) findings.push(`${name} has ${row.legs} postings.`);
  if (!row.is_detailed && !withoutDetail.has(row.kind)) findings.push(`${name} has no row of its own.`);
  if (row.is_detailed && row.amount !== row.moved)
    findings.push(`${name} says ${row.amount}, its postings say ${row.moved}.`);
  // The points of what was missing come with its assignment.
  if (row.is_detailed && row.points !== row.entered)
    findings.push(`${name} says ${row.points} points, its entries say ${row.entered}.`);
  if (!row.receipt) findings.push(`${name} has no receipt.`);
  return findings;
}

type VoucherRow = { id: string; balance: number; posted: number; face: number; issued: number };

async function auditVouchers(database: Database, audit: LedgerAudit): Promise<void> {
  for (let after = nobody; ;) {
    const { rows } = await database.query<VoucherRow>({
      name: 'audit-vouchers',
      text: `
        select v.id, v.balance, v.face, coalesce(s.posted, 0)::bigint as posted, coalesce(s.issued, 0)::bigint as issued
        from (select * from voucher where id > $1 order by id limit ${pageSize}) v
        left join lateral (
          select sum(p.amount) as posted,
            sum(p.amount) filter (where p.amount > 0 and m.kind in ('top-up', 'redemption', 'reissue', 'join', 'opening')) as issued
          from posting p join movement m on m.id = p.movement_id where p.account_id = v.id
        ) s on true
        order by v.id`,
      values: [after],
    });
    for (const row of rows) {
      audit.vouchers += 1;
      if (row.balance !== row.posted)
        audit.findings.push(`Voucher ${row.id} says ${row.balance}, its postings say ${row.posted}.`);
      if (row.face !== row.issued)
        audit.findings.push(`Voucher ${row.id} was issued for ${row.issued} and says ${row.face}.`);
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
}

/** One stall at a time: a busy one has many postings. */
async function auditStalls(database: Database, audit: LedgerAudit): Promise<void> {
  const { rows: stalls } = await database.query<{ id: string }>({
    name: 'audit-stalls',
    text: `select id from person where user_type = 'ESTANTE' order by id`,
  });
  for (const { id } of stalls) {
    const { rows } = await database.query<{ sold: number; paid: number }>({
      name: 'audit-stall',
      text: `select (coalesce(sum(b.amount), 0)
            + coalesce((select sum(g.amount) from opening_balance g where g.account_id = $1), 0))::bigint as sold,
          (coalesce((select sum(o.amount) from payout o where o.stall_id = $1), 0)
            + coalesce((select sum(d.amount) from deduction d where d.stall_id = $1), 0)
            - coalesce((select sum(f.amount) from deduction_void f where f.stall_id = $1), 0))::bigint as paid
        from purchase b where b.stall_id = $1`,
      values: [id],
    });
    const [row] = rows;
    if (row && row.paid > row.sold)
      audit.findings.push(`Stall ${id} was paid ${row.paid} with what came off and sold ${row.sold}.`);
  }
}

/** Each market's overspend account equals its open conflict lines. */
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
    name: 'audit-sums',
    text: `select 'The running sums of ' || owner_id || ' (' || account_kind || ', ' || movement_kind || ') are not those of its days.' as finding
      from (
        select market_id, account_kind, owner_id, movement_kind, count, total from ledger_sum
        union all select market_id, account_kind, owner_id, movement_kind, -count, -total from ledger_day
      ) s group by market_id, account_kind, owner_id, movement_kind having sum(count) <> 0 or sum(total) <> 0`,
  },
  {
    name: 'audit-missing',
    text: `select 'Purchase ' || b.code || ' misses ' || b.missing || ' and no line says so.' as finding
      from purchase b join movement m on m.id = b.movement_id
      where b.missing > 0 and not exists
        (select 1 from sale_conflict c where c.purchase_op_id = m.reference and c.missing = b.missing
          - (select coalesce(sum(x.missing), 0) from purchase_void x where x.purchase_id = b.movement_id))`,
  },
  {
    name: 'audit-openings',
    text: `select 'Market ' || name || ' stands for ' || posted || ' of opening balances, their rows say ' || standing || '.' as finding
      from (select m.name,
          (select coalesce(-sum(p.amount), 0) from ledger_account a join posting p on p.account_id = a.id
            where a.kind = 'opening' and a.owner_id = m.id) as posted,
          (select coalesce(sum(g.amount), 0) from opening_balance g where g.market_id = m.id)
            - (select coalesce(sum(h.amount), 0) from opening_void h where h.market_id = m.id) as standing
        from market m) s
      where posted <> standing`,
  },
  {
    name: 'audit-voids',
    text: `select 'Purchase ' || b.code || ' of ' || b.amount || ' has voids of ' || sum(x.amount) || ' and stands at '
        || min(x.stands) || '.' as finding
      from purchase_void x join purchase b on b.movement_id = x.purchase_id
      group by b.movement_id having b.amount - sum(x.amount) <> min(x.stands)`,
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

/**
 * Every settled sale with a loss has its conflict line, its receipt and its movement; journal heads agree with the
 * journals.
 */
async function auditSettlement(database: Database): Promise<string[]> {
  const findings = await auditOverspends(database);
  for (const check of checks) {
    const { rows } = await database.query<{ finding: string }>(check);
    findings.push(...rows.map(({ finding }) => finding));
  }
  return findings;
}
