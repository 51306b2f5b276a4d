import type { OpId } from '#src/contract/brands.ts';
import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import type { AnyLine } from '#src/extras/notebook/domain/read-lines.ts';

/** All that is needed to go on after the page died: what is sent, under which keys. */
export interface KeptRun {
  /** the person who began it, who alone can continue it */
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

/** Kept in the browser until the last row is in. A browser without such a place goes on only while the page lives. */
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
    // Written by this file alone.
    const run = kept === undefined ? null : ((await kept.json()) as KeptRun);
    return run?.personId === personId ? run : null;
  } catch {
    return null;
  }
}

/** Names and documents do not stay on the device once they are where they belong. */
export async function dropKeptRun(): Promise<void> {
  if ('caches' in window) await caches.delete(place);
}
