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
    body: () => ({ deviceId: randomUUID(), name: 'Tableta', publicKey: 'no', proof: 'no' }),
    status: 401,
  },
  'GET /devices': { allowed: signedIn.filter((asker) => asker !== 'PROVEEDOR') },
  'GET /devices/after-restore': { allowed: ['ADMIN', ...markets] },
  'POST /devices/approve': byManagers(binding),
  'POST /devices/reject': byManagers(binding),
  'POST /devices/deliver-rescue': {
    allowed: [...points, ...stalls],
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
  'POST /devices/rename': byManagers(() => ({ id: randomUUID(), name: 'Tableta' })),
  'POST /devices/revoke': byManagers(),
  'POST /devices/restore': byManagers(),
  'POST /sync': {
    ...open(401),
    allowed: ['nobody', ...points, ...stalls],
    body: () => ({ ...speech(), v: 1, ...silence }),
  },
  'POST /sync/snapshot': { ...open(401), body: () => ({ ...speech(), since: 0 }) },
  'GET /sync/keys': open(),
  'POST /sync/keys/rotate': { allowed: ['ADMIN'] },
  'GET /sync/conflicts': { allowed: ['ADMIN', ...markets] },
  'POST /sync/conflicts/assign': byManagers(() => ({
    id: randomUUID(),
    to: 'guarantee',
    note: 'hablado',
  })),
  'GET /sync/limits': { allowed: markets },
  'POST /sync/limits': {
    allowed: markets,
    body: () => ({ perVoucher: 1, perDevice: 1, snapshotHours: 1, kioskVoucher: 1, kioskTotal: 1 }),
  },
};
