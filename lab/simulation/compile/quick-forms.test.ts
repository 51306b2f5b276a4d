import { sha256 } from '@noble/hashes/sha2.js';
import { base64urlnopad } from '@scure/base';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base64urlnopad as quickBase } from './quick-base.ts';
import { sha256 as quickSha256 } from './quick-sha2.ts';

const bytes = fc.uint8Array({ maxLength: 200 });

it('the quick hash is the portable one', () => {
  fc.assert(
    fc.property(bytes, (given) => {
      expect([...quickSha256(given)]).toEqual([...sha256(given)]);
    }),
  );
});

it('the quick base64url writes, reads and refuses the same texts', () => {
  const text = fc.stringMatching(/^[A-Za-z0-9\-_+/= \n]{0,9}$/);
  const read = (decode: (one: string) => Uint8Array, one: string): number[] | 'refused' => {
    try {
      return [...decode(one)];
    } catch {
      return 'refused';
    }
  };
  fc.assert(
    fc.property(bytes, (given) => {
      expect(quickBase.encode(given)).toBe(base64urlnopad.encode(given));
    }),
  );
  const seen = new Set<boolean>();
  fc.assert(
    fc.property(text, (one) => {
      const portable = read(base64urlnopad.decode, one);
      expect(read(quickBase.decode, one)).toEqual(portable);
      seen.add(portable === 'refused');
    }),
    { numRuns: 2_000 },
  );
  expect(seen).toEqual(new Set([false, true]));
});
