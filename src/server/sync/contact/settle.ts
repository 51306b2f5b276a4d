import type { SyncResult } from '#src/contract/sync/schemas.ts';
import type { ReadyEntry } from '#src/server/sync/envelopes/prepare.ts';
import { settlePrepared } from '#src/server/sync/settle-prepared.ts';
import type { Contact } from './contact.ts';
import type { Received } from './report.ts';

export type Settled = {
  /** Settled operations, in the order of their authors' journals. */
  ready: readonly ReadyEntry[];
  /** One result per operation, in the order given. */
  results: readonly SyncResult[];
};

/**
 * Settles the operations. If the device is returning after a restore, also posts the vouchers that the market
 * confirmed for the lost time.
 */
export async function settleContact(
  { deps, uploader, signedIn, now }: Contact,
  { prepared, isReturning }: Received,
): Promise<Settled> {
  const settled = await settlePrepared(deps, uploader, prepared, { signedIn, now });
  // Before the response is sent: a voucher refunded in the lost time must never appear with its balance after
  // its top-up is back.
  if (isReturning) await deps.postConfirmed?.(uploader.marketId);
  return settled;
}
