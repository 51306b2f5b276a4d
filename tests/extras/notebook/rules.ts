import { randomUUID } from 'node:crypto';
import { markets, type Rule } from '#tests/matrix/rule.ts';

/** traer hoja: only for the market */
export const notebookRules: Record<string, Rule> = {
  'POST /sheets/check': {
    allowed: markets,
    body: () => ({ kind: 'customers', rows: [{ row: 2, name: 'Ana Ruiz', identificacion: '1013' }] }),
  },
  'POST /sheets/begin': {
    allowed: markets,
    body: () => ({ kind: 'stalls', fileName: 'a.csv', fileHash: 'a'.repeat(64), rows: 1, amount: 1 }),
    optional: ['amount'],
    status: 201,
  },
  'POST /sheets/rows': {
    allowed: markets,
    body: () => ({
      id: randomUUID(),
      lines: { kind: 'customers', rows: [{ row: 2, name: 'Ana Ruiz', identificacion: '1013' }] },
    }),
    status: 404,
  },
  'GET /sheets/list': { allowed: markets },
  'GET /sheets/{id}': { allowed: markets, status: 404 },
  'GET /sheets/{id}/papers': { allowed: markets, status: 404 },
  'POST /sheets/slips': { allowed: markets, body: () => ({ id: randomUUID() }), status: 404 },
};
