import Dexie, { type Table } from 'dexie';
import { withLiveHandle } from '#src/client/local/db/reopen-lost-handle.ts';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import { isSameDocument } from '#src/domain/identification.ts';
import { type BalanceList, mergeBalanceLists, readBalanceList } from '#src/protocol/balance-list.ts';

/**
 * Data that can be fetched again: the balance list, the customers served at this kiosk, and the latest
 * answers for screens. Relaxed durability suffices.
 */
export class CacheDb extends Dexie {
  declare lists: Table<StoredList, 'balances'>;
  declare customers: Table<ServedCustomer, string>;
  declare answers: Table<LastAnswer, string>;

  constructor(name = 'mercado-cache') {
    super(name, { chromeTransactionDurability: 'relaxed' });
    this.version(1).stores({ lists: 'id', customers: 'id, identificacion, servedAt', answers: 'id' });
  }

  /** Returns the stored balance list, or null when there is none that this version can read. */
  async readList(): Promise<BalanceList | null> {
    const row = await withLiveHandle(this, () => this.lists.get('balances'));
    return row ? readBalanceList(row.bytes) : null;
  }

  async readAnswer(id: string): Promise<LastAnswer | undefined> {
    return withLiveHandle(this, () => this.answers.get(id)).catch(() => undefined);
  }

  /** Never fails: the screen that shows the answer does not wait for it. */
  async keepAnswer(answer: LastAnswer): Promise<void> {
    await withLiveHandle(this, () => this.answers.put(answer)).catch(() => undefined);
  }

  async rememberCustomer(customer: PublicUser & { email?: string }, now: number): Promise<void> {
    const { _id: id, ownerName, identificacion, createAt } = customer;
    await this.transaction('rw', this.customers, async () => {
      const email = customer.email ?? (await this.customers.get(id))?.email ?? '';
      // The server may have given the person another id.
      await this.customers
        .filter((row) => row.id !== id && isSameDocument(row.identificacion, identificacion))
        .delete();
      await this.customers.put({ id, ownerName, identificacion, createAt, email, servedAt: now });
      const surplus = (await this.customers.count()) - kept;
      if (surplus > 0) await this.customers.orderBy('servedAt').limit(surplus).delete();
    });
  }

  /** Searches by identification or email, like the top-up screen. */
  async findCustomer(query: string): Promise<ServedCustomer | null> {
    const wanted = query.trim().toLowerCase();
    const isWanted = ({ identificacion, email }: ServedCustomer): boolean =>
      isSameDocument(identificacion, query) || (email !== '' && email.toLowerCase() === wanted);
    return (await this.listCustomers()).find(isWanted) ?? null;
  }

  /** Every customer served here. */
  listCustomers(): Promise<ServedCustomer[]> {
    return this.customers.toArray();
  }
}

/** This tab's only handle. */
export const cacheDb = new CacheDb();

/** The balance list as the server sent it. `asOf`: server clock, ms since 1970. */
type StoredList = { id: 'balances'; asOf: number; bytes: Uint8Array<ArrayBuffer> };

/**
 * A customer served at this kiosk, with the data to find and top them up offline. `servedAt`: device clock,
 * ms.
 */
export type ServedCustomer = {
  id: string;
  ownerName: string;
  identificacion: string;
  email: string;
  createAt: string;
  servedAt: number;
};

/**
 * The server's latest answer to a query of one person, shown with its time while there is no link. `at`:
 * device clock, ms.
 */
export type LastAnswer = { id: string; at: number; value: unknown };

/** Customers kept; those served longest ago are dropped first. */
const kept = 500;

/** Deletes the customers after the device was revoked, so that no personal data stays in its caches. */
export async function forgetCustomers(cache: CacheDb): Promise<void> {
  await cache.transaction('rw', cache.customers, cache.lists, cache.answers, async () => {
    await cache.customers.clear();
    await cache.lists.clear();
    await cache.answers.clear();
  });
}

/** Clocks are corrected to about a second; a larger lead means a wrong clock, ms. */
const aheadMs = 5 * 60_000;

/**
 * Stores a balance list from the server: a full one replaces, changes are merged. Returns the resulting list,
 * or null when it cannot be used (unknown version, changes to a missing list), so that a full one is
 * requested. A list dated ahead of `now` (corrected clock, ms since 1970) was made by a wrong clock, and the
 * next full one replaces it.
 */
export async function takeList(
  cache: CacheDb,
  bytes: Uint8Array<ArrayBuffer>,
  now: number,
): Promise<BalanceList | null> {
  const came = readBalanceList(bytes);
  if (!came) return null;
  const taken = await withLiveHandle(cache, () =>
    cache.transaction('rw', cache.lists, async () => {
      const row = await cache.lists.get('balances');
      const held = row ? readBalanceList(row.bytes) : null;
      const isAhead = held !== null && held.asOf > now + aheadMs;
      if (held && held.asOf >= came.asOf && !(isAhead && came.kind === 'full')) return held;
      const list = came.kind === 'full' ? came : held && mergeBalanceLists(held, came);
      if (list) await cache.lists.put({ id: 'balances', asOf: list.asOf, bytes: list.bytes });
      return list;
    }),
  );
  return taken;
}
