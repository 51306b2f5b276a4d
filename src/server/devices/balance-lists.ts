import type { SnapshotRequest } from '#src/contract/devices/sync.ts';
import { writeBalanceList } from '#src/domain/voucher/balance-snapshot.ts';
import { done, refuse, type Answer } from '#src/server/http/answer.ts';
import type { Database } from '#src/server/store/database.ts';
import type { SyncDeps } from '#src/server/sync/ports/deps.ts';
import { authenticateDevice } from '#src/server/sync/sync-device.ts';
import { readAllBalances, readChangedBalances } from './balance-reads.ts';

export type BalanceListDeps = Pick<SyncDeps, 'store' | 'verifySignature' | 'now'> & { database: Database };

/** Changes since a moment longer ago than this are sent as a full list. */
const longestMs = 7 * 86_400_000;
/** A transaction may commit a while after the moment its movement's id says. */
const lateMs = 2 * 60_000;
const kioskMs = 14 * 86_400_000;

/** The list of balances that a stall carries, full or the changes since it was last asked for. For enrolled devices. */
export async function readBalanceList(
  deps: BalanceListDeps,
  request: SnapshotRequest,
): Promise<Answer<Uint8Array<ArrayBuffer>>> {
  const device = await authenticateDevice(deps, request);
  if (!device.ok) return device;
  if (device.value.revokedAt) return refuse('DEVICE_REVOKED');
  const now = deps.now();
  const asOf = now.getTime();
  if (request.since === 0 || request.since > asOf || asOf - request.since > longestMs) {
    const entries = await readAllBalances(deps.database, now, new Date(asOf - kioskMs));
    return done(writeBalanceList('full', asOf, entries));
  }
  const changes = await readChangedBalances(deps.database, new Date(request.since - lateMs), now);
  return done(writeBalanceList('changes', asOf, changes));
}
