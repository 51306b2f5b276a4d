const place = 'issuing-keys';

/** Public keys of this server that this browser has seen, by their ids: what was signed is checked with them without a link. */
export interface KnownKeys {
  keys: { kid: number; publicKey: string }[];
}

export function readKnownKeys(): KnownKeys {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return { keys: Array.isArray(kept) ? kept.flatMap((one: unknown) => (isKey(one) ? [one] : [])) : [] };
  } catch {
    // No storage, or somebody else's words in it: they are asked for again.
    return { keys: [] };
  }
}

export function keepKnownKeys({ keys }: KnownKeys): void {
  try {
    localStorage.setItem(place, JSON.stringify(keys.map(({ kid, publicKey }) => ({ kid, publicKey }))));
  } catch {
    // A browser that keeps nothing asks each time.
  }
}

function isKey(one: unknown): one is KnownKeys['keys'][number] {
  if (typeof one !== 'object' || one === null || !('kid' in one) || !('publicKey' in one)) return false;
  return typeof one.kid === 'number' && typeof one.publicKey === 'string';
}
