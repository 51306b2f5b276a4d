import { pageFact } from './page-fact.ts';

/** Where the market stands (IANA name), from the page that the server served: days begin there, wherever this device is. */
export function marketTimeZone(): string {
  return pageFact('time-zone') || Intl.DateTimeFormat().resolvedOptions().timeZone;
}
