export type Tried = 'printer' | 'sound';

/** When somebody last tried this part of the device, ms since 1970; 0: never. Only a convenience: it may be lost. */
export function lastTried(what: Tried): number {
  try {
    return Number(localStorage.getItem(`probado-${what}`) ?? 0);
  } catch {
    // Storage is forbidden here: it was never tried, as far as anybody knows.
    return 0;
  }
}

export function rememberTrial(what: Tried): void {
  try {
    localStorage.setItem(`probado-${what}`, String(Date.now()));
  } catch {
    // Nothing is lost but the memory of having tried.
  }
}
