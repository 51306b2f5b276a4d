import { practicePath } from '#src/client/state/practice/practicing.ts';

/** Key under which this tab stores the page from which practice was entered. */
export const leftAtKey = 'mercado.practica.desde';

/** Loads a new document instead of using the router, because this document has the real databases open. */
export function enterPractice(): void {
  try {
    sessionStorage.setItem(leftAtKey, location.pathname + location.search);
  } catch {
    // A browser without storage returns to the start page.
  }
  location.assign(practicePath);
}
