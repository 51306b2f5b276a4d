import { expect, test } from 'vitest';
import { toAmount } from '#src/contract/brands.ts';
import type { ServerState } from '#src/contract/watch/schemas.ts';
import { concernsOf } from '#src/extras/server-state/client/concerns-of.ts';

const asOf = '2026-11-23T15:00:00.000Z';
const ago = (hours: number): string => new Date(Date.parse(asOf) - hours * 3_600_000).toISOString();
const good = (hours: number) => ({ at: ago(hours), isOk: true, words: '' });
const none = { count: 0, oldestAt: null, missing: toAmount(0) };

function state(change: Partial<ServerState> = {}): ServerState {
  return {
    asOf,
    process: {
      name: 'mercado:7',
      version: '1.2.3',
      wire: 2,
      runtime: 'Node',
      startedAt: ago(5),
      queue: 0,
      lanes: [],
    },
    database: { isOwn: true, bytes: 1e9, freeBytes: 50e9 },
    openSales: { waiting: none, overspend: none, review: none },
    devices: { inUse: 4, owing: 0, silent: 1, faulty: 0 },
    handOversOverdue: { count: 0, total: toAmount(0) },
    fold: { movements: 0, oldestAt: null },
    isArchiving: true,
    checks: { copy: good(12), archive: good(0), audit: good(24), drill: good(48) },
    ...change,
  };
}

const wordsOf = (change: Partial<ServerState>): string[] =>
  concernsOf(state(change), false).map(({ words }) => words);

test('shows nothing while all is well', () => {
  expect(concernsOf(state(), false)).toEqual([]);
});

test('names checks that never ran, are too old or failed, the urgent ones first', () => {
  const checks = { copy: null, archive: good(1), audit: good(200), drill: null };
  expect(concernsOf(state({ checks }), false).map(({ kind }) => kind)).toEqual([
    'refused',
    'refused',
    'pending',
    'pending',
  ]);
  const wrong = { ...good(1), isOk: false, words: '2 diferencias' };
  expect(wordsOf({ checks: { ...state().checks, audit: wrong } })).toEqual([
    'La última revisión encontró diferencias: 2 diferencias. No pague a los estantes hasta saber qué son.',
  ]);
  // No archive was requested.
  expect(wordsOf({ isArchiving: false, checks: { ...state().checks, archive: null } })).toEqual([]);
});

test('names a full disk, an old review, a missing top-up and devices that owe operations', () => {
  const review = { ...none, count: 1, oldestAt: ago(60) };
  const waiting = { ...none, count: 1, oldestAt: ago(30) };
  const words = wordsOf({
    database: { isOwn: true, bytes: 1e9, freeBytes: 1e9 },
    openSales: { waiting, overspend: none, review },
    devices: { inUse: 4, owing: 2, silent: 0, faulty: 1 },
    fold: { movements: 900, oldestAt: ago(2) },
  });
  expect(words).toHaveLength(6);
  expect(words[0]).toContain('2 GB');
  expect(words.join()).toContain('2 dispositivos tienen ventas o recargas por enviar');
});

test('names no check that never ran in a demo, but one that failed', () => {
  const never = { copy: null, archive: null, audit: null, drill: null };
  expect(concernsOf(state({ checks: never }), false)).toHaveLength(4);
  expect(concernsOf(state({ checks: never }), true)).toEqual([]);
  const failed = { ...never, audit: { at: ago(1), isOk: false, words: '2 diferencias' } };
  expect(concernsOf(state({ checks: failed }), true)).toHaveLength(1);
});
