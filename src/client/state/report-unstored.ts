import { diskTroubleAtom, type UnstoredCause } from './disk-trouble.ts';
import { isOfDisk } from './report-disk.ts';
import { store } from './store.ts';

/** Covers every screen with the red one. Only the watched commands raise it (.dependency-cruiser.cjs). */
export function reportUnstored(error: unknown): void {
  if (!isOfDisk(error)) return;
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  store.set(diskTroubleAtom, { kind: 'unstored', cause: causeOf(reason), reason });
}

/** Dexie names the cause in the message where it aborts a transaction. */
function causeOf(reason: string): UnstoredCause {
  if (reason.includes('QuotaExceeded')) return 'full';
  return reason.includes('TimeoutError') ? 'slow' : 'blocked';
}
