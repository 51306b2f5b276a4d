import type { Call } from '#src/contract/call.ts';
import { deliveredRescueSchema } from '#src/contract/sync/recovery.ts';
import { keySetSchema } from '#src/protocol/keys.ts';
import { rescueFileBytes, sealedRescueSchema } from '#src/protocol/recovery.ts';
import {
  bindingTargetSchema,
  deviceListSchema,
  deviceRenameSchema,
  deviceSchema,
  deviceTargetSchema,
  enrolCommandSchema,
  afterRestoreSchema,
} from './schemas.ts';

const change = {
  method: 'POST',
  roles: ['ADMIN', 'GLOBAL_MARKET'],
  body: deviceTargetSchema,
  answer: deviceSchema,
} as const;

/** dispositivos, and the keys that sign vouchers */
export const deviceCalls = {
  /** Requests the market's approval for the signed-in person on this device. */
  enrolDevice: {
    method: 'POST',
    path: '/devices/enroll',
    roles: ['RECARGA', 'ESTANTE'],
    body: enrolCommandSchema,
    answer: deviceSchema,
    status: 201,
  },
  listDevices: {
    method: 'GET',
    path: '/devices',
    roles: ['ADMIN', 'GLOBAL_MARKET', 'RECARGA', 'ESTANTE'],
    answer: deviceListSchema,
  },
  /** After a restore: devices that still have to report, and operations that came back. */
  readAfterRestore: {
    method: 'GET',
    path: '/devices/after-restore',
    roles: ['ADMIN', 'GLOBAL_MARKET'],
    answer: afterRestoreSchema,
  },
  renameDevice: { ...change, path: '/devices/rename', body: deviceRenameSchema },
  /** Approves the person's request to work on the device. */
  approveBinding: { ...change, path: '/devices/approve', body: bindingTargetSchema },
  /** Rejects and deletes the request. */
  rejectBinding: { ...change, path: '/devices/reject', body: bindingTargetSchema },
  revokeDevice: { ...change, path: '/devices/revoke' },
  restoreDevice: { ...change, path: '/devices/restore' },
  /**
   * Delivers a rescued outbox that a device of the caller's market sealed for the server. Delivered twice it
   * counts once.
   */
  deliverRescue: {
    method: 'POST',
    path: '/devices/deliver-rescue',
    roles: ['ESTANTE', 'RECARGA'],
    body: sealedRescueSchema,
    answer: deliveredRescueSchema,
    bodyLimitBytes: rescueFileBytes + 2_000,
  },
  rotateIssuingKey: {
    method: 'POST',
    path: '/sync/keys/rotate',
    roles: ['ADMIN'],
    answer: keySetSchema,
  },
} as const satisfies Record<string, Call>;
