const codeKey = 'market-code';
const roleKey = 'market-role';

/** Of the link in a market's QR, "?tipo=RECARGA#codigo=7K4M-2QXD": kept over the sign-in, which changes the address. */
export function keepMarketCode({ search, hash }: Pick<Location, 'search' | 'hash'> = location): void {
  const code = /^#codigo=([0-9A-Z-]{8,9})$/i.exec(hash)?.[1];
  if (code === undefined) return;
  sessionStorage.setItem(codeKey, code);
  sessionStorage.setItem(roleKey, new URLSearchParams(search).get('tipo') ?? '');
}

/** The code that was scanned in this tab, now or before signing in; empty: none. */
export function takeMarketCode(): string {
  keepMarketCode();
  return sessionStorage.getItem(codeKey) ?? '';
}

/** Who works on a device that is set up with the scanned code; empty: none was scanned. */
export function scannedRole(): string {
  return sessionStorage.getItem(roleKey) ?? '';
}

/** It was used, or does not serve. */
export function forgetMarketCode(): void {
  sessionStorage.removeItem(codeKey);
  sessionStorage.removeItem(roleKey);
}
