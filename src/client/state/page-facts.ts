/**
 * Returns the currency symbol of the server's configuration from the served page, or "$" if the page has
 * none.
 */
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

/**
 * Returns the market's time zone (IANA name) from the served page: days begin there, wherever this device is.
 */
export function marketTimeZone(): string {
  return pageFact('time-zone') || Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Returns the market's offset ahead of UTC in minutes, or null if it changes over the year or the page does
 * not contain it.
 */
export function marketOffset(): number | null {
  const fact = pageFact('utc-offset');
  return fact === '' ? null : Number(fact);
}
