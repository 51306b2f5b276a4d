import { pageFact } from './page-fact.ts';

/** Where the market stands (IANA name), from the page that the server served: days begin there, wherever this device is. */
export function marketTimeZone(): string {
  return pageFact('time-zone') || Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Minutes that the market's clock is ahead of UTC, where it never changes; null where it does, or the page does not say. */
export function marketOffset(): number | null {
  const fact = pageFact('utc-offset');
  return fact === '' ? null : Number(fact);
}
