import { issuedByColumn } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';

/**
 * Returns the movement that issued a voucher, by which staff identify it; a random one for an unknown
 * voucher.
 */
export async function movementOf(session: Session, voucherId: string): Promise<string> {
  const { rows } = await session.query<{ issued_by: string }>({
    text: `select ${issuedByColumn} from voucher v where v.id = $1`,
    values: [voucherId],
  });
  return rows[0]?.issued_by ?? crypto.randomUUID();
}
