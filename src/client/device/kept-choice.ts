/** What this device remembers and may forget: choices, and what it last showed. No secret, and nothing that decides about money. */
const keys = {
  language: 'mercado.language',
  pad: 'mercado.pad',
  voice: 'mercado.voice',
  pictures: 'mercado.pictures',
  stalls: 'mercado.stalls',
  balances: 'mercado.balances',
} as const;

export type Choice = keyof typeof keys;

/** What was chosen last; null where nothing was, or where the browser keeps nothing. */
export function readChoice(choice: Choice): string | null {
  try {
    return localStorage.getItem(keys[choice]);
  } catch {
    return null;
  }
}

export function keepChoice(choice: Choice, value: string): void {
  try {
    localStorage.setItem(keys[choice], value);
  } catch {
    // A browser that keeps nothing begins with the usual each time.
  }
}
