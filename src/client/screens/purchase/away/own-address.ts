/**
 * Returns the link with its proof, as printed. Null when the page was opened without a proof, so that no
 * stall could check it offline.
 */
export function wholeAddress(): string | null {
  const kept: unknown = history.state;
  const proof = typeof kept === 'object' && kept !== null && 'proof' in kept ? kept.proof : undefined;
  return typeof proof === 'string' && proof !== '' ? `${linkAlone()}#${proof}` : null;
}

/** Returns the whole link, or the part that the page has. */
export function ownAddress(): string {
  return wholeAddress() ?? linkAlone();
}

function linkAlone(): string {
  return location.href.split('#')[0] ?? location.href;
}
