import { randomUUID } from 'node:crypto';
import { CacheDb } from '#src/client/local/offline/cache-db.ts';
import { drainJournal } from '#src/client/sync/drain-journal.ts';
import { keepCurrent } from '#src/client/sync/keep-current.ts';
import type { SyncPorts } from '#src/client/sync/ports.ts';
import { noSecondCopy } from '#tests/support/browser/copy-of-tab.ts';

/** Outcome of a call that reached no server. */
export const unreachable = { kind: 'unreachable', reason: 'network', retryAfterMs: undefined } as const;

/** Ports of one tab's sync in a test: no other tab, no person signed in, and an unreachable server. */
export function syncPorts({
  server,
  ...own
}: Partial<Omit<SyncPorts, 'server'>> & { server?: Partial<SyncPorts['server']> }): SyncPorts {
  const nobody = () => Promise.resolve(unreachable);
  return {
    server: {
      send: () => Promise.resolve({ kind: 'offline', reason: 'network' }),
      sync: nobody,
      readKeys: nobody,
      readBalances: nobody,
      ...server,
    },
    loadJournal: () =>
      Promise.resolve({
        drainJournal,
        keepCurrent: (db, ports: SyncPorts) => keepCurrent(db, new CacheDb(randomUUID()), ports),
      }),
    sign: () => Promise.reject(new Error('this device is not enrolled')),
    leader: async (work) => {
      await work();
      return true;
    },
    clock: { now: () => Date.now(), steady: () => ({ since: 0, ms: Date.now() }), random: () => 0.5 },
    secondCopy: noSecondCopy,
    batchSize: 100,
    hasNetwork: () => true,
    maySendFor: () => false,
    health: () => Promise.resolve({ appVersion: 'test', storage: '' }),
    forgetCaches: () => Promise.resolve(),
    onProgress: () => undefined,
    onLink: () => undefined,
    ...own,
  };
}
