import { voucherCreated, type TopUpReceipt } from '#src/contract/topups/schemas.ts';
import type { Amount, MarketId, Pesos, VoucherId } from '#src/protocol/brands.ts';
import type { StaffAct } from './receipts.ts';
import { endOf } from './vouchers.ts';

/** Facts of a voucher in its link. */
export type VoucherLinkFacts = {
  voucherId: VoucherId;
  /** The owner's id as in the link, which may have been merged since. */
  ownerId: string;
  /** The issuing market, named in its proof. */
  marketId: MarketId;
  /** Smallest unit shown. */
  face: Pesos;
  issuedAt: Date;
  expiresAt: Date | null;
};
/** A voucher that takes over the balance of others. */
export type IssuedVoucher = VoucherLinkFacts & { face: Amount };

/** Returns the link in a voucher's QR, with the proof of its issue. */
export type MakeLink = (facts: VoucherLinkFacts) => string;

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
