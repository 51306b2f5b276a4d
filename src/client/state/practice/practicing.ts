/** Everything under this address is practice: a separate document without data of the real market. */
export const practicePath = '/practica';

const isHere = typeof location !== 'undefined' && /^\/practica(\/|$)/.test(location.pathname);

/** Whether this document is practice. It stays so until it is left: practice is entered and left by loading a page. */
export function isPracticing(): boolean {
  return isHere;
}
