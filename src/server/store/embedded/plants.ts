/**
 * Faults a test may plant, to prove that the self-test, the lock and the power-cut simulator notice them.
 * Nothing in production passes any: they are reachable only as the second argument of `openEmbedded`.
 */
export type Plant =
  /** The sync bridge is never set. */
  | 'no-bridge'
  /** The bridge is set only after postgres has started, so that recovery is not synced. */
  | 'late-bridge'
  | 'no-folder-sync'
  /** An old postmaster.pid stays where it is. */
  | 'keep-pid-file'
  /** A new folder is renamed into place without syncing what is in it. */
  | 'no-tree-sync'
  /** Neither the self-test nor the check in service: to see what the other faults would cost without them. */
  | 'unguarded'
  /** The bridge stops syncing once the self-test has passed. */
  | 'bridge-lost-in-service'
  /** Every sync fails once the self-test has passed. */
  | 'sync-fails-in-service';
