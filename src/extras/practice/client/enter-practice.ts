import { practicePath } from '#src/client/state/practice/practicing.ts';

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
