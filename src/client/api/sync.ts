import { keySetSchema, type KeySet } from '#src/contract/device.ts';
import {
  syncAnswerSchema,
  type SnapshotRequest,
  type SyncAnswer,
  type SyncRequest,
} from '#src/contract/sync.ts';
import type { Outcome } from './outcome.ts';
import { sendRequest } from './send-request.ts';

/** A half-open link must not hold the drain for ever; an operation's id makes asking again harmless. */
const syncTimeoutMs = 20_000;
/** A full list of 20,000 balances is 220 KB: a minute on the slowest line that is of any use. */
const listTimeoutMs = 60_000;

/** The device signs its calls: no session is sent with them. */
export function callSync(body: SyncRequest): Promise<Outcome<SyncAnswer>> {
  return sendRequest(
    {
      method: 'POST',
      path: '/sync',
      body,
      answer: syncAnswerSchema,
      signedIn: false,
      timeoutMs: syncTimeoutMs,
    },
    undefined,
  );
}

export function readKeySet(): Promise<Outcome<KeySet>> {
  return sendRequest(
    {
      method: 'GET',
      path: '/sync/keys',
      answer: keySetSchema,
      signedIn: false,
      timeoutMs: syncTimeoutMs,
    },
    undefined,
  );
}

export function readBalanceList(body: SnapshotRequest): Promise<Outcome<Uint8Array<ArrayBuffer>>> {
  return sendRequest(
    {
      method: 'POST',
      path: '/sync/snapshot',
      body,
      isBinary: true,
      signedIn: false,
      timeoutMs: listTimeoutMs,
    },
    undefined,
  );
}
