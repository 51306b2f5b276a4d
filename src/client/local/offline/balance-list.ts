import { withLiveHandle } from '#src/client/local/reopen-lost-handle.ts';
import {
  type BalanceList,
  mergeBalanceLists,
  readBalanceList,
} from '#src/domain/voucher/balance-snapshot.ts';
import type { CacheDb } from './cache-db.ts';

/** The list of balances this device carries; null: none, or none that this version can read. */
export async function readStoredList(cache: CacheDb): Promise<BalanceList | null> {
  const row = await withLiveHandle(cache, () => cache.lists.get('balances'));
  return row ? readBalanceList(row.bytes) : null;
}

/**
 * Takes a list that came from the server: a full one replaces, changes go into the one held. Answers the list as it is now;
 * null when it cannot be used (unknown version, changes to a list that is gone): then a full one is asked for.
 */
export async function takeList(cache: CacheDb, bytes: Uint8Array<ArrayBuffer>): Promise<BalanceList | null> {
  const came = readBalanceList(bytes);
  if (!came) return null;
  const taken = await withLiveHandle(cache, () =>
    cache.transaction('rw', cache.lists, async () => {
      const row = await cache.lists.get('balances');
      const held = row ? readBalanceList(row.bytes) : null;
      if (held && held.asOf >= came.asOf) return held;
      const list = came.kind === 'full' ? came : held && mergeBalanceLists(held, came);
      if (list) await cache.lists.put({ id: 'balances', asOf: list.asOf, bytes: list.bytes });
      return list;
    }),
  );
  return taken;
}
