import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Call } from '#src/contract/call.ts';
import { calls } from '#src/contract/calls.ts';
import { oldestWireServed, wireVersion } from '#src/contract/version.ts';

/** Hash of every schema of the wire and of the table of calls, by version. A changed hash needs a new version, and its line here. */
const pinned: Record<number, string> = {
  1: '27d04acec58367172f5a5798b6e186d442e663c7fd6de077d729803cbfba829f',
  2: 'abfb637349aa5a01268f92220befb4bb3f1b27ffc86519cbe905b6a8a6ec72b9',
  3: '831927a014ae0cca7e4cea30ddc40b63b1349fe24f29e3340fe02114a64af49e',
  4: 'c5797ca813be5be1579b3d038134ae3c60f9bf5d0cb9298d2b5e1fbdbdb15d13',
  5: '80a65a53d0d202a6909df3dece776d2c714d3e3f177e72e9205f6f11925f35a7',
};

const modules = import.meta.glob<Record<string, unknown>>('../../src/contract/**/*.ts', { eager: true });

describe('the wire', () => {
  it('does not change without a new version', () => {
    const schemas = Object.values(modules)
      .flatMap((module) => Object.entries(module))
      .filter(([name, value]) => name.endsWith('Schema') && value instanceof z.core.$ZodType)
      .map(([name, value]) => [
        name,
        z.toJSONSchema(value as z.core.$ZodType, { io: 'input', unrepresentable: 'any' }),
      ])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
    const table = Object.entries<Call>(calls).map(
      ([name, { params: _params, query: _query, body: _body, answer, ...call }]) => [
        name,
        call,
        typeof answer === 'string' ? answer : 'json',
      ],
    );
    expect(schemas.length).toBeGreaterThan(30);
    const hash = createHash('sha256')
      .update(JSON.stringify([schemas, table]))
      .digest('hex');
    expect(hash).toBe(pinned[wireVersion]);
  });

  it('still serves a client as old as it says', () => {
    expect(oldestWireServed).toBeLessThanOrEqual(wireVersion);
  });
});
