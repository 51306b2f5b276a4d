import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalHash, canonicalJson } from '#src/domain/device/canonical-hash.ts';
import { rounds } from '#tests/support/rounds.ts';

/** The same value with every object's keys in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, entry]) => [key, shuffled(entry)]),
  );
}

/** The first form of the canonical JSON, by which every stored hash was made. */
function sortedCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedCopy);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, sortedCopy(entry)]),
  );
}

describe('canonical JSON', () => {
  it('does not depend on the order of keys, at any depth', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
        expect(canonicalHash(shuffled(value))).toBe(canonicalHash(value));
      }),
    );
  });

  it('decodes to an equal value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read: unknown = JSON.parse(canonicalJson(value));
        expect(canonicalJson(read)).toBe(canonicalJson(value));
        expect(read).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('treats absent and undefined entries alike, and null differently', () => {
    expect(canonicalHash({ a: 1, b: undefined })).toBe(canonicalHash({ a: 1 }));
    expect(canonicalHash({ a: 1, b: null })).not.toBe(canonicalHash({ a: 1 }));
  });

  it('depends on the order of a list', () => {
    expect(canonicalHash([1, 2])).not.toBe(canonicalHash([2, 1]));
  });

  it('equals the JSON of a copy with sorted keys', () => {
    const key = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.nat().map(String),
      fc.constantFrom('__proto__', '-1'),
    );
    const values = [
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.boolean(),
      fc.constantFrom(null, undefined),
    ];
    fc.assert(
      fc.property(fc.object({ key, values }), (value) => {
        expect(canonicalJson(value)).toBe(JSON.stringify(sortedCopy(value)));
      }),
      { numRuns: rounds(100, 500) },
    );
  });

  it('never changes, because receipts and journals store its hashes', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 'ñ' }], a: null })).toBe('{"a":null,"b":[{"c":"ñ","d":1}]}');
    expect(canonicalHash({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  });
});
