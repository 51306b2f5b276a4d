/** Choices and last views that this device may forget. No secrets, and nothing that decides about money. */
const keys = {
  language: 'mercado.language',
  pad: 'mercado.pad',
  voice: 'mercado.voice',
  pictures: 'mercado.pictures',
  stalls: 'mercado.stalls',
  balances: 'mercado.balances',
} as const;

export type Choice = keyof typeof keys;

/** Returns the last choice, or null for none or without storage. */
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
    // Without storage each visit starts with the default.
  }
}
