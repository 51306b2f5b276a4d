import { describe, expect, it } from 'vitest';
import { vouchFor } from '#src/server/sync/entries/vouched.ts';
import { entryOf, rosalba } from '#tests/support/device/sync-entry.ts';

const envelope = entryOf('purchase');
const own = { personId: rosalba.id, publicKey: 'k', untilSeq: null };

describe("the evidence of an operation's person", () => {
  it.each([
    ['nobody asked for a signature yet', {}, [], null, null, true],
    ['it was written before the first key was known', { signsAfter: 7 }, [], null, null, true],
    ['it was written after it', { signsAfter: 6 }, [], null, null, false],
    ['it is signed', { signsAfter: 6 }, [own], 'k', null, true],
    ['its key signed up to its number', { signsAfter: 6 }, [{ ...own, untilSeq: 7 }], 'k', null, true],
    ['its key had ended', { signsAfter: 6 }, [{ ...own, untilSeq: 6 }], 'k', null, false],
    ['it is signed by another key', { signsAfter: 6 }, [own], 'other', null, false],
    ['it is signed by another person', { signsAfter: 6 }, [{ ...own, personId: 'eva' }], 'k', null, false],
    ['its person is signed in', { signsAfter: 6 }, [], null, rosalba.id, true],
    ['another person is signed in', { signsAfter: 6 }, [], null, 'eva', false],
  ] as const)('vouches for it when %s', (_where, signing, operatorKeys, signedWith, signedIn, isVouched) => {
    const judged = vouchFor({ operatorKeys, signedIn }, envelope, { ...rosalba, ...signing }, signedWith);
    expect(judged).toEqual({ isVouched, isOfBefore: false });
  });

  it('does not matter when the person is unknown here', () => {
    expect(vouchFor({ operatorKeys: [], signedIn: null }, envelope, null, null).isVouched).toBe(true);
  });

  it.each([
    [7, 'k', true],
    [6, 'k', false],
    [7, null, false],
    [null, 'k', false],
  ] as const)(
    'counts as earlier for a suspension at %s with a signature (%s): %s',
    (at, signedWith, isOfBefore) => {
      const suspended = { ...rosalba, isSuspended: true, suspendedSeq: at };
      expect(
        vouchFor({ operatorKeys: [own], signedIn: null }, envelope, suspended, signedWith),
      ).toMatchObject({
        isOfBefore,
      });
    },
  );
});
