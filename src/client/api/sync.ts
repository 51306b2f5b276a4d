import { healthCalls, syncCalls } from '#src/contract/calls/sync.ts';
import type { KeySet } from '#src/contract/devices/device.ts';
import {
  readSyncAnswer,
  syncAnswerFrameSchema,
  type ReadSyncAnswer,
  type SnapshotRequest,
  type SyncRequest,
} from '#src/contract/devices/sync.ts';
import type { Outcome } from './outcome.ts';
import { operationTimeoutMs, sendRequest } from './send-request.ts';

/** A full list of 20,000 balances is 220 KB: a minute on the slowest line that is of any use. */
const listTimeoutMs = 60_000;
const probeTimeoutMs = 5_000;

/** The call of the table, with the parts of its answer that may be of later not read yet. */
const framedSync = { ...syncCalls.sync, answer: syncAnswerFrameSchema };

/** The device signs its calls: no session is sent with them. A newer server is understood as far as this client can. */
export async function callSync(
  body: SyncRequest,
  timeoutMs = operationTimeoutMs,
): Promise<Outcome<ReadSyncAnswer>> {
  const outcome = await sendRequest(framedSync, { body, timeoutMs }, undefined);
  return outcome.kind === 'ok' ? { ...outcome, data: readSyncAnswer(outcome.data) } : outcome;
}

export function readKeySet(): Promise<Outcome<KeySet>> {
  return sendRequest(syncCalls.readKeySet, { timeoutMs: operationTimeoutMs }, undefined);
}

export function readBalanceList(body: SnapshotRequest): Promise<Outcome<Uint8Array<ArrayBuffer>>> {
  return sendRequest(syncCalls.readBalanceList, { body, timeoutMs: listTimeoutMs }, undefined);
}

/** True when our own server answered and echoed the nonce: no captive portal, no cache. */
export async function probeServer(): Promise<boolean> {
  const query = { nonce: crypto.randomUUID() };
  const outcome = await sendRequest(healthCalls.readHealth, { query, timeoutMs: probeTimeoutMs }, undefined);
  return outcome.kind === 'ok' && outcome.data.nonce === query.nonce;
}
