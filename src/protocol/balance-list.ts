import type { Pesos, VoucherId } from './brands.ts';

/**
 * The balance list that a stall carries, binary and sorted, 11 bytes a voucher: 20,000 vouchers in 220 KB.
 *
 *     0   "MB" 2, version 1, kind (0 full, 1 changes), as of (server clock, ms) 8, count 4: 16 bytes, big-endian
 *     16  per voucher: first 8 bytes of its id, balance 3
 *
 * A balance of 0 is a voucher that is spent, blocked or expired. A larger balance than 3 bytes can hold is
 * cut to the maximum: a stall may assume too small a balance, never too large. Contains no names.
 */
export type BalanceList = { kind: 'full' | 'changes'; asOf: number; bytes: Uint8Array<ArrayBuffer> };
/** A row of a list that a server writes; `balance` in the smallest unit shown. */
export type ListedBalance = { voucherId: VoucherId; balance: Pesos };

const headBytes = 16;
const entryBytes = 11;
const maxBalance = 0xff_ffff;

/** Returns the list as bytes, sorted by key. `asOf`: server clock, ms since 1970. */
export function writeBalanceList(
  kind: 'full' | 'changes',
  asOf: number,
  entries: readonly ListedBalance[],
): Uint8Array<ArrayBuffer> {
  const rows = entries
    .map(({ voucherId, balance }) => ({ key: keyOf(voucherId), balance }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const bytes = new Uint8Array(headBytes + rows.length * entryBytes);
  writeHead(bytes, kind, asOf, rows.length);
  const view = new DataView(bytes.buffer);
  for (const [index, { key, balance }] of rows.entries()) {
    const at = headBytes + index * entryBytes;
    view.setBigUint64(at, key);
    const cut = Math.min(balance, maxBalance);
    view.setUint8(at + 8, cut >> 16);
    view.setUint16(at + 9, cut & 0xffff);
  }
  return bytes;
}

/** Returns null for an unknown version or a truncated list. */
export function readBalanceList(bytes: Uint8Array<ArrayBuffer>): BalanceList | null {
  if (bytes.length < headBytes) return null;
  const view = viewOf(bytes);
  if (view.getUint16(0) !== 0x4d42 || view.getUint8(2) !== 1) return null;
  if (bytes.length !== headBytes + view.getUint32(12) * entryBytes) return null;
  return {
    kind: view.getUint8(3) === 0 ? 'full' : 'changes',
    asOf: Number(view.getBigUint64(4)),
    bytes,
  };
}

/** Returns a voucher's balance in the list, in the smallest unit shown, or null when it is absent. */
export function findBalance({ bytes }: BalanceList, voucherId: VoucherId): number | null {
  const view = viewOf(bytes);
  const wanted = keyOf(voucherId);
  let low = 0;
  let high = view.getUint32(12);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (view.getBigUint64(headBytes + middle * entryBytes) < wanted) low = middle + 1;
    else high = middle;
  }
  if (low >= view.getUint32(12)) return null;
  const at = headBytes + low * entryBytes;
  return view.getBigUint64(at) === wanted ? balanceAt(view, at) : null;
}

/** Returns the full list with the changes applied. Changes win. */
export function mergeBalanceLists(full: BalanceList, changes: BalanceList): BalanceList {
  const [older, newer] = [entriesOf(full), entriesOf(changes)];
  const merged = new Map([...older, ...newer]);
  const rows = [...merged].sort(([a], [b]) => (a < b ? -1 : 1));
  const bytes = new Uint8Array(headBytes + rows.length * entryBytes);
  writeHead(bytes, 'full', changes.asOf, rows.length);
  for (const [index, [, row]] of rows.entries()) bytes.set(row, headBytes + index * entryBytes);
  return { kind: 'full', asOf: changes.asOf, bytes };
}

function entriesOf({ bytes }: BalanceList): Map<bigint, Uint8Array> {
  const view = viewOf(bytes);
  const rows = new Map<bigint, Uint8Array>();
  for (let at = headBytes; at < bytes.length; at += entryBytes)
    rows.set(view.getBigUint64(at), bytes.subarray(at, at + entryBytes));
  return rows;
}

function balanceAt(view: DataView, at: number): number {
  return (view.getUint8(at + 8) << 16) | view.getUint16(at + 9);
}

function writeHead(bytes: Uint8Array, kind: BalanceList['kind'], asOf: number, count: number): void {
  const view = viewOf(bytes);
  view.setUint16(0, 0x4d42);
  view.setUint8(2, 1);
  view.setUint8(3, kind === 'full' ? 0 : 1);
  view.setBigUint64(4, BigInt(asOf));
  view.setUint32(12, count);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function keyOf(voucherId: VoucherId): bigint {
  return BigInt(`0x${voucherId.replaceAll('-', '').slice(0, 16)}`);
}
