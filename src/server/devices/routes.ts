import { calls } from '#src/contract/calls.ts';
import { replyAnswer } from '#src/server/http/replies.ts';
import type { Routes } from '#src/server/http/routes.ts';
import { readAfterRestore } from './after-restore.ts';
import {
  readBalanceList,
  type BalanceListDeps,
  type KeySetDeps,
  readKeySet,
  rotateKeys,
} from './balance-lists.ts';
import {
  enrolDevice,
  listDevices,
  renameDevice,
  restoreDevice,
  revokeDevice,
  type DeviceDeps,
} from './devices.ts';
import { readExposure, setLimits } from './limits.ts';

/** dispositivos, what a market allows them without a link, and the keys that vouchers are signed with. */
export function deviceRoutes(routes: Routes, devices: DeviceDeps & BalanceListDeps & KeySetDeps): void {
  routes.answer(calls.enrolDevice, ({ actor, body }) => enrolDevice(devices, actor, body));
  routes.value(calls.listDevices, ({ actor }) => listDevices(devices, actor));
  routes.value(calls.readAfterRestore, ({ actor }) => readAfterRestore(devices, actor));
  routes.answer(calls.renameDevice, ({ actor, body }) => renameDevice(devices, actor, body));
  routes.answer(calls.revokeDevice, ({ actor, body }) => revokeDevice(devices, actor, body.id));
  routes.answer(calls.restoreDevice, ({ actor, body }) => restoreDevice(devices, actor, body.id));
  routes.value(calls.readExposure, ({ actor }) => readExposure(devices, actor));
  routes.value(calls.changeLimits, ({ actor, body }) => setLimits(devices, actor, body));
  routes.value(calls.readKeySet, () => readKeySet(devices));
  routes.answer(calls.rotateIssuingKey, ({ actor }) => rotateKeys(devices, actor));
  routes.raw(calls.readBalanceList, async ({ body, reply }) => {
    const answer = await readBalanceList(devices, body);
    if (!answer.ok) return replyAnswer(reply, 200, answer);
    return reply.code(200).type('application/octet-stream').send(Buffer.from(answer.value.buffer));
  });
}
