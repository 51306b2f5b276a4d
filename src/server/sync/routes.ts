import { calls } from '#src/contract/calls.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import type { Routes } from '#src/server/http/routes.ts';
import type { SyncDeps } from '#src/server/sync/ports/ports.ts';
import { syncDevice } from './sync-device.ts';

/** What a device reports. Its signature says which device it is; a session beside it, who is signed in there. */
export function syncRoutes(
  routes: Routes,
  sync: SyncDeps,
  told: {
    onResult: (state: SyncResult['state']) => void;
    /** what a device, known by its signature, says went wrong in its program; never fails */
    onFaults: (deviceId: string, faults: readonly unknown[]) => Promise<void>;
  },
): void {
  routes.answer(calls.sync, async ({ body, actor }) => {
    const answer = await syncDevice(sync, body, actor?.id ?? null);
    if (!answer.ok) return answer;
    for (const { state } of answer.value.results) told.onResult(state);
    if (body.faults) await told.onFaults(body.deviceId, body.faults);
    return answer;
  });
}
