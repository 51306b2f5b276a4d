import { keepChoice, readKeptList } from '#src/client/device/kept-choice.ts';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import { toAmount, type Amount, type VoucherId } from '#src/protocol/brands.ts';

/**
 * The server's last balance of a voucher, and when this phone read it (ms since the epoch). Shown with its
 * age, never relied on.
 */
export interface LastBalance {
  monto: Amount;
  atMs: number;
}

const mostKept = 10;

export function readLastBalance(code: VoucherId): LastBalance | null {
  const kept = read().find(([of]) => of === markOf(code));
  return kept === undefined ? null : { monto: toAmount(kept[1]), atMs: kept[2] };
}

/** The balance of a voucher that no longer pays is forgotten. */
export function keepLastBalance(
  code: VoucherId,
  { monto, status }: Pick<VoucherView, 'monto' | 'status'>,
  atMs: number,
): void {
  const others = read().filter(([of]) => of !== markOf(code));
  const own = status ? [[markOf(code), monto, atMs]] : [];
  keepChoice('balances', JSON.stringify([...own, ...others].slice(0, mostKept)));
}

/** A shortened id: it tells ten vouchers apart and opens none. */
function markOf(code: VoucherId): string {
  return code.slice(0, 8);
}

type Kept = [mark: string, monto: number, atMs: number];

function read(): Kept[] {
  return readKeptList('balances', isKept);
}

function isKept(entry: unknown): entry is Kept {
  return (
    Array.isArray(entry) &&
    typeof entry[0] === 'string' &&
    Number.isSafeInteger(entry[1]) &&
    Number.isSafeInteger(entry[2])
  );
}
