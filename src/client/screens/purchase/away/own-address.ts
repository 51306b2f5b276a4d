/**
 * Returns the link with its proof, as the voucher has it; null when this page was opened without one, and no stall could
 * check it.
 */
export function wholeAddress(): string | null {
  const kept: unknown = history.state;
  const proof = typeof kept === 'object' && kept !== null && 'proof' in kept ? kept.proof : undefined;
  return typeof proof === 'string' && proof !== '' ? `${linkAlone()}#${proof}` : null;
}

/** Returns the whole link, or what the page has of it. */
export function ownAddress(): string {
  return wholeAddress() ?? linkAlone();
}

function linkAlone(): string {
  return location.href.split('#')[0] ?? location.href;
}
