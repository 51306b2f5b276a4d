/** Choices and last views that this device may forget. No secrets, and nothing that decides about money. */
export type Choice =
  | 'language'
  | 'pad'
  | 'voice'
  | 'pictures'
  | 'stalls'
  | 'balances'
  | 'camera'
  | 'paper'
  | 'printer'
  | 'prints'
  | 'receipt-lines'
  | 'tried-printer'
  | 'tried-sound'
  | 'faults';

const keyOf = (choice: Choice): string => `mercado.${choice}`;

/** Returns the last choice, or null for none or without storage. */
export function readChoice(choice: Choice): string | null {
  try {
    return localStorage.getItem(keyOf(choice));
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function keepChoice(choice: Choice, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(keyOf(choice));
    else localStorage.setItem(keyOf(choice), value);
  } catch {
    // Without storage each visit starts with the default.
  }
}

/** Returns what was kept as JSON, or null where that is nothing of this form. */
export function readKept<Kept>(choice: Choice, isKept: (kept: unknown) => kept is Kept): Kept | null {
  try {
    const kept: unknown = JSON.parse(readChoice(choice) ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Returns the entries of a list that have this form. */
export function readKeptList<Entry>(choice: Choice, isEntry: (entry: unknown) => entry is Entry): Entry[] {
  return readKept(choice, Array.isArray)?.filter(isEntry) ?? [];
}
