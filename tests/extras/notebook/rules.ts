import { randomUUID } from 'node:crypto';
import type { Target } from '#tests/matrix/device-bodies.ts';
import { markets, type Rule } from '#tests/matrix/rule.ts';

/** traer hoja: only for the market */
export const notebookRules: Record<string, Rule> = {
  'POST /sheets/check': {
    allowed: markets,
    path: () => '/sheets/check',
    body: () => ({ kind: 'customers', rows: [{ row: 2, name: 'Ana Ruiz', identificacion: '1013' }] }),
    status: 200,
  },
  'POST /sheets/begin': {
    allowed: markets,
    path: () => '/sheets/begin',
    body: () => ({ kind: 'stalls', fileName: 'a.csv', fileHash: 'a'.repeat(64), rows: 1, amount: 1 }),
    status: 201,
  },
  'POST /sheets/rows': {
    allowed: markets,
    path: () => '/sheets/rows',
    body: () => ({
      id: randomUUID(),
      lines: { kind: 'customers', rows: [{ row: 2, name: 'Ana Ruiz', identificacion: '1013' }] },
    }),
    status: 404,
  },
  'GET /sheets/list': { allowed: markets, path: () => '/sheets/list', status: 200 },
  'GET /sheets/{id}': { allowed: markets, path: () => `/sheets/${randomUUID()}`, status: 404 },
  'GET /sheets/{id}/papers': {
    allowed: markets,
    path: () => `/sheets/${randomUUID()}/papers`,
    status: 404,
  },
  'POST /sheets/slips': {
    allowed: markets,
    path: () => '/sheets/slips',
    body: () => ({ id: randomUUID() }),
    status: 404,
  },
};

/** Calls that receive spoiled bodies. */
export const notebookTargets: Target[] = [
  {
    method: 'POST',
    path: '/sheets/check',
    asker: 'GLOBAL_MARKET',
    good: () => ({ kind: 'customers', rows: [{ row: 2, name: 'Ana Ruiz', identificacion: '1013' }] }),
  },
  {
    method: 'POST',
    path: '/sheets/begin',
    asker: 'GLOBAL_MARKET',
    optional: ['amount'],
    good: () => ({ kind: 'stalls', fileName: 'a.csv', fileHash: 'a'.repeat(64), rows: 1, amount: 1 }),
  },
  {
    method: 'POST',
    path: '/sheets/rows',
    asker: 'GLOBAL_MARKET',
    good: () => ({
      id: randomUUID(),
      lines: { kind: 'customers', rows: [{ row: 2, name: 'Ana Ruiz', identificacion: '1013' }] },
    }),
  },
  { method: 'POST', path: '/sheets/slips', asker: 'GLOBAL_MARKET', good: () => ({ id: randomUUID() }) },
];
