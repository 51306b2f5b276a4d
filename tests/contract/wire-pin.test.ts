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
  1: 'f71e1af815799eb2a8a1905cecfbc8b6f264f5a9490d11a712238f51249fa60e',
};
const pinnedExtras: Readonly<Record<string, string>> = {
  notebook: '86f4872feebf976dc2680f5a36f821bea25d95679d5b9848055755daecd5fc40',
  payouts: '6abda86301af8401ad12af1a4d8389f2f3a06738d9c0723753efad8e356cdd32',
  'personal-data': '3731d98b3ce872fc374a3fc8973d86aa87fde7e40ac70c729670c044a9340889',
  'second-factor': 'f279957d34717c60f1011fb5abeb3b76964dd5f2c000d8927fdcee3b0f8e0a54',
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
