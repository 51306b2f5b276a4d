/** Everything under this address is practice: a document of its own, with nothing of the real market in it. */
export const practicePath = '/practica';

const isHere = typeof location !== 'undefined' && /^\/practica(\/|$)/.test(location.pathname);

/** Whether this document is practice. It stays so until it is left: practice is entered and left by loading a page. */
export function isPracticing(): boolean {
  return isHere;
}
