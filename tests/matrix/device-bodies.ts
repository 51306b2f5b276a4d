import { randomUUID } from 'node:crypto';
import type { Asker, TwoMarkets } from '#tests/support/market/two-markets.ts';

/** A call that takes a body. */
export type Target = {
  method: 'GET' | 'POST';
  path: string;
  asker: Asker;
  /** A valid body, to be spoiled field by field. */
  good(market: TwoMarkets): Record<string, unknown>;
  /** Optional fields. */
  optional?: readonly string[];
  /** Lists that may be empty: such a call gets an answer, and answers are stored. */
  mayBeEmpty?: readonly string[];
};

export const deviceTargets: Target[] = [
  {
    method: 'POST',
    path: '/devices/enroll',
    asker: 'ESTANTE',
    good: () => ({ deviceId: randomUUID(), name: 'Tableta', publicKey: 'no', proof: 'no' }),
  },
  {
    method: 'POST',
    path: '/devices/rename',
    asker: 'GLOBAL_MARKET',
    good: () => ({ id: randomUUID(), name: 'Tableta' }),
  },
  ...['/devices/approve', '/devices/reject'].map((path): Target => ({
    method: 'POST',
    path,
    asker: 'GLOBAL_MARKET',
    good: () => ({ id: randomUUID(), operatorId: randomUUID(), digits: '123456' }),
  })),
  { method: 'POST', path: '/devices/revoke', asker: 'GLOBAL_MARKET', good: () => ({ id: randomUUID() }) },
  { method: 'POST', path: '/devices/restore', asker: 'GLOBAL_MARKET', good: () => ({ id: randomUUID() }) },
  {
    method: 'POST',
    path: '/sync',
    asker: 'nobody',
    good: () => ({
      v: 1,
      deviceId: randomUUID(),
      sentAt: new Date().toISOString(),
      journal: { lastSeq: 0, headHash: '', openCount: 0, openSum: 0 },
      health: { appVersion: '', storage: '', snapshotAsOf: 0 },
      entries: [],
      proof: 'no',
    }),
  },
  {
    method: 'POST',
    path: '/sync/snapshot',
    asker: 'nobody',
    good: () => ({ deviceId: randomUUID(), sentAt: new Date().toISOString(), since: 0, proof: 'no' }),
  },
  {
    method: 'POST',
    path: '/sync/conflicts/assign',
    asker: 'GLOBAL_MARKET',
    good: () => ({ id: randomUUID(), to: 'guarantee', note: 'hablado' }),
  },
];
