/** Prefix of practice's names, so that practice data and real data are never confused. */
const prefix = 'practica-';

/**
 * Returns the prefix for databases and locks of this document, so that two windows with practice do not share
 * them.
 */
export function prefixOf(documentId: string): string {
  return `${prefix}${documentId}-`;
}

/** Returns storage that lives as long as the page. `from`: its first entries. */
export function memoryStorage(from: readonly (readonly [string, string | null])[] = []): Storage {
  const held = new Map(from.flatMap(([key, value]) => (value === null ? [] : [[key, value]])));
  return {
    get length() {
      return held.size;
    },
    key: (place) => [...held.keys()][place] ?? null,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
    clear: () => held.clear(),
  };
}

/** Returns an IndexedDB that prefixes every name with `own` and shows no others. */
export function ownFactory(factory: IDBFactory, own: string): IDBFactory {
  const ours: Partial<Record<PropertyKey, unknown>> = {
    open: (name: string, version?: number) => factory.open(own + name, version),
    deleteDatabase: (name: string) => factory.deleteDatabase(own + name),
    databases: async () =>
      (await factory.databases()).flatMap(({ name = '', ...rest }) =>
        name.startsWith(own) ? [{ ...rest, name: name.slice(own.length) }] : [],
      ),
  };
  return new Proxy(factory, {
    get(target, key) {
      // A browser that cannot list its databases lacks the method.
      if (key in ours && key in target) return ours[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/**
 * Locks for this document only, so that sending a practice sale does not block the real outbox in another
 * window.
 */
export function ownLocks(locks: LockManager, own: string): Pick<LockManager, 'request' | 'query'> {
  const request = (name: string, ...rest: unknown[]): unknown =>
    Reflect.apply(locks.request, locks, [own + name, ...rest]);
  return { request: request as LockManager['request'], query: () => locks.query() };
}

/** Holds this document's lock for its lifetime, and deletes databases of documents that no longer exist. */
export async function dropLeftovers(
  factory: IDBFactory,
  locks: LockManager | undefined,
  own: string,
): Promise<void> {
  if (locks === undefined || !('databases' in factory)) return;
  void locks.request(own, () => new Promise(() => undefined));
  const { held = [] } = await locks.query();
  const alive = held.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name] : []));
  for (const { name = '' } of await factory.databases())
    if (name.startsWith(prefix) && !alive.some((one) => name.startsWith(one))) factory.deleteDatabase(name);
}
