const codeKey = 'market-code';
const roleKey = 'market-role';

/**
 * Reads the code from the link in a market's QR, "?tipo=RECARGA#codigo=7K4M-2QXD", and stores it, because
 * signing in changes the address.
 */
export function keepMarketCode({ search, hash }: Pick<Location, 'search' | 'hash'> = location): void {
  const code = /^#codigo=([0-9A-Z-]{8,9})$/i.exec(hash)?.[1];
  if (code === undefined) return;
  sessionStorage.setItem(codeKey, code);
  sessionStorage.setItem(roleKey, new URLSearchParams(search).get('tipo') ?? '');
}

/** Returns the code scanned in this tab, now or before signing in; empty when there is none. */
export function takeMarketCode(): string {
  keepMarketCode();
  return sessionStorage.getItem(codeKey) ?? '';
}

/** Returns the role of the device that is set up with the scanned code; empty when none was scanned. */
export function scannedRole(): string {
  return sessionStorage.getItem(roleKey) ?? '';
}

/** Discards a code that was used or is invalid. */
export function forgetMarketCode(): void {
  sessionStorage.removeItem(codeKey);
  sessionStorage.removeItem(roleKey);
}
