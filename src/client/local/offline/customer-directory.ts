import type { PublicUser } from '#src/contract/accounts/user.ts';
import type { CacheDb, ServedCustomer } from './cache-db.ts';

/** How many are kept, the longest not served go first. */
const kept = 500;

export async function rememberCustomer(
  cache: CacheDb,
  customer: PublicUser & { email?: string },
  now: number,
): Promise<void> {
  const { _id: id, ownerName, identificacion, createAt, email = '' } = customer;
  await cache.transaction('rw', cache.customers, async () => {
    await cache.customers.put({ id, ownerName, identificacion, createAt, email, servedAt: now });
    const surplus = (await cache.customers.count()) - kept;
    if (surplus > 0) await cache.customers.orderBy('servedAt').limit(surplus).delete();
  });
}

/** By identification or email, as the top-up screen searches. */
export async function findServedCustomer(cache: CacheDb, query: string): Promise<ServedCustomer | null> {
  const wanted = query.trim().toLowerCase();
  const rows = await cache.customers.toArray();
  return (
    rows.find(
      ({ identificacion, email }) =>
        identificacion.toLowerCase() === wanted || (email !== '' && email.toLowerCase() === wanted),
    ) ?? null
  );
}

/** The device was revoked: no personal data stays in its caches. */
export async function forgetCustomers(cache: CacheDb): Promise<void> {
  await cache.transaction('rw', cache.customers, cache.lists, async () => {
    await cache.customers.clear();
    await cache.lists.clear();
  });
}
