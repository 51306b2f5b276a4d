/** What a person does at one device, whatever its browser: finds things by their words, and waits until they are there. */
export type Hand = {
  /** A whole page load, as a typed address is. */
  open: (address: string) => Promise<void>;
  /** The path of the page that is shown. */
  path: () => Promise<string>;
  /** Waits until these words can be seen. */
  sees: (words: string, timeoutMs?: number) => Promise<void>;
  /** Types into the field of this label, in place of what it held. */
  fill: (label: string, value: string) => Promise<void>;
  choose: (label: string, option: string) => Promise<void>;
  /** A tap on the button or link of exactly this name: it must be there, enabled, and not under something else. */
  tap: (name: string) => Promise<void>;
  /** What this expression is worth in the page; a promise is waited for. */
  ask: <Value>(expression: string) => Promise<Value>;
  /** A key of the keyboard: a figure. */
  press: (key: string) => Promise<void>;
  /** The browser ends and starts again with what it stored; where a driver cannot, the page is loaded anew. */
  restart: () => Promise<void>;
  screenshot: () => Promise<Buffer>;
  close: () => Promise<void>;
};

/** A browser of this computer: each device is opened with nothing stored. */
export type ReachBrowser = {
  readonly name: string;
  /** Whether `restart` ends the process. */
  readonly restarts: boolean;
  /** Older than the application can run in: the page says so. */
  readonly isBelowFloor: boolean;
  openDevice: () => Promise<Hand>;
};

/** Asks again until it is true; the message says what was waited for. */
export async function until(isTrue: () => Promise<boolean>, what: string, timeoutMs = 30_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`waited ${timeoutMs / 1000} s in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
