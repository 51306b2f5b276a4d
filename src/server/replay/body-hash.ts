import { createHash } from 'node:crypto';

/**
 * SHA-256 over the kind of operation and its body with sorted keys: the same body written in another order of keys is
 * the same operation. Values must be JSON.
 */
export function bodyHash(kind: string, body: Record<string, unknown>): string {
  const canonical = JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256').update(`${kind}\n${canonical}`).digest('hex');
}
