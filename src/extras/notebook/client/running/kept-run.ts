import type { OpId } from '#src/contract/brands.ts';
import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import type { AnyLine } from '#src/extras/notebook/domain/read-lines.ts';

/** The data to resume an import after the page was closed: the rows and their operation ids. */
export interface KeptRun {
  /** The person who began it, the only one who can continue it. */
  personId: string;
  kind: SheetKind;
  fileName: string;
  fileHash: string;
  amount: number;
  rows: number;
  beginOp: OpId;
  batches: readonly { op: OpId; lines: readonly AnyLine[] }[];
}

const place = 'sheet-being-brought';
const key = '/sheet-being-brought';

/**
 * Stores the import in the browser until the last row is in. In a browser without storage it continues only
 * while the page is open.
 */
export async function keepRun(run: KeptRun): Promise<void> {
  if (!('caches' in window)) return;
  const cache = await caches.open(place);
  await cache.put(key, new Response(JSON.stringify(run)));
}

/** Returns null when no import of this person waits here. */
export async function readKeptRun(personId: string): Promise<KeptRun | null> {
  if (!('caches' in window)) return null;
  try {
    const kept = await caches.match(key, { cacheName: place });
    // Only this file writes it.
    const run = kept === undefined ? null : ((await kept.json()) as KeptRun);
    return run?.personId === personId ? run : null;
  } catch {
    return null;
  }
}

/** Deletes the stored import: names and documents do not stay on the device after the server has them. */
export async function dropKeptRun(): Promise<void> {
  if ('caches' in window) await caches.delete(place);
}
