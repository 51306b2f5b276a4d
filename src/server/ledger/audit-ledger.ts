import type { Points } from '#src/protocol/brands.ts';
import type { Database } from '#src/server/store/database.ts';
import { auditAccountSums } from './audit/account-sums.ts';
import type { Checkpoint } from './audit/checkpoint.ts';
import { foreignLegs } from './audit/leg-signs.ts';
import { movementDetails } from './audit/movement-details.ts';
import { auditSettlement } from './audit/settlement-checks.ts';
import { readSums } from './days/day-sums.ts';
import { firstIdOf } from './ids.ts';

export type LedgerAudit = {
  movements: number;
  postings: number;
  vouchers: number;
  /** Sum of all postings; 0 when the ledger balances. */
  total: number;
  /** Differences, each as a plain sentence; empty when everything is correct. */
  findings: string[];
  /** Position of the day sums at the start, and the counts before it, from which the next audit may begin. */
  folded: { xid: number; movements: number; postings: number };
};

const nobody = '00000000-0000-0000-0000-000000000000';
const pageSize = 500;

/**
 * Read-only check of the whole ledger, or `from` a checkpoint of an earlier audit (audit/checkpoint.ts).
 * Every balance equals the sum of its postings; every movement sums to 0 in each market and agrees with its
 * own row; points agree; no stall was paid more than it sold; the day sums contain
 * every posting once. Reads in pages, so that purchases run in between.
 */
export async function auditLedger(database: Database, from: Checkpoint | null = null): Promise<LedgerAudit> {
  const { movements, postings } = from ?? { movements: 0, postings: 0 };
  const { legs, xid } = await readFolded(database);
  const folded = { xid, movements, postings };
  const audit: LedgerAudit = { movements, postings, vouchers: 0, total: 0, findings: [], folded };
  await auditMovements(database, audit, from);
  if (from) {
    await auditStallsBySums(database, audit);
    await auditSomeAgain(database, audit);
  } else {
    await auditVouchers(database, audit);
    await auditStalls(database, audit);
  }
  audit.findings.push(...(await auditAccountSums(database, from === null)));
  audit.findings.push(...(await auditSettlement(database, from)));
  if (audit.total !== 0) audit.findings.push(`All postings sum to ${audit.total} instead of 0.`);
  if (folded.postings !== legs)
    audit.findings.push(`The day sums hold ${legs} postings instead of ${folded.postings}.`);
  return audit;
}

/** Position of the day sums (ledger/days/day-sums.ts), and the number of postings in them. */
type Folded = { xid: number; legs: number };

async function readFolded(database: Database): Promise<Folded> {
  const { rows } = await database.query<Folded>({
    name: 'audit-folded',
    text: `select xid, (select coalesce(sum(count), 0)::bigint from ledger_sum where account_kind <> 'points') as legs
      from ledger_day_cursor where id = 1`,
  });
  return rows[0] ?? { xid: 0, legs: 0 };
}

type MovementRow = {
  id: string;
  xid: number;
  kind: string;
  legs: number;
  total: number;
  /** Sums of the markets that do not balance on their own. */
  unbalanced: number;
  is_detailed: boolean;
  /** Amount by the movement's own row, and by its postings and points. */
  amount: number;
  moved: number;
  /** Account kinds and signs of its legs, "stall +,voucher -". */
  signs: string;
  /** Market of its row, and of the account that the row refers to. */
  market: string | null;
  account_market: string | null;
  /** Second account named by its row, or null, with its change by row and by postings. */
  other: string | null;
  other_amount: number;
  other_moved: number;
  points: Points;
  entered: number;
  receipt: boolean;
  /** Voucher of a purchase or top-up, and amount and voucher by the receipt; null for a slimmed receipt. */
  voucher: string | null;
  told_amount: number | null;
  told_voucher: string | null;
};

