import { callServer } from '#src/client/api/call-server.ts';
import { verifySignature } from '#src/client/device/crypto.ts';

import { syncCalls } from '#src/contract/sync/calls.ts';
import {
  type SalesCertificate,
  verifyCertificate,
} from '#src/extras/certificate/domain/sales-certificate.ts';

import { keepKnownKeys, readKnownKeys } from './known-keys.ts';

export type Checked =
  | { kind: 'good'; certificate: SalesCertificate }
  /** `unknown`: its key has not been seen here and nobody could be asked; `unable`: this browser checks no signatures */
  | { kind: 'none' | 'bad' | 'unknown' | 'unable' };

/**
 * The key that is held decides, and the server is not asked. Where it is not held, or refuses, the server's keys are asked for
 * once: a key may be newer than this phone.
 */
export async function checkCertificate(text: string): Promise<Checked> {
  if (text === '') return { kind: 'none' };
  if (globalThis.crypto?.subtle === undefined) return { kind: 'unable' };
  const held = await verifyCertificate(text, readKnownKeys(), verifySignature);
  if (held.ok) return { kind: 'good', certificate: held.certificate };
  if (held.fault === 'MALFORMED') return { kind: 'bad' };
  const asked = await callServer(syncCalls.readKeySet);
  if (asked.kind !== 'ok') return { kind: held.fault === 'UNKNOWN_KEY' ? 'unknown' : 'bad' };
  keepKnownKeys(asked.data);
  const checked = await verifyCertificate(text, asked.data, verifySignature);
  return checked.ok ? { kind: 'good', certificate: checked.certificate } : { kind: 'bad' };
}
