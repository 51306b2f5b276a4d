import { calls } from '#src/contract/calls.ts';
import { replyAnswer } from '#src/server/http/replies.ts';
import type { Routes } from '#src/server/http/routes.ts';
import { readAfterRestore } from './after-restore.ts';
import { createThrottle, type Quotas } from '#src/server/http/throttle.ts';
import {
  readBalanceList,
  type BalanceListDeps,
  type KeySetDeps,
  readKeySet,
  rotateKeys,
} from './balance-lists.ts';
import { listDevices, renameDevice, restoreDevice, revokeDevice, type DeviceDeps } from './devices.ts';
import { approveBinding, enrolDevice, rejectBinding, type EnrolmentDeps } from './enrolment.ts';
import type { SyncDeps } from '#src/server/sync/ports/ports.ts';
import { deliverRescue, type RescueKey } from './rescue-files.ts';
import { readExposure, setLimits } from './limits.ts';

/** dispositivos, what a market allows them without a link, and the keys that vouchers are signed with. */
export function deviceRoutes(
  routes: Routes,
  devices: DeviceDeps &
    EnrolmentDeps &
    BalanceListDeps &
    SyncDeps &
    KeySetDeps & { quotas: Quotas; rescueKey: RescueKey },
): void {
  const codeTries = createThrottle(devices.quotas.marketCodeMisses);
  routes.raw(calls.enrolDevice, async ({ actor, body, reply }) => {
    const isGuess = body.marketCode !== undefined;
    if (isGuess && !(await codeTries.take(actor.id, reply))) return reply;
    const answer = await enrolDevice(devices, actor, body);
    if (isGuess && answer.ok) await codeTries.giveBack(actor.id);
    return replyAnswer(reply, 201, answer);
  });
  routes.answer(calls.approveBinding, ({ actor, body }) => approveBinding(devices, actor, body));
  routes.answer(calls.rejectBinding, ({ actor, body }) => rejectBinding(devices, actor, body));
  routes.value(calls.listDevices, ({ actor }) => listDevices(devices, actor));
  routes.value(calls.readAfterRestore, ({ actor }) => readAfterRestore(devices, actor));
  routes.answer(calls.renameDevice, ({ actor, body }) => renameDevice(devices, actor, body));
  routes.answer(calls.revokeDevice, ({ actor, body }) => revokeDevice(devices, actor, body.id));
  routes.answer(calls.restoreDevice, ({ actor, body }) => restoreDevice(devices, actor, body.id));
  routes.value(calls.readExposure, ({ actor }) => readExposure(devices, actor));
  routes.value(calls.changeLimits, ({ actor, body }) => setLimits(devices, actor, body));
  routes.value(calls.readKeySet, () => readKeySet(devices));
  routes.answer(calls.deliverRescue, ({ actor, body }) => deliverRescue(devices, actor, body));
  routes.answer(calls.rotateIssuingKey, ({ actor }) => rotateKeys(devices, actor));
  routes.raw(calls.readBalanceList, async ({ body, reply }) => {
    const answer = await readBalanceList(devices, body);
    if (!answer.ok) return replyAnswer(reply, 200, answer);
    return reply.code(200).type('application/octet-stream').send(Buffer.from(answer.value.buffer));
  });
}
