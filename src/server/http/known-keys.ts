/** Maximum number of remembered keys; the least recently used is dropped first. */
const mostKeys = 50_000;

/** Remembers keys that were right before, up to `most`, in this process. */
export function createKnownKeys(most = mostKeys): { has(key: string): boolean; add(key: string): void } {
  const keys = new Set<string>();
  return {
    has: (key) => keys.has(key),
    add: (key) => {
      keys.delete(key);
      keys.add(key);
      const oldest = keys.keys().next().value;
      if (keys.size > most && oldest !== undefined) keys.delete(oldest);
    },
  };
}
