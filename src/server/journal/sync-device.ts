import type { ShownReceipt } from '#src/contract/sync/recovery.ts';
import type { SyncAnswer, SyncRequest } from '#src/contract/sync/schemas.ts';
import { requestText } from '#src/protocol/signed-texts.ts';
import { done, type Answer, refuse } from '#src/server/answer.ts';
import { type Contact, receiveReport } from '#src/server/journal/contact/report.ts';
import { isSignedBy, sha256 } from '#src/server/journal/envelopes/crypto.ts';
import type { SyncDevice } from '#src/server/journal/ports/rows.ts';
import type { SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { closeContact } from './contact/close.ts';
import { detectRestore, recordUnknownDevice } from './epochs.ts';
import { settlePrepared } from './settle-prepared.ts';

/**
 * Handles one contact of a device, identified by its signature, in five sequential steps. `signedIn`: the person whose
 * session came with the call, or null. Operations are
 * settled in the order of each author's journal; the response has one result per operation in the order
 * given. No result is sent before its transaction has committed. A crash in between leaves whole operations,
 * and the device sends again.
 */
export async function syncDevice(
  deps: SyncDeps,
  request: SyncRequest,
  signedIn: string | null,
): Promise<Answer<SyncAnswer>> {
  const shown = await detectRestore(deps, request);
  const uploader = await authenticateSync(deps, request, shown);
  if (!uploader.ok) return uploader;
  const now = deps.now();
  const contact: Contact = { deps, request, uploader: uploader.value, signedIn, now };
  const received = await receiveReport(contact);
  const settled = await settlePrepared(deps, uploader.value, received.prepared, { signedIn, now });
  return done(await closeContact(contact, received, settled));
}

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
