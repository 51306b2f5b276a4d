import type { LoadApp } from '#src/client/shared/extra.ts';

/** A separate module, so that the first page does not contain the names of all practice modules. */
export async function loadPractice(loadApp: LoadApp) {
  return (await import('./open-practice.ts')).openPractice(loadApp);
}
