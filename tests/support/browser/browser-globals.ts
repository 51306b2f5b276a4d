/**
 * The few browser features that the client's pure parts use, for tests in Node. Imported before the client,
 * because the session reads its storage on import.
 */
const kept = new Map<string, string>();
const storage: Storage = {
  get length() {
    return kept.size;
  },
  clear: () => kept.clear(),
  getItem: (key) => kept.get(key) ?? null,
  key: (index) => [...kept.keys()][index] ?? null,
  removeItem: (key) => {
    kept.delete(key);
  },
  setItem: (key, value) => {
    kept.set(key, value);
  },
};
const location = { origin: 'http://127.0.0.1' };
// From Node 21 on some of them already exist, as getters.
for (const [name, value] of Object.entries({ sessionStorage: storage, location, navigator: {} }))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** Sets the server that the client uses from now on. */
export function setOrigin(origin: string): void {
  location.origin = origin;
}
