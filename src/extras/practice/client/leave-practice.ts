import { leftAtKey } from './enter-practice.ts';
import type { RealPlace } from './place/own-place.ts';

/**
 * Returns to the page from which practice was entered, by loading it, so that nothing of this document
 * remains.
 */
export function leavePractice({ session }: RealPlace): void {
  const from = session?.getItem(leftAtKey) ?? '/';
  location.replace(/^\/(?!\/|practica)/.test(from) ? from : '/');
}
