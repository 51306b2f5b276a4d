import type { ShownReceipt } from '#src/contract/sync/recovery.ts';
import type { SyncRequest } from '#src/contract/sync/schemas.ts';
import { requestText } from '#src/protocol/signed-texts.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { sha256 } from '#src/server/journal/envelopes/sha256.ts';
import { isSignedBy } from '#src/server/journal/envelopes/verify-p256.ts';
import { recordUnknownDevice } from '#src/server/journal/epochs.ts';
import type { SyncDevice } from '#src/server/journal/ports/rows.ts';
import type { SyncDeps } from '#src/server/journal/ports/sync-deps.ts';

/**
 * Authenticates the device of a sync. An unknown device that shows a receipt sealed by this server is
 * recorded: a restore may have lost it.
 */
export async function authenticateSync(
  deps: SyncDeps,
  request: SyncRequest,
  shown: ShownReceipt | null,
): Promise<Answer<SyncDevice>> {
  const uploader = await authenticateDevice(deps, request, requestText(request, sha256));
  if (!uploader.ok && shown && uploader.code === 'DEVICE_UNKNOWN')
    await recordUnknownDevice(deps, request.deviceId, shown);
  return uploader;
}

/** Returns the device whose key signed `text` of protocol/signed-texts.ts: a sync or a request for a balance list. */
export async function authenticateDevice(
  deps: Pick<SyncDeps, 'store' | 'verifySignature'>,
  { deviceId, proof }: { deviceId: string; proof: string },
  text: string,
): Promise<Answer<SyncDevice>> {
  const [device] = await deps.store.readDevices([deviceId]);
  if (!device) return refuse('DEVICE_UNKNOWN');
  const isOurs = await isSignedBy(deps.verifySignature, device.publicKey, text, proof);
  if (!isOurs) return refuse('DEVICE_PROOF_INVALID');
  return device.isApproved ? done(device) : refuse('DEVICE_WAITING');
}
