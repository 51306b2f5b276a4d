import { randomUUID } from 'node:crypto';
import { byManagers, markets, open, points, signedIn, stalls, type Rule } from './rule.ts';

/** Requests of a device without an enrolment. */
const speech = () => ({ deviceId: randomUUID(), sentAt: new Date().toISOString(), proof: 'no' });
const silence = {
  journal: { lastSeq: 0, headHash: '', openCount: 0, openSum: 0 },
  health: { appVersion: '', storage: '', snapshotAsOf: 0 },
  entries: [],
};

const binding = () => ({ id: randomUUID(), operatorId: randomUUID(), digits: '123456' });

/** Devices, their journals, lines for a person, and voucher keys. */
export const deviceRules: Record<string, Rule> = {
  'POST /devices/enroll': {
    allowed: [...points, ...stalls],
    path: () => '/devices/enroll',
    body: () => ({ deviceId: randomUUID(), name: 'Tableta', publicKey: 'no', proof: 'no' }),
    status: 401,
  },
  'GET /devices': {
    allowed: signedIn.filter((asker) => asker !== 'PROVEEDOR'),
    path: () => '/devices',
    status: 200,
  },
  'GET /devices/after-restore': {
    allowed: ['ADMIN', ...markets],
    path: () => '/devices/after-restore',
    status: 200,
  },
  'POST /devices/approve': byManagers('/devices/approve', binding),
  'POST /devices/reject': byManagers('/devices/reject', binding),
  'POST /devices/deliver-rescue': {
    allowed: [...points, ...stalls],
    path: () => '/devices/deliver-rescue',
    body: () => ({
      kind: 'mercado-outbox',
      v: 2,
      deviceName: '',
      exportedAt: '',
      ephemeral: 'x',
      iv: 'x',
      body: 'x',
    }),
    status: 422,
  },
  'POST /devices/rename': byManagers('/devices/rename', () => ({ id: randomUUID(), name: 'Tableta' })),
  'POST /devices/revoke': byManagers('/devices/revoke'),
  'POST /devices/restore': byManagers('/devices/restore'),
  'POST /sync': {
    ...open('/sync', 401),
    allowed: ['nobody', ...points, ...stalls],
    body: () => ({ ...speech(), v: 1, ...silence }),
  },
  'POST /sync/snapshot': { ...open('/sync/snapshot', 401), body: () => ({ ...speech(), since: 0 }) },
  'GET /sync/keys': open('/sync/keys'),
  'POST /sync/keys/rotate': { allowed: ['ADMIN'], path: () => '/sync/keys/rotate', status: 200 },
  'GET /sync/conflicts': { allowed: ['ADMIN', ...markets], path: () => '/sync/conflicts', status: 200 },
  'POST /sync/conflicts/assign': byManagers('/sync/conflicts/assign', () => ({
    id: randomUUID(),
    to: 'guarantee',
    note: 'hablado',
  })),
  'GET /sync/sales': { allowed: stalls, path: () => '/sync/sales', status: 200 },
  'GET /sync/limits': { allowed: markets, path: () => '/sync/limits', status: 200 },
  'POST /sync/limits': {
    allowed: markets,
    path: () => '/sync/limits',
    body: () => ({ perVoucher: 1, perDevice: 1, snapshotHours: 1, kioskVoucher: 1, kioskTotal: 1 }),
    status: 200,
  },
};
