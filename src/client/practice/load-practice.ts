import type { AppAt } from './practice.ts';

/** Apart, so that the first page does not carry the names of all that practice is made of. */
export async function loadPractice(app: AppAt) {
  return (await import('./open-practice.ts')).openPractice(app);
}
