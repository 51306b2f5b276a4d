import { describe, expect, it } from 'vitest';
import { checkSequence } from '#src/server/journal/envelopes/journal.ts';
import type { JournalEntry } from '#src/server/journal/ports/rows.ts';
import { author, entryOf } from '#tests/support/device/sync-entry.ts';

const at = (seq: number, hash: string, prevHash = '') => ({ seq, hash, prevHash }) as JournalEntry;
const fine = { isFork: false, incidents: [] };
const broken = { isFork: false, incidents: ['chain'] };

/** Operation 7 with hash "seven", behind "six", of a device enrolled when its journal was at `start`. */
function check(neighbours: JournalEntry[], start = { seq: 0, hash: '' }, own: object = {}) {
  const envelope = entryOf('customer', {}, { seq: 7, prevHash: 'six', hash: 'seven', ...own });
  return checkSequence({ ...author, start }, envelope, neighbours);
}

describe('an operation between its neighbours', () => {
  it('chains with the one before and the one after it', () => {
    expect(check([at(6, 'six'), at(8, 'eight', 'seven')])).toEqual(fine);
    expect(check([]), 'nobody is there to ask').toEqual(fine);
    expect(check([at(6, 'other')])).toEqual(broken);
    expect(check([at(8, 'eight', 'other')])).toEqual(broken);
  });

  it('follows either history after a fork, and only a break with all of them counts', () => {
    expect(check([at(6, 'other'), at(6, 'six')])).toEqual(fine);
    expect(check([at(6, 'other'), at(6, 'another')])).toEqual(broken);
  });

  it('under a taken number is a fork, which later entries do not judge', () => {
    const fork = { isFork: true, incidents: ['fork'] };
    expect(check([at(7, 'other'), at(8, 'eight', 'other')])).toEqual(fork);
    expect(check([at(7, 'other'), at(6, 'x')])).toEqual({ isFork: true, incidents: ['fork', 'chain'] });
  });

  it('is the first of all, or the first since the device was enrolled', () => {
    expect(check([], undefined, { seq: 1, prevHash: '' })).toEqual(fine);
    expect(check([], undefined, { seq: 1, prevHash: 'six' })).toEqual(broken);
    expect(check([], { seq: 6, hash: 'six' })).toEqual(fine);
    expect(check([], { seq: 6, hash: 'other' })).toEqual(broken);
    expect(check([], { seq: 5, hash: 'other' })).toEqual(fine);
    expect(check([at(6, 'elsewhere')], { seq: 6, hash: 'six' })).toEqual(fine);
    const before = { seq: 1, prevHash: 'six' };
    expect(check([], { seq: 5, hash: 'x' }, before), 'from before it was enrolled').toEqual(broken);
  });
});
