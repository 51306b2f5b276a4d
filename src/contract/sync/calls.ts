import type { Call } from '#src/contract/call.ts';
import { keySetSchema } from '#src/protocol/keys.ts';
import { snapshotRequestSchema, syncAnswerSchema, syncRequestSchema } from './schemas.ts';

/**
 * Calls by a device, which its signature identifies. They need no session, but without one the server trusts
 * them less.
 */
export const syncCalls = {
  sync: {
    method: 'POST',
    path: '/sync',
    // A session beside the signature proves that the person is present, which lifts the limits of a kiosk
    // without one.
    roles: ['RECARGA', 'ESTANTE'],
    isOpen: true,
    body: syncRequestSchema,
    answer: syncAnswerSchema,
    // Enough for 100 envelopes with their proofs and registrations, about 3 KB each.
    bodyLimitBytes: 1_048_576,
    quota: 'deviceCall',
  },
  readBalanceList: {
    method: 'POST',
    path: '/sync/snapshot',
    isOpen: true,
    body: snapshotRequestSchema,
    answer: 'bytes',
    quota: 'deviceCall',
  },
  readKeySet: {
    method: 'GET',
    path: '/sync/keys',
    isOpen: true,
    answer: keySetSchema,
    quota: 'keyLookup',
  },
} as const satisfies Record<string, Call>;
