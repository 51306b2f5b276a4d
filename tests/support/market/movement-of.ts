import { issuedByColumn } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';

/** The movement that issued a voucher: what staff name it by. A random one for a voucher that there is not. */
export async function movementOf(session: Session, voucherId: string): Promise<string> {
  const { rows } = await session.query<{ issued_by: string }>({
    text: `select ${issuedByColumn} from voucher v where v.id = $1`,
    values: [voucherId],
  });
  return rows[0]?.issued_by ?? crypto.randomUUID();
}
