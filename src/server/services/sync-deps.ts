import type { VerifySignature } from '#src/domain/verify-voucher.ts';
import type { SyncStore } from './sync-ports.ts';
import type { OpenVoucherLinks } from './voucher-links.ts';

export type SettlementDeps = {
  store: SyncStore;
  now: () => Date;
  newIds: {
    /** of a movement or a conflict: a UUID */
    row(): string;
    /** "C-7K4M2QXD" */
    purchaseCode(): string;
  };
};

export type SyncDeps = SettlementDeps & {
  verifySignature: VerifySignature;
  /** the link that a top-up's QR says, with its proof */
  voucherLinks: OpenVoucherLinks;
  /** smallest unit shown */
  topUpMax: number;
  voucherDays: number | undefined;
  currencySymbol: string;
  /** operations in one transaction at most, so that one commit pays for many and purchases pass in between */
  maxPerTransaction: number;
  /** an operation failed for no expected reason; it was taken back and is answered `again` */
  onFailure(error: unknown, opId: string): void;
};
