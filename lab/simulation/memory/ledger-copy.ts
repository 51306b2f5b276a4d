import type { MemoryLedger } from './ledger.ts';

/** The tables of a ledger and its numbers, by name. Never written. */
export type LedgerCopy = ReadonlyMap<string, unknown>;

/** A ledger's rows are replaced and never changed, so they are shared. */
export function copyLedger(ledger: object): LedgerCopy {
  const copy = new Map<string, unknown>();
  for (const [name, part] of Object.entries(ledger))
    copy.set(name, part instanceof Map ? new Map(part) : part);
  return copy;
}

/** Fills the ledger's own maps, to which others hold references. */
export function writeLedger(ledger: object, copy: LedgerCopy): void {
  for (const [name, part] of Object.entries(ledger)) {
    const kept = copy.get(name);
    if (!(part instanceof Map && kept instanceof Map)) {
      Object.assign(ledger, { [name]: kept });
      continue;
    }
    part.clear();
    for (const [key, row] of kept) part.set(key, row);
  }
}

/** The copy for reading, with its tables. */
export function asLedger(copy: LedgerCopy): MemoryLedger {
  return Object.fromEntries(copy) as unknown as MemoryLedger;
}
