import { voucherCreated, type TopUpReceipt } from '#src/contract/topups/schemas.ts';
import type { Amount, MarketId, VoucherId } from '#src/protocol/brands.ts';
import type { StaffAct } from './receipts.ts';
import { endOf } from './vouchers.ts';

/** A voucher that takes over the balance of others. */
export type IssuedVoucher = {
  voucherId: VoucherId;
  ownerId: string;
  marketId: MarketId;
  /** Smallest unit shown. */
  face: Amount;
  issuedAt: Date;
  expiresAt: Date | null;
};

/** Returns the link in a voucher's QR, with the proof of its issue. */
export type MakeLink = (issued: IssuedVoucher) => string;

/** Returns the voucher in the form of a top-up's receipt, from which a point prints it. */
export function voucherReceipt(
  { movement, recordedAt, makeLink }: Pick<StaffAct, 'movement' | 'recordedAt'> & { makeLink: MakeLink },
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
