import { shortCodeOf } from '#src/domain/short-code.ts';
import type { Session } from '#src/server/store/database.ts';

export type NewVoucher = {
  id: string;
  owner: string;
  market: string;
  /** smallest unit shown */
  amount: number;
  expiresAt: Date | null;
  recordedAt: Date;
};

/** Opens a voucher with its ledger account. The movement that pays for it is the caller's, in the same transaction. */
export async function issueVoucher(session: Session, voucher: NewVoucher): Promise<void> {
  await session.query({
    name: 'issue-voucher',
    text: `with account as (
        insert into ledger_account (id, kind, owner_id, market_id) values ($1, 'voucher', $1, $3)
      )
      insert into voucher (id, owner_id, market_id, face, balance, short_code, expires_at, created_at)
      values ($1, $2, $3, $4, $4, $5, $6, $7)`,
    values: [
      voucher.id,
      voucher.owner,
      voucher.market,
      voucher.amount,
      shortCodeOf(voucher.id),
      voucher.expiresAt,
      voucher.recordedAt,
    ],
  });
}

export async function accountExists(session: Session, id: string): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'account-exists',
    text: 'select 1 from ledger_account where id = $1',
    values: [id],
  });
  return rowCount > 0;
}
