import { randomUUID } from 'node:crypto';

/**
 * A time-ordered UUID (RFC 9562, version 7): new rows land at the end of their index. The random part comes from a
 * version 4 UUID, which Node makes from a pool; asking the system for 16 bytes each time is 20 times slower.
 */
export function uuidV7(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  const random = randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
