import { calls } from '#src/contract/calls.ts';
import {
  enrolDevice,
  listDevices,
  renameDevice,
  restoreDevice,
  revokeDevice,
  type DeviceDeps,
} from './devices.ts';
import { readKeySet, rotateIssuingKey } from '#src/server/vouchers/issuing-keys.ts';
import type { Routes } from '#src/server/http/routes.ts';

/** dispositivos, and the keys that vouchers are signed with. */
export function deviceRoutes(routes: Routes, devices: DeviceDeps): void {
  routes.answer(calls.enrolDevice, ({ actor, body }) => enrolDevice(devices, actor, body));
  routes.value(calls.listDevices, ({ actor }) => listDevices(devices, actor));
  routes.answer(calls.renameDevice, ({ actor, body }) => renameDevice(devices, actor, body));
  routes.answer(calls.revokeDevice, ({ actor, body }) => revokeDevice(devices, actor, body.id));
  routes.answer(calls.restoreDevice, ({ actor, body }) => restoreDevice(devices, actor, body.id));
  routes.value(calls.readKeySet, () => readKeySet(devices));
  routes.answer(calls.rotateIssuingKey, ({ actor }) => rotateIssuingKey(devices, actor));
}
