import type { StallBalance } from '#src/contract/markets/cash.ts';

/** A stall on the list of who is paid at once. Amounts in the smallest unit shown. */
export interface PayLine {
  id: string;
  stall: string;
  owner: string;
  owed: number;
  held: number;
  /** owed less held; 0: nothing of it can be paid now */
  payable: number;
  /** all that it was ever paid, as the list showed it */
  paid: number;
}

/** Whoever is owed something, most first; whose all is held back stands last, locked. */
export function payLines(balances: readonly StallBalance[]): PayLine[] {
  return balances
    .filter(({ owed }) => owed > 0)
    .map(({ estanteId, estanteName, ownerName, owed, held, paid }) => ({
      id: estanteId,
      stall: estanteName,
      owner: ownerName,
      owed,
      held,
      payable: Math.max(0, owed - held),
      paid,
    }))
    .sort((one, other) => other.payable - one.payable || other.owed - one.owed);
}

interface PaySums {
  count: number;
  /** what is paid now */
  total: number;
  /** of all stalls on the list */
  owed: number;
  held: number;
  /** stays owed after it, whatever the reason */
  left: number;
}

/** What the ticked lines come to, and what stays owed to the stalls of the list. */
export function paySums(lines: readonly PayLine[], out: ReadonlySet<string>): PaySums {
  const chosen = lines.filter(({ id, payable }) => payable > 0 && !out.has(id));
  const total = chosen.reduce((sum, { payable }) => sum + payable, 0);
  const owed = lines.reduce((sum, line) => sum + line.owed, 0);
  return {
    count: chosen.length,
    total,
    owed,
    held: lines.reduce((sum, line) => sum + Math.min(line.owed, line.held), 0),
    left: owed - total,
  };
}
