import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { oldestWireServed, wireVersion } from '#src/contract/version.ts';

/** Hash of every schema of the wire, by version. A changed hash needs a new version, and its line here. */
const pinned: Record<number, string> = {
  1: '5f2036f1c3832cffcdc557cb9b1f1a6227cb7fa8681fc30dcdcbe40227f175c2',
};

const modules = import.meta.glob<Record<string, unknown>>('../../src/contract/*.ts', { eager: true });

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
    expect(schemas.length).toBeGreaterThan(30);
    const hash = createHash('sha256').update(JSON.stringify(schemas)).digest('hex');
    expect(hash).toBe(pinned[wireVersion]);
  });

  it('still serves a client as old as it says', () => {
    expect(oldestWireServed).toBeLessThanOrEqual(wireVersion);
  });
});
