import type { LoadApp } from '#src/client/shared/extra.ts';

/** Apart, so that the first page does not carry the names of all that practice is made of. */
export async function loadPractice(loadApp: LoadApp) {
  return (await import('./open-practice.ts')).openPractice(loadApp);
}