/** In the order of ids, or from a checkpoint in the order of commits, with the vouchers that they moved. */
async function auditMovements(
  database: Database,
  audit: LedgerAudit,
  from: Checkpoint | null,
): Promise<void> {
  const { folded } = audit;
  for (let after = { id: nobody, xid: from?.xid ?? 0 }; ;) {
    const rows = from
      ? await readMovements(database, 'where xid >= $1 and (xid, id) > ($1, $2) order by xid, id', [
          after.xid,
          after.id,
        ])
      : await readMovements(database, 'where id > $1 order by id', [after.id]);
    for (const row of rows) {
      if (row.xid < folded.xid) {
        folded.movements += 1;
        folded.postings += row.legs;
      }
      audit.movements += 1;
      audit.postings += row.legs;
      audit.total += row.total;
      audit.findings.push(...findingsOf(row));
    }
    if (from) await auditVouchersOf(database, audit, rows);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last;
  }
}

/** Checks a page of older movements again, from a random place, so that widespread damage is noticed soon. */
async function auditSomeAgain(database: Database, audit: LedgerAudit): Promise<void> {
  const { rows } = await database.query<{ first: string | null; last: string | null }>({
    name: 'audit-span',
    text: `select (select id from movement order by id limit 1) as first, (select id from movement order by id desc limit 1) as last`,
  });
  const [first, last] = [timeOf(rows[0]?.first), timeOf(rows[0]?.last)];
  const place = Math.floor(first + Math.random() * (last - first));
  const found = await readMovements(database, 'where id >= $1 order by id', [firstIdOf(place)]);
  audit.findings.push(...found.flatMap((row) => findingsOf(row)));
}

/** Ids of movements start with their time, ms since 1970. */
function timeOf(id: string | null | undefined): number {
  return Number.parseInt((id ?? nobody).replaceAll('-', '').slice(0, 12), 16);
}

async function readMovements(
  database: Database,
  page: string,
  values: readonly unknown[],
): Promise<MovementRow[]> {
  const { rows } = await database.query<MovementRow>({
    name: 'audit-movements',
    text: `
      select m.id, m.xid, m.kind, coalesce(l.legs, 0)::int as legs, coalesce(l.total, 0)::bigint as total,
        coalesce(l.unbalanced, 0)::int as unbalanced, d.movement_id is not null as is_detailed,
        coalesce(d.amount, 0)::bigint as amount, coalesce(d.points, 0)::bigint as points,
        coalesce((select sum(p.amount) from posting p where p.movement_id = m.id and p.account_id = d.account), 0)::bigint
          as moved,
        coalesce(l.signs, '') as signs, d.market, d.other, coalesce(d.other_amount, 0)::bigint as other_amount,
        (select a.market_id from ledger_account a where a.id = d.account) as account_market,
        coalesce((select sum(p.amount) from posting p where p.movement_id = m.id and p.account_id = d.other), 0)::bigint
          as other_moved,
        case m.kind when 'purchase' then d.other when 'top-up' then d.account end as voucher,
        (t.answer ->> case m.kind when 'purchase' then 'price' else 'monto' end)::bigint as told_amount,
        t.answer ->> case m.kind when 'purchase' then 'codeQrUuid' else 'uuid' end as told_voucher,
        coalesce((select sum(e.points) from points_entry e where e.movement_id = m.id), 0)::bigint as entered,
        exists (select 1 from receipt r where r.op_id = split_part(m.reference, ' ', 1)) as receipt
      from (select * from movement ${page} limit ${pageSize}) m
      left join lateral (
        select sum(s.legs) as legs, sum(s.total) as total, count(*) filter (where s.total <> 0) as unbalanced,
          string_agg(s.signs, ',') as signs
        from (
          select count(*) as legs, sum(p.amount) as total,
            string_agg(distinct a.kind || case when p.amount > 0 then ' +' else ' -' end, ',') as signs from posting p join ledger_account a on a.id = p.account_id
          where p.movement_id = m.id group by a.market_id
        ) s
      ) l on true
      left join lateral (${movementDetails}) d on true
      left join receipt t on t.op_id = m.reference and m.kind in ('purchase', 'top-up')
      ${/order by .*$/.exec(page)?.[0].replaceAll(/\b(xid|id)\b/g, 'm.$1') ?? ''}`,
    values,
  });
  return rows;
}

