import type { VerifySignature } from '#src/domain/voucher/verify-voucher.ts';
import type { SyncStore } from './ports.ts';

export type SettlementDeps = {
  store: SyncStore;
  now: () => Date;
  /** of a movement or a conflict: a UUID */
  newId(): string;
};

/** What the QR of a voucher says, with its proof, and when the voucher expires. */
export type IssuedLink = { urlCodeQr: string; expiresAt: Date | null };

export type SyncDeps = SettlementDeps & {
  verifySignature: VerifySignature;
  /** Signs the link of a top-up's voucher: before the transaction, because signing reads the key. */
  issueLink(voucher: { voucherId: string; ownerId: string; face: number }): Promise<IssuedLink>;
  /** smallest unit shown */
  topUpMax: number;
  currencySymbol: string;
  /** operations in one transaction at most, so that one commit pays for many and purchases pass in between */
  maxPerTransaction: number;
  /** an operation failed unexpectedly; it was rolled back and gets the state `again` */
  onFailure(error: unknown, opId: string): void;
};
