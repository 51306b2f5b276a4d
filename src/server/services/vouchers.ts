import type { VoucherView } from '#src/contract/voucher.ts';
import { readScannedCode } from '#src/domain/read-scanned-code.ts';
import type { Database } from '#src/server/store/database.ts';
import { readVouchers } from '#src/server/store/voucher-reads.ts';
import { done, refuse, type Answer } from './answer.ts';

/**
 * A voucher by its uuid, for everybody who holds the link; by its short code (40 bits, guessable) only for staff who
 * are signed in. A short code that two vouchers share is refused: it could be someone else's money.
 */
export async function findVoucher(
  deps: { database: Database; now: () => Date },
  code: string,
  isStaff: boolean,
): Promise<Answer<VoucherView>> {
  const scanned = readScannedCode(code);
  if (scanned.kind === 'foreign' || (scanned.kind === 'short-code' && !isStaff))
    return refuse('UNKNOWN_VOUCHER');
  const by = scanned.kind === 'voucher' ? { uuid: scanned.codeQrId } : { shortCode: scanned.code };
  const [voucher, another] = await readVouchers(deps.database, by, deps.now());
  if (!voucher) return refuse('UNKNOWN_VOUCHER');
  return another ? refuse('AMBIGUOUS_CODE') : done(voucher);
}