/** An assignment has no row: it belongs to the sale in its reference. */
const withoutDetail = new Set(['assignment']);

function findingsOf(row: MovementRow): string[] {
  const name = `Movement ${row.id} (${row.kind})`;
  const findings: string[] = [];
  if (row.total !== 0) findings.push(`${name} sums to ${row.total} instead of 0.`);
  if (row.unbalanced > 0) findings.push(`${name} does not sum to 0 in ${row.unbalanced} markets.`);
  // A reward without an amount only moves points.
  const isOfPoints = row.kind === 'redemption' && row.amount === 0;
  if (row.legs < (isOfPoints ? 0 : 2)) findings.push(`${name} has ${row.legs} postings.`);
  if (!row.is_detailed && !withoutDetail.has(row.kind)) findings.push(`${name} has no row of its own.`);
  if (row.is_detailed && row.amount !== row.moved)
    findings.push(`${name} says ${row.amount}, its postings say ${row.moved}.`);
  findings.push(...rowFindings(row, name));
  // Points for the shortfall are entered with its assignment.
  if (row.is_detailed && row.points !== row.entered)
    findings.push(`${name} says ${row.points} points, its entries say ${row.entered}.`);
  if (!row.receipt) findings.push(`${name} has no receipt.`);
  return findings;
}

/** Checks that a movement's row, legs and receipt agree. */
function rowFindings(row: MovementRow, name: string): string[] {
  const findings: string[] = [];
  const foreign = foreignLegs(row.kind, row.signs === '' ? [] : row.signs.split(','));
  if (foreign.length > 0) findings.push(`${name} has ${foreign.sort().join(', ')}.`);
  if (row.account_market !== null && row.market !== row.account_market)
    findings.push(`${name} says market ${row.market}, its account is of ${row.account_market}.`);
  if (row.other !== null && row.other_amount !== row.other_moved)
    findings.push(`${name} says ${row.other_amount} of ${row.other}, its postings say ${row.other_moved}.`);
  if (row.is_detailed && row.told_amount !== null && row.told_amount !== row.amount)
    findings.push(`${name} says ${row.amount}, its receipt says ${row.told_amount}.`);
  if (row.is_detailed && row.told_voucher !== null && row.told_voucher !== row.voucher)
    findings.push(`${name} says voucher ${row.voucher}, its receipt says ${row.told_voucher}.`);
  return findings;
}

type VoucherRow = {
  id: string;
  balance: number;
  posted: number;
  face: number;
  issued: number;
  /** Markets of the voucher and of its account. */
  market: string;
  account_market: string;
  /** Owner and original holder, after merges; null when no row names them. */
  owner: string;
  given: string | null;
};

