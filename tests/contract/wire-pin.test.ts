import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Call } from '#src/contract/call.ts';
import { calls } from '#src/contract/calls.ts';
import { oldestWireServed, wireVersion } from '#src/contract/version.ts';
import { serverExtras } from '#src/server/extras.ts';

/**
 * Hash of every wire schema and of the table of calls, of the core by version and of each extra. A changed hash
 * needs a new version, and its line here.
 */
const pinned: Record<number, string> = {
  1: '8a752b81dd12226f2e867374d22a7b6948047be00137ef706d8349767bd622df',
};
const pinnedExtras: Readonly<Record<string, string>> = {
  notebook: '15ae61dd2ca7e897c008d5352938e3ef1aa90c78f0e19860b5414770416227db',
  payouts: '43a82c9a8c29fb61275d1b4b2be0aa2393798729d59cc6f7325859e3517a3edf',
  'personal-data': '7a9fbde76c467f574a1eb9227ccff2d6bbd896dd5c90be6c2f38decbbf83eed2',
  'second-factor': '719b6ffc5fd413ee066a85e822e1ca9d47880c97f396c40bd45631267a0a26ae',
};

type Modules = Record<string, Record<string, unknown>>;
const coreModules: Modules = import.meta.glob('../../src/contract/**/*.ts', { eager: true });
const extraModules: Modules = import.meta.glob('../../src/extras/*/contract/**/*.ts', { eager: true });

function hashOf(modules: readonly Record<string, unknown>[], calls: Readonly<Record<string, Call>>): string {
  const schemas = modules
    .flatMap((module) => Object.entries(module))
    .filter(([name, value]) => name.endsWith('Schema') && value instanceof z.core.$ZodType)
    .map(([name, value]): [string, unknown] => [
      name,
      z.toJSONSchema(value as z.core.$ZodType, { io: 'input', unrepresentable: 'any' }),
    ]);
  const table = Object.entries(calls).map(
    ([name, { params: _params, query: _query, body: _body, answer, ...call }]): [string, unknown] => [
      name,
      [call, typeof answer === 'string' ? answer : 'json'],
    ],
  );
  const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
  return createHash('sha256')
    .update(JSON.stringify([schemas.toSorted(byName), table.toSorted(byName)]))
    .digest('hex');
}

describe('the wire', () => {
  it('does not change without a new version', () => {
    expect(Object.keys(coreModules).length).toBeGreaterThan(30);
    expect(hashOf(Object.values(coreModules), calls)).toBe(pinned[wireVersion]);
  });

  it.each(Object.entries(serverExtras))('%s does not change its part of it without one', (noun, extra) => {
    const modules = Object.entries(extraModules).filter(([path]) => path.includes(`/extras/${noun}/`));
    const hash = hashOf(
      modules.map(([, module]) => module),
      extra.calls,
    );
    expect(hash).toBe(pinnedExtras[noun]);
  });

  it('has no part of an extra that is gone', () => {
    expect(Object.keys(pinnedExtras)).toEqual(Object.keys(serverExtras).toSorted());
  });

  it('still serves a client as old as it declares', () => {
    expect(oldestWireServed).toBeLessThanOrEqual(wireVersion);
  });
});
