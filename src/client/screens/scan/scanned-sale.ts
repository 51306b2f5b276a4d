import type { OfflineView } from '#src/client/commands/preview-offline-sale.ts';
import type { VoucherView } from '#src/contract/voucher.ts';

/** What a scan became: a voucher as the server showed it, or as this tablet knows it without a link. */
export type ScannedSale = {
  voucherId: string;
  ownerId: string;
  /** the voucher's proof as scanned, empty when it had none */
  proof: string;
} & ({ kind: 'seen'; voucher: VoucherView } | { kind: 'known'; view: OfflineView });
