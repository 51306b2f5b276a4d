import { calls } from '#src/contract/calls.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { syncDevice } from './sync-device.ts';

/**
 * Receives a device's reports, counts their results and stores the program faults that they name. The signature
 * identifies the device; a session sent with it identifies the signed-in person.
 */
export const journalRoutes: NounPlugin = async (app, { context }) => {
  const { sync, meters, noteFaults } = context;
  context.routesOn(app).answer(calls.sync, async ({ body, actor }) => {
    const answer = await syncDevice(sync, body, actor?.id ?? null);
    if (!answer.ok) return answer;
    for (const { state } of answer.value.results) meters.deviceResults.inc({ state });
    if (body.faults) await noteFaults(body.deviceId, body.faults);
    return answer;
  });
};
