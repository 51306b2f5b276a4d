import type { SyncResult } from '#src/contract/sync/schemas.ts';
import type { ReadyEntry } from '#src/server/sync/envelopes/prepare.ts';
import { settlePrepared } from '#src/server/sync/settle-prepared.ts';
import type { Contact } from './contact.ts';
import type { Received } from './report.ts';

export type Settled = {
  /** the operations that were settled, in the order of their authors' journals */
  ready: readonly ReadyEntry[];
  /** one result per operation, in the order given */
  results: readonly SyncResult[];
};

/** Settles the operations, then posts the market's confirmed vouchers of the lost time if this device is returning. */
export async function settleContact(
  { deps, uploader, signedIn, now }: Contact,
  { prepared, isReturning }: Received,
): Promise<Settled> {
  const settled = await settlePrepared(deps, uploader, prepared, { signedIn, now });
  // Before the answer: a voucher refunded in the lost time is never found with its money once its top-up is back.
  if (isReturning) await deps.postConfirmed?.(uploader.marketId);
  return settled;
}
