import type { MarketId, OpId, Pesos, VoucherId } from '#src/protocol/brands.ts';
import type { VerifySignature } from '#src/protocol/verify-voucher.ts';
import type { VoucherLife } from '#src/protocol/voucher-proof.ts';
import type { Sealer } from '#src/server/journal/envelopes/receipt-seal.ts';
import type { createSqlSyncStore, over } from '#src/server/journal/sql/store.ts';

export type SettlementDeps = {
  store: SyncStore;
  now: () => Date;
  /** Returns a UUID for a movement or a conflict. */
  newId(): string;
};

/** The QR contents of a voucher with its proof, and its expiry. */
export type IssuedLink = { urlCodeQr: string; expiresAt: Date | null };

export type SyncDeps = SettlementDeps & {
  /** Returns an id for a voucher whose own another top-up has taken. */
  newVoucherId(): VoucherId;
  verifySignature: VerifySignature;
  sealer: Sealer;
  /** Signs the link of a top-up's voucher. Called before the transaction, because signing reads the key. */
  issueLink(voucher: {
    voucherId: VoucherId;
    ownerId: string;
    marketId: MarketId;
    face: Pesos;
    /** When a kiosk issued it; now by default. */
    issuedAt?: Date;
    /** Start of its validity, which a kiosk's clock may have put ahead; the time of issue by default. */
    countedFrom?: Date;
  }): Promise<IssuedLink>;
  voucherLife: VoucherLife;
  /** Zone of the market's days. */
  timeZone: string;
  /** Smallest unit shown. */
  topUpMax: number;
  currencySymbol: string;
  /** Maximum operations per transaction: one commit pays for many, and purchases run in between. */
  maxPerTransaction: number;
  /** An operation failed unexpectedly. It was rolled back and gets the state `again`. */
  onFailure(error: unknown, opId: OpId): void;
};

/**
 * Storage that the sync engine needs, as the functions in ../sql have it; their signatures are the contract.
 * Every decision is made on this side: the functions only find and insert rows, so the same rules run over the
 * simulator's ledger in memory, which has this type.
 */
export type SyncStore = ReturnType<typeof createSqlSyncStore>;
export type SyncTransaction = ReturnType<typeof over>;
