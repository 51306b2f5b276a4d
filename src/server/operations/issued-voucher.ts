import type { Amount, MarketId, VoucherId } from '#src/contract/brands.ts';
import { voucherCreated, type TopUpReceipt } from '#src/contract/topups/schemas.ts';
import type { StaffEntry } from '#src/server/ledger/receipts.ts';
import { endOf } from '#src/server/ledger/vouchers.ts';

/** A voucher that takes over the balance of others. */
export type IssuedVoucher = {
  voucherId: VoucherId;
  ownerId: string;
  marketId: MarketId;
  /** smallest unit shown */
  face: Amount;
  issuedAt: Date;
  expiresAt: Date | null;
};

/** Makes the link in a voucher's QR, with the proof that it was issued. */
export type MakeLink = (issued: IssuedVoucher) => string;

/** The receipt of a top-up, which is what a point prints a voucher from. */
export function voucherReceipt(
  { movement, recordedAt, makeLink }: Pick<StaffEntry, 'movement' | 'recordedAt'> & { makeLink: MakeLink },
  issued: IssuedVoucher,
  { ownerName, identificacion }: { ownerName: string; identificacion: string },
): TopUpReceipt {
  return {
    _id: movement,
    identification: identificacion,
    ownerName,
    status: true,
    createAt: recordedAt.toISOString(),
    urlCodeQr: makeLink(issued),
    message: voucherCreated,
    monto: issued.face,
    uuid: issued.voucherId,
    ...endOf(issued.expiresAt),
  };
}
