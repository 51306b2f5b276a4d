import { readAuth } from '#src/client/state/session.ts';
import { syncCalls } from '#src/contract/sync/calls.ts';
import {
  readSyncAnswer,
  syncAnswerFrameSchema,
  type ReadSyncAnswer,
  type SnapshotRequest,
  type SyncRequest,
} from '#src/contract/sync/schemas.ts';
import type { KeySet } from '#src/protocol/keys.ts';
import type { CallAnswer } from './call-answer.ts';
import { callServer } from './call-server.ts';
import { operationTimeoutMs, sendRequest } from './send-request.ts';

/** A full list of 20,000 balances is 220 KB, a minute on the slowest usable line. */
const listTimeoutMs = 60_000;

/**
 * The call of the table, except that parts of its answer that a newer server may have changed are not parsed
 * yet.
 */
const framedSync = { ...syncCalls.sync, answer: syncAnswerFrameSchema };

/**
 * Sends the device's signed calls. The session of the person at work is included, so that the server knows
 * that the person is present. An ended session is omitted, because the device's signature is enough. A newer
 * server's answer is read as far as this client understands it.
 */
export async function callSync(
  body: SyncRequest,
  timeoutMs = operationTimeoutMs,
): Promise<CallAnswer<ReadSyncAnswer>> {
  const userType = readAuth().user?.userType;
  const signedIn = userType === 'RECARGA' || userType === 'ESTANTE';
  const asked = await callServer(framedSync, { body, timeoutMs, signedIn });
  const isSessionOver = asked.kind === 'refused' && asked.code === 'UNAUTHORIZED';
  const outcome = isSessionOver ? await sendRequest(framedSync, { body, timeoutMs }, undefined) : asked;
  return outcome.kind === 'ok' ? { ...outcome, data: readSyncAnswer(outcome.data) } : outcome;
}

export function readKeySet(): Promise<CallAnswer<KeySet>> {
  return sendRequest(syncCalls.readKeySet, { timeoutMs: operationTimeoutMs }, undefined);
}

export function readBalanceList(body: SnapshotRequest): Promise<CallAnswer<Uint8Array<ArrayBuffer>>> {
  return sendRequest(syncCalls.readBalanceList, { body, timeoutMs: listTimeoutMs }, undefined);
}
