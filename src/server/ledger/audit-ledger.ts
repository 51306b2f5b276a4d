import type { Database } from '#src/server/store/database.ts';

export type LedgerAudit = {
  movements: number;
  postings: number;
  vouchers: number;
  /** sum of all postings; 0 when the ledger balances */
  total: number;
  /** each difference in a plain sentence; empty when all is right */
  findings: string[];
};

const pageSize = 2_000;

/**
 * Read-only drift check: every balance equals the sum of its postings, every movement sums to 0, every purchase and
 * top-up has its movement and its receipt. Goes in pages of 2,000 so that purchases pass in between.
 */
export async function auditLedger(database: Database): Promise<LedgerAudit> {
  const audit: LedgerAudit = { movements: 0, postings: 0, vouchers: 0, total: 0, findings: [] };
  await auditMovements(database, audit);
  await auditVouchers(database, audit);
  if (audit.total !== 0) audit.findings.push(`All postings sum to ${audit.total} instead of 0.`);
  return audit;
}

type MovementRow = { id: string; legs: number; total: number; detail: number | null; receipt: boolean };

async function auditMovements(database: Database, audit: LedgerAudit): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await database.query<MovementRow>({
      name: 'audit-movements',
      text: `
        select m.id, count(p.leg)::int as legs, coalesce(sum(p.amount), 0)::bigint as total,
          coalesce((select t.amount from top_up t where t.movement_id = m.id),
            (select b.amount from purchase b where b.movement_id = m.id)) as detail,
          exists (select 1 from receipt r where r.op_id = m.reference) as receipt
        from (select * from movement where id > $1 order by id limit ${pageSize}) m
        left join posting p on p.movement_id = m.id
        group by m.id, m.reference order by m.id`,
      values: [after],
    });
    for (const row of rows) {
      audit.movements += 1;
      audit.postings += row.legs;
      audit.total += row.total;
      if (row.total !== 0) audit.findings.push(`Movement ${row.id} sums to ${row.total} instead of 0.`);
      if (row.legs < 2) audit.findings.push(`Movement ${row.id} has ${row.legs} postings.`);
      if (row.detail === null) audit.findings.push(`Movement ${row.id} has no top-up and no purchase.`);
      if (!row.receipt) audit.findings.push(`Movement ${row.id} has no receipt.`);
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
}

type VoucherRow = { id: string; balance: number; posted: number; face: number; bought: number };

async function auditVouchers(database: Database, audit: LedgerAudit): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await database.query<VoucherRow>({
      name: 'audit-vouchers',
      text: `
        select v.id, v.balance, v.face,
          coalesce((select sum(p.amount) from posting p where p.account_id = v.id), 0)::bigint as posted,
          coalesce((select sum(b.amount) from purchase b where b.voucher_id = v.id), 0)::bigint as bought
        from (select * from voucher where id > $1 order by id limit ${pageSize}) v order by v.id`,
      values: [after],
    });
    for (const row of rows) {
      audit.vouchers += 1;
      if (row.balance !== row.posted)
        audit.findings.push(`Voucher ${row.id} says ${row.balance}, its postings say ${row.posted}.`);
      if (row.face - row.bought !== row.balance)
        audit.findings.push(
          `Voucher ${row.id}: ${row.face} less purchases ${row.bought} is not ${row.balance}.`,
        );
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
}
