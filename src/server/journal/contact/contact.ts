import type { SyncRequest } from '#src/contract/sync/schemas.ts';
import type { SyncDevice } from '#src/server/journal/ports/rows.ts';
import type { SyncDeps } from '#src/server/journal/ports/sync-deps.ts';

/** One call of a device whose signature is valid. */
export type Contact = {
  deps: SyncDeps;
  request: SyncRequest;
  /** The device's row when the call began. */
  uploader: SyncDevice;
  /** Person whose session came with the call, or null. */
  signedIn: string | null;
  /** Server time when the call began. */
  now: Date;
};
