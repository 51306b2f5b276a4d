/** Everything under this address is practice: a document of its own, with nothing of the real market in it. */
export const practicePath = '/practica';

const isHere = typeof location !== 'undefined' && /^\/practica(\/|$)/.test(location.pathname);

/** Whether this document is practice. It stays so until it is left: practice is entered and left by loading a page. */
export function isPracticing(): boolean {
  return isHere;
}

/** Under which this tab keeps the page that practice was entered from. */
export const leftAtKey = 'mercado.practica.desde';

/** Never by the router: this document has the real databases open. */
export function enterPractice(): void {
  try {
    sessionStorage.setItem(leftAtKey, location.pathname + location.search);
  } catch {
    // A browser that keeps nothing goes back to the start.
  }
  location.assign(practicePath);
}
