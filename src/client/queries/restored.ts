import { callServer } from '#src/client/api/call-server.ts';
import { restoredCalls } from '#src/contract/restored/calls.ts';
import { restoreKinds, type Restore, type RestoreKind } from '#src/contract/restored/schemas.ts';
import { useRead } from './call-failure.ts';
import { keys } from './keys.ts';

/** Reads the market's open questions after a restore, and polls them while devices report. */
export function useRestored(enabled = true) {
  return useRead(keys.restored.all, () => callServer(restoredCalls.readRestored), {
    refetchInterval: 15_000,
    enabled,
  });
}

/** Returns the kinds without an answer. Payouts are blocked until all have one. */
export function openKindsOf(restore: Restore | null | undefined): readonly RestoreKind[] {
  if (!restore) return [];
  return restoreKinds.filter((kind) => !restore.answers.some((answer) => answer.kind === kind));
}
