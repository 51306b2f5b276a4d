import { callServer } from '#src/client/api/call-server.ts';
import { restoredCalls } from '#src/contract/restored/calls.ts';
import { restoreKinds, type Restore, type RestoreKind } from '#src/contract/restored/schemas.ts';
import { useRead } from './call-failure.ts';
import { keys } from './keys.ts';

/** What the market is asked after a restore; it moves by itself while devices report. */
export function useRestored(enabled = true) {
  return useRead(keys.restored.all, () => callServer(restoredCalls.readRestored), {
    refetchInterval: 15_000,
    enabled,
  });
}

/** Kinds without an answer: until there are none nobody is paid. */
export function openKindsOf(restore: Restore | null | undefined): readonly RestoreKind[] {
  if (!restore) return [];
  return restoreKinds.filter((kind) => !restore.answers.some((answer) => answer.kind === kind));
}
