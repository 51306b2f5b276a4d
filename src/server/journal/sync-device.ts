import type { SyncAnswer, SyncRequest } from '#src/contract/sync/schemas.ts';
import { done, type Answer } from '#src/server/answer.ts';
import type { Contact } from '#src/server/journal/contact/report.ts';
import type { SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { authenticateSync } from './contact/authenticate.ts';
import { closeContact } from './contact/close.ts';
import { receiveReport } from './contact/report.ts';
import { detectRestore } from './epochs.ts';
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
