import type { SyncRequest } from '#src/contract/sync/schemas.ts';
import type { SyncDevice } from '#src/server/sync/ports/ports.ts';
import type { SyncDeps } from '#src/server/sync/ports/sync-deps.ts';

/**
 * How a call came. By a letter, a carrier may have it for days, and its answer may never arrive: it dates nothing,
 * and tells the device nothing until an operation names the answer's list (docs/decisions/0099).
 */
export type Arrival =
  /** `signedIn`: person whose session came with the call, or null. */
  | { by: 'link'; signedIn: string | null }
  /** `epoch`: newest that the device knew when it wrote the letter. */
  | { by: 'letter'; epoch: number };

/** One call of a device whose signature is valid. */
export type Contact = {
  deps: SyncDeps;
  request: SyncRequest;
  /** The device's row when the call began. */
  uploader: SyncDevice;
  arrival: Arrival;
  /** Server time when the call began. */
  now: Date;
};

/** Person whose session came with the call, or null. */
export function signedInWith(arrival: Arrival): string | null {
  return arrival.by === 'link' ? arrival.signedIn : null;
}
