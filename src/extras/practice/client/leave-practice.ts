import { leftAtKey } from './enter-practice.ts';
import type { RealPlace } from './place/own-place.ts';

/** Back to where practice was entered, by loading it: nothing of this document goes along. */
export function leavePractice({ session }: RealPlace): void {
  const from = session?.getItem(leftAtKey) ?? '/';
  location.replace(/^\/(?!\/|practica)/.test(from) ? from : '/');
}
