import { sealFor } from '#src/client/device/crypto.ts';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import { canonicalHash } from '#src/protocol/canonical-hash.ts';
import { rescueInfo } from '#src/protocol/recovery.ts';

/** A device's rescue file, sealed for the server with this key; `change` spoils it before it is sealed. */
export async function sealedRescue(
  deviceId: string,
  entries: readonly SyncEntry[],
  rescueKey: string,
  change: object = {},
) {
  const named = { kind: 'mercado-outbox', deviceName: 'Caja 2', exportedAt: new Date().toISOString() };
  const file = { ...named, v: 1, deviceId, entries };
  const whole = JSON.stringify({ ...file, checksum: canonicalHash(file), ...change });
  return { ...named, v: 2, ...(await sealFor(rescueKey, whole, rescueInfo)) };
}
