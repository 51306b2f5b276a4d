const key = 'market-code';

/** "#codigo=7K4M-2QXD" of the link in a market's QR: kept over the sign-in, which changes the address. */
export function keepMarketCode(hash: string): void {
  const code = /^#codigo=([0-9A-Z-]{8,9})$/i.exec(hash)?.[1];
  if (code !== undefined) sessionStorage.setItem(key, code);
}

/** The code that was scanned in this tab, now or before signing in; empty: none. */
export function takeMarketCode(): string {
  keepMarketCode(location.hash);
  return sessionStorage.getItem(key) ?? '';
}

/** It was used, or does not serve. */
export function forgetMarketCode(): void {
  sessionStorage.removeItem(key);
}
