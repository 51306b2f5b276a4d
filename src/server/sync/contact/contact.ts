import type { SyncRequest } from '#src/contract/sync/schemas.ts';
import type { SyncDeps, SyncDevice } from '#src/server/sync/ports/ports.ts';

/** One call of a device whose signature is valid. */
export type Contact = {
  deps: SyncDeps;
  request: SyncRequest;
  /** the device's row as it was when the call began */
  uploader: SyncDevice;
  /** person whose session came with the call; null without a session */
  signedIn: string | null;
  /** server time at which the call began */
  now: Date;
};