async function auditVouchers(database: Database, audit: LedgerAudit): Promise<void> {
  for (let after = nobody; ;) {
    const rows = await readVouchers(database, 'where id > $1 order by id', after);
    for (const row of rows) auditVoucher(audit, row);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
}

/** Checks the vouchers that these movements moved. A movement moves a hundred at most. */
async function auditVouchersOf(
  database: Database,
  audit: LedgerAudit,
  movements: readonly MovementRow[],
): Promise<void> {
  const rows = await readVouchers(
    database,
    'where id in (select account_id from posting where movement_id = any ($1::uuid[]))',
    movements.map(({ id }) => id),
    null,
  );
  for (const row of rows) auditVoucher(audit, row);
}

async function readVouchers(
  database: Database,
  which: string,
  value: unknown,
  limit: number | null = pageSize,
): Promise<VoucherRow[]> {
  const { rows } = await database.query<VoucherRow>({
    name: 'audit-vouchers',
    text: `
      select v.id, v.balance, v.face, coalesce(s.posted, 0)::bigint as posted, coalesce(s.issued, 0)::bigint as issued,
        v.market_id as market, a.market_id as account_market, coalesce(o.merged_into, o.id) as owner,
        coalesce(g.merged_into, g.id) as given
      from (select * from voucher ${which} limit ${limit === null ? 'all' : limit}) v
      left join lateral (
        select sum(p.amount) as posted,
          sum(p.amount) filter (where p.amount > 0 and m.kind in ('top-up', 'redemption', 'reissue', 'join', 'opening')) as issued
        from posting p join movement m on m.id = p.movement_id where p.account_id = v.id
      ) s on true
      join ledger_account a on a.id = v.id join person o on o.id = v.owner_id
      left join person g on g.id = coalesce(
        (select t.customer_id from top_up t where t.voucher_id = v.id),
        (select x.customer_id from redemption x where x.voucher_id = v.id),
        (select j.customer_id from voucher_join j where j.new_voucher_id = v.id),
        (select b.person_id from opening_balance b where b.account_id = v.id),
        (select f.owner_id from voucher_change c join voucher f on f.id = c.voucher_id
          where c.new_voucher_id = v.id and c.kind = 'reissue'))
      order by v.id`,
    values: [value],
  });
  return rows;
}

function auditVoucher(audit: LedgerAudit, row: VoucherRow): void {
  audit.vouchers += 1;
  if (row.balance !== row.posted)
    audit.findings.push(`Voucher ${row.id} says ${row.balance}, its postings say ${row.posted}.`);
  if (row.market !== row.account_market)
    audit.findings.push(
      `Voucher ${row.id} is of market ${row.market}, its account of ${row.account_market}.`,
    );
  if (row.owner !== row.given)
    audit.findings.push(
      `Voucher ${row.id} was issued to ${row.given ?? 'nobody'} and belongs to ${row.owner}.`,
    );
  if (row.face !== row.issued)
    audit.findings.push(`Voucher ${row.id} was issued for ${row.issued} and says ${row.face}.`);
}

/** One stall at a time, because a busy one has many postings. */
async function auditStalls(database: Database, audit: LedgerAudit): Promise<void> {
  const { rows: stalls } = await database.query<{ id: string }>({
    name: 'audit-stalls',
    text: `select id from person where user_type = 'ESTANTE' order by id`,
  });
  for (const { id } of stalls) await auditStall(database, audit, id);
}

/**
 * Total ever payable. A loss assigned to the stall after its payout is a debt and does not reduce its sales.
 */
async function auditStall(database: Database, audit: LedgerAudit, id: string): Promise<void> {
  const { rows } = await database.query<{ sold: number; paid: number }>({
    name: 'audit-stall',
    text: `select (coalesce(sum(b.amount), 0)
            + coalesce((select sum(g.amount) from opening_balance g where g.account_id = $1), 0)
            + coalesce((select sum(p.amount) from posting p join movement m on m.id = p.movement_id
                where p.account_id = $1 and m.kind = 'assignment' and p.amount > 0), 0))::bigint as sold,
          coalesce((select sum(o.amount) from payout o where o.stall_id = $1), 0)::bigint as paid
        from purchase b where b.stall_id = $1`,
    values: [id],
  });
  const [row] = rows;
  if (row && row.paid > row.sold)
    audit.findings.push(`Stall ${id} was paid ${row.paid} and sold ${row.sold}.`);
}

/** The same from the running sums, which a whole audit compares with their days. */
async function auditStallsBySums(database: Database, audit: LedgerAudit): Promise<void> {
  const sums = await readSums(database, 'UTC', { market: null, accounts: ['stall'], before: null });
  const stalls = new Map<string, { sold: number; paid: number }>();
  for (const { owner, movement, total } of sums) {
    const stall = stalls.get(owner) ?? { sold: 0, paid: 0 };
    // An assignment pays a sale whose voucher never arrived.
    if (movement === 'purchase' || movement === 'opening' || movement === 'assignment') stall.sold += total;
    if (movement === 'payout') stall.paid -= total;
    stalls.set(owner, stall);
  }
  // The sums include losses that stalls bear: where they indicate an overpayment, the postings are read.
  for (const [id, { sold, paid }] of stalls) if (paid > sold) await auditStall(database, audit, id);
}
