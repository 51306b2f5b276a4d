import { createSecondCopy } from '#src/client/local/second/second-copy.ts';

export { recoverLost } from '#src/client/local/second/recover.ts';

/** The second copy of this browser. */
export const secondCopy = createSecondCopy(openCopyWorker);

/**
 * Returns null when this browser has no private files that a worker can flush (before Chrome 102, Firefox
 * 111, Safari 15.4).
 */
function openCopyWorker(): Worker | null {
  const hasFiles = 'storage' in navigator && 'getDirectory' in navigator.storage;
  if (typeof Worker === 'undefined' || !hasFiles || !('locks' in navigator)) return null;
  return new Worker(new URL('../second/copy-worker.ts', import.meta.url), { type: 'module' });
}
