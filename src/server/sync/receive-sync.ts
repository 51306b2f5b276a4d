import type { SyncAnswer, SyncRequest, SyncResult } from '#src/contract/sync/schemas.ts';
import type { Answer } from '#src/server/answer.ts';
import type { SyncDeps } from '#src/server/sync/ports/sync-deps.ts';
import type { Arrival } from './contact/contact.ts';
import { syncDevice } from './sync-device.ts';

export type ReceiveSyncDeps = {
  sync: SyncDeps;
  meters: { deviceResults: { inc(labels: Pick<SyncResult, 'state'>): void } };
  noteFaults(deviceId: string, faults: readonly unknown[]): Promise<void>;
};

/** Handles one contact of a device, counts its results and stores the program faults that it names. */
export async function receiveSync(
  { sync, meters, noteFaults }: ReceiveSyncDeps,
  request: SyncRequest,
  arrival: Arrival,
): Promise<Answer<SyncAnswer>> {
  const answer = await syncDevice(sync, request, arrival);
  if (!answer.ok) return answer;
  for (const { state } of answer.value.results) meters.deviceResults.inc({ state });
  if (request.faults) await noteFaults(request.deviceId, request.faults);
  return answer;
}
