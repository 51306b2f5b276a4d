import type { RefusalCode } from '#src/contract/refusals.ts';
import type { OpId, Pesos } from '#src/protocol/brands.ts';
import type { KeptCopy } from '#src/protocol/recovery.ts';
import type { ReceiptKey } from '#src/server/ledger/receipts.ts';

/** Current epoch of the database. `position`: every ended transaction is below it. */
export type Epoch = { number: number; position: number; keptCopy: KeptCopy | null };
/** restored: by the restore script. noticed: a device showed a sealed receipt that the database lacks. */
export type EpochReason = 'restored' | 'noticed';

export type RecoveredSale = { purchaseOpId: OpId; epoch: number; deviceId: string; stallId: string };

/** Number and total of the returned operations. Smallest unit shown. */
export type Recovered = { count: number; sum: Pesos };

type Outcome = { opId: OpId; refusal: RefusalCode | null };

/**
 * `postedAt`: position of the transaction that posted this purchase or top-up. Null without a movement, or for one
 * loaded from another cluster.
 */
export type PostedOutcome = Outcome & { postedAt: number | null };

export type EpochPort = {
  readEpoch(): Promise<Epoch>;
  /**
   * Begins epoch `number` unless one has begun since `after`. Every device that is not revoked is then
   * expected to report, and every balance list is sent in full.
   */
  beginEpoch(next: { number: number; after: number; reason: EpochReason; at: Date }): Promise<void>;
  /** The device has not yet sent everything it wrote. False also when nothing was restored. */
  isExpected(epoch: number, deviceId: string): Promise<boolean>;
  /** The device has sent everything it ever wrote. */
  noteReturned(epoch: number, deviceId: string, at: Date): Promise<void>;
  /**
   * Records a device that this database does not know and whose sealed receipt is valid. The number kept is
   * limited.
   */
  recordUnknownDevice(epoch: number, deviceId: string): Promise<void>;
  /** Records operations of the device that were recorded again because of their sealed receipts. */
  noteRecovered(epoch: number, deviceId: string, recovered: Recovered): Promise<void>;
  /**
   * Holds the amount of a sale that its sealed receipt proves and this database lacks. It is held until the
   * device has sent everything it wrote in this epoch, or until the market includes it in a payout. Called
   * before the sale is posted; repeating it is harmless.
   */
  noteRecoveredSale(sale: RecoveredSale): Promise<void>;
  /**
   * Returns the total shortfall of sales that the same device brought back in the same epoch, or null when
   * this sale did not come back.
   */
  readProvenShortfall(purchaseOpId: OpId): Promise<Pesos | null>;
  /** Returns the outcomes in the receipts with these keys. An id of another operation is left out. */
  readOutcomes(keys: readonly ReceiptKey[]): Promise<Outcome[]>;
  /**
   * Returns the outcomes of the device's own operations at these journal numbers. Forks and numbers without a
   * receipt are left out.
   */
  readOwnOutcomes(
    deviceId: string,
    seqs: readonly number[],
  ): Promise<{ seq: number; refusal: RefusalCode | null }[]>;
  /**
   * Returns the same for operations with these envelopes in a journal, because a seal shown alone names no
   * body.
   */
  readJournalOutcomes(envelopes: readonly { opId: OpId; hash: string }[]): Promise<PostedOutcome[]>;
};
