import {
  deviceListSchema,
  deviceRenameSchema,
  deviceSchema,
  deviceTargetSchema,
  enrolCommandSchema,
  keySetSchema,
} from '#src/contract/device.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import {
  enrolDevice,
  listDevices,
  renameDevice,
  restoreDevice,
  revokeDevice,
  type DeviceDeps,
} from '#src/server/services/devices.ts';
import { readKeySet, rotateIssuingKey } from '#src/server/services/issuing-keys.ts';
import type { App } from './fastify-app.ts';
import { actorOf, type Guard } from './guard.ts';
import { replyAnswer } from './reply-refusal.ts';
import { throttleByAddress, type Quotas } from './throttle.ts';

/** dispositivos, and the keys that vouchers are signed with. */
export function deviceRoutes(app: App, deps: { devices: DeviceDeps; guard: Guard; quotas: Quotas }): void {
  const { devices, guard } = deps;

  app.route({
    method: 'POST',
    url: '/devices/enroll',
    schema: { body: enrolCommandSchema, response: { 201: deviceSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('RECARGA', 'ESTANTE'),
    handler: async (request, reply) =>
      replyAnswer(reply, 201, await enrolDevice(devices, actorOf(request), request.body)),
  });
  app.route({
    method: 'GET',
    url: '/devices',
    schema: { response: { 200: deviceListSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET', 'RECARGA', 'ESTANTE'),
    handler: (request) => listDevices(devices, actorOf(request)),
  });
  app.route({
    method: 'POST',
    url: '/devices/rename',
    schema: { body: deviceRenameSchema, response: { 200: deviceSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await renameDevice(devices, actorOf(request), request.body)),
  });
  app.route({
    method: 'POST',
    url: '/devices/revoke',
    schema: { body: deviceTargetSchema, response: { 200: deviceSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await revokeDevice(devices, actorOf(request), request.body.id)),
  });
  app.route({
    method: 'POST',
    url: '/devices/restore',
    schema: { body: deviceTargetSchema, response: { 200: deviceSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await restoreDevice(devices, actorOf(request), request.body.id)),
  });
  app.route({
    method: 'GET',
    url: '/sync/keys',
    schema: { response: { 200: keySetSchema, '4xx': refusalSchema } },
    onRequest: throttleByAddress(deps.quotas.voucherLookup),
    handler: () => readKeySet(devices),
  });
  app.route({
    method: 'POST',
    url: '/sync/keys/rotate',
    schema: { response: { 200: keySetSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ADMIN'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await rotateIssuingKey(devices, actorOf(request))),
  });
}
