/** The symbol that the server was configured with, from the page it served; "$" when the page says nothing. */
export function currencySymbol(): string {
  return pageFact('currency-symbol') || '$';
}

/**
 * Returns a fact that the server wrote into the page, or an empty text. `demo`: JSON of DemoFacts
 * (domain/demo-facts.ts), empty outside a demo.
 */
export function pageFact(name: 'currency-symbol' | 'time-zone' | 'utc-offset' | 'demo'): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

/** Where the market stands (IANA name), from the page that the server served: days begin there, wherever this device is. */
export function marketTimeZone(): string {
  return pageFact('time-zone') || Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Minutes that the market's clock is ahead of UTC, where it never changes; null where it does, or the page does not say. */
export function marketOffset(): number | null {
  const fact = pageFact('utc-offset');
  return fact === '' ? null : Number(fact);
}
