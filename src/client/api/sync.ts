import { healthCalls, syncCalls } from '#src/contract/calls/sync.ts';
import type { KeySet } from '#src/contract/device.ts';
import {
  syncAnswerReadSchema,
  type ReadSyncAnswer,
  type SnapshotRequest,
  type SyncRequest,
} from '#src/contract/sync.ts';
import type { Outcome } from './outcome.ts';
import { operationTimeoutMs, sendRequest } from './send-request.ts';

/** A full list of 20,000 balances is 220 KB: a minute on the slowest line that is of any use. */
const listTimeoutMs = 60_000;
const probeTimeoutMs = 5_000;

/** The call of the table, read so that a newer server is understood as far as this client can. */
export const readableSync = { ...syncCalls.sync, answer: syncAnswerReadSchema };

/** The device signs its calls: no session is sent with them. */
export function callSync(body: SyncRequest): Promise<Outcome<ReadSyncAnswer>> {
  return sendRequest(readableSync, { body, timeoutMs: operationTimeoutMs }, undefined);
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
