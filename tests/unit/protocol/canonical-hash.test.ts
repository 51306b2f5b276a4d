import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalHash, canonicalJson } from '#src/protocol/canonical-hash.ts';
import { rounds } from '#tests/support/rounds.ts';

/** The same by the platform's own JSON, entry by entry. */
function inOrder(value: unknown): string | undefined {
  if (Array.isArray(value)) return `[${value.map((item) => inOrder(item) ?? 'null').join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const texts = entries.map(([key, entry]) => [JSON.stringify(key), inOrder(entry)] as const);
  return `{${texts.flatMap(([key, text]) => (text === undefined ? [] : [`${key}:${text}`])).join()}}`;
}

describe('canonical JSON', () => {
  it('writes the entries in the order of their keys by UTF-16 code unit', () => {
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
        expect(canonicalJson(value)).toBe(inOrder(value));
      }),
      { numRuns: rounds(100, 500) },
    );
  });

  it('never changes, because receipts and journals store its hashes', () => {
    expect(canonicalJson({ 9: 2, 10: 1, '!': 0 })).toBe('{"!":0,"10":1,"9":2}');
    expect(canonicalJson({ b: [{ d: 1, c: 'ñ' }], a: null })).toBe('{"a":null,"b":[{"c":"ñ","d":1}]}');
    expect(canonicalHash({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  });
});
