/**
 * A person's actions at one device, in any browser: finds elements by their text, and waits until they exist.
 */
export type Hand = {
  /** A whole page load, like a typed address. */
  open: (address: string) => Promise<void>;
  /** Path of the current page. */
  path: () => Promise<string>;
  /** Waits until this text is visible. */
  sees: (words: string, timeoutMs?: number) => Promise<void>;
  /** Types into the field with this label, replacing its contents. */
  fill: (label: string, value: string) => Promise<void>;
  choose: (label: string, option: string) => Promise<void>;
  /** Taps the button or link with exactly this name: it must exist, be enabled, and not be covered. */
  tap: (name: string) => Promise<void>;
  /** Returns the expression's value in the page; a promise is awaited. */
  ask: <Value>(expression: string) => Promise<Value>;
  /** A key of the keyboard: a digit. */
  press: (key: string) => Promise<void>;
  /** Ends the browser and starts it again with its storage; where a driver cannot, the page is reloaded. */
  restart: () => Promise<void>;
  screenshot: () => Promise<Buffer>;
  close: () => Promise<void>;
};

/** A browser of this computer: each device is opened with empty storage. */
export type ReachBrowser = {
  readonly name: string;
  /** Whether `restart` ends the process. */
  readonly restarts: boolean;
  /** Older than the application supports: the page shows that. */
  readonly isBelowFloor: boolean;
  openDevice: () => Promise<Hand>;
};

/** Repeats until it is true; the message names the condition. */
export async function until(isTrue: () => Promise<boolean>, what: string, timeoutMs = 30_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`waited ${timeoutMs / 1000} s in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
