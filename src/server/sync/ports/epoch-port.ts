import type { MarketId, OpId, Pesos } from '#src/contract/brands.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { KeptCopy } from '#src/contract/sync/seal.ts';
import type { ReceiptKey } from '#src/server/ledger/receipts.ts';

/** The life that the database is in. `position`: every transaction that has ended lies below it. */
export type Epoch = { number: number; position: number; keptCopy: KeptCopy | null };
/** restored: by our script. noticed: a device showed a receipt of ours that the database does not have. */
export type EpochReason = 'restored' | 'noticed';

export type RecoveredSale = { purchaseOpId: OpId; epoch: number; deviceId: string; stallId: string };

/** How many operations came back, and their amounts together; of them the sales. Smallest unit shown. */
export type Recovered = { count: number; sum: Pesos; sales: number; salesSum: Pesos };

type Outcome = { opId: OpId; refusal: RefusalCode | null };

export type EpochPort = {
  readEpoch(): Promise<Epoch>;
  /**
   * Begins the epoch `number`, unless one has begun since `after`: every device that is not revoked is expected to report,
   * and every list of balances goes out full.
   */
  beginEpoch(next: { number: number; after: number; reason: EpochReason; at: Date }): Promise<void>;
  /** The device has not yet sent all that it wrote. False too where nothing was put back. */
  isExpected(epoch: number, deviceId: string): Promise<boolean>;
  /** Some device of the market has not yet sent all that it wrote. False too where nothing was restored. */
  isAnyExpected(epoch: number, marketId: MarketId): Promise<boolean>;
  /** The device has sent all that it ever wrote. */
  noteReturned(epoch: number, deviceId: string, at: Date): Promise<void>;
  /** Its sealed receipt is ours, and this database does not know the device. So many of them at most are kept. */
  noteStranger(epoch: number, deviceId: string): Promise<void>;
  /** Operations of the device that were recorded again by their sealed receipts. */
  noteRecovered(epoch: number, deviceId: string, recovered: Recovered): Promise<void>;
  /**
   * A sealed receipt proves this sale to a database that lacks it. The stall's money is held until the device has sent
   * all that it wrote in this epoch, or until the market includes what is held in a payout. Before the sale is posted; a
   * second time is no error.
   */
  noteRecoveredSale(sale: RecoveredSale): Promise<void>;
  /**
   * What vouchers did not cover of the sales that the same device brought back in the same epoch. null when this sale
   * did not come back.
   */
  readProvenShortfall(purchaseOpId: OpId): Promise<Pesos | null>;
  /** What the receipts with these keys say. An id that belongs to another operation is left out. */
  readOutcomes(keys: readonly ReceiptKey[]): Promise<Outcome[]>;
  /**
   * The outcomes of the device's own operations with these journal numbers, forks left out. A number without a receipt
   * is left out.
   */
  readOwnOutcomes(
    deviceId: string,
    seqs: readonly number[],
  ): Promise<{ seq: number; refusal: RefusalCode | null }[]>;
  /** The same of operations that are in a journal with these envelopes: a seal that is shown alone names no body. */
  readJournalOutcomes(envelopes: readonly { opId: OpId; hash: string }[]): Promise<Outcome[]>;
};
