import type { Pesos, VoucherId } from '#src/contract/brands.ts';
import type { TopUpVoidReceipt } from '#src/contract/money/top-up-void.ts';
import type { Outcome } from '#src/server/ledger/receipts.ts';
import type { TopUpVoidEntry } from '#src/server/ledger/voids/void-top-up.ts';

/** By the voucher of the top-up; `point`: its own, as the device says. */
type SyncTopUpVoid = Omit<TopUpVoidEntry, 'topUp'> & { voucherId: VoucherId };

/** What undoing a top-up needs beside the other movements. */
export type TopUpVoidPort = {
  /** Undoes an unspent top-up whole; a refusal has written nothing. */
  voidTopUp(entry: SyncTopUpVoid): Promise<Outcome<TopUpVoidReceipt>>;
  /** What a till holds, locked until the end of the transaction. */
  lockTill(pointId: string): Promise<Pesos>;
  /** The voucher of an undone top-up, for good. */
  closeVoucher(id: VoucherId, at: Date): Promise<void>;
};
