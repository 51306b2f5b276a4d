import { diskTroubleAtom } from './disk-trouble.ts';
import { store } from './store.ts';

/** A module that did not load, or a program fault: the disk is fine, and the operation is retried. */
const notOfTheDisk = new Set(['Error', 'TypeError', 'ReferenceError', 'RangeError', 'SyntaxError']);

/** Returns whether the disk failed. Anything else goes to the fault log. */
export function isOfDisk(error: unknown): boolean {
  if (!(error instanceof Error) || !notOfTheDisk.has(error.name)) return true;
  if ('reportError' in globalThis) reportError(error);
  return false;
}

/** Shows the strip, unless a placement failed before. */
export function reportDiskFault(error: unknown): void {
  if (isOfDisk(error) && store.get(diskTroubleAtom).kind === 'none')
    store.set(diskTroubleAtom, { kind: 'slow' });
}

/** A write succeeded: ends the strip, and the red screen of a disk that was only slow. */
export function noteDiskWrites(): void {
  const trouble = store.get(diskTroubleAtom);
  if (trouble.kind === 'slow' || (trouble.kind === 'unstored' && trouble.cause === 'slow'))
    store.set(diskTroubleAtom, { kind: 'none' });
}
