/**
 * Returns a row as it is stored: a copy of plain data that cannot change, so that every reader may have
 * the same one. Bytes cannot be frozen, and are copied for each reader.
 */
export function copyRow(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'function' || typeof value === 'symbol')
      throw new TypeError('this cannot be stored');
    return value;
  }
  if (Array.isArray(value)) return Object.freeze(value.map(copyRow));
  if (value instanceof Uint8Array) return value.slice();
  if (Object.getPrototypeOf(value) !== Object.prototype)
    throw new TypeError('the simulator stores plain rows');
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = copyRow((value as Record<string, unknown>)[key]);
  return Object.freeze(copy);
}

/** Returns a row for a reader, which may be shared because it is frozen. */
export function readRow(row: unknown): unknown {
  return hasBytes(row) ? structuredClone(row) : row;
}

/** Returns a row that its holder may change. */
export function ownRow(row: unknown): unknown {
  return structuredClone(row);
}

function hasBytes(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'bytes' in row;
}
