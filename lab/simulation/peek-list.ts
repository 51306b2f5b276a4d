import { findBalance, readBalanceList } from '#src/protocol/balance-list.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import type { SimDisk } from './machine/disk.ts';
import { peek } from './peek.ts';

/** The balance list on a device. */
export function storedList(disk: SimDisk): { asOf: number; balanceOf(id: string): number | null } | null {
  const [stored] = peek<{ bytes: Uint8Array<ArrayBuffer> }>(disk, 'lists', 'cache');
  const list = stored && readBalanceList(stored.bytes);
  if (!list) return null;
  return {
    asOf: list.asOf,
    balanceOf: (id) => findBalance(list, toVoucherId(id)),
  };
}
