/** What the server wrote into the page it served; empty when the page says nothing, or there is none. */
export function pageFact(name: 'currency-symbol' | 'time-zone' | 'utc-offset'): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
