import { describe, expect, it } from 'vitest';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { maxWritten } from '#src/protocol/envelope.ts';
import { provenHead, writtenAhead } from '#src/server/journal/envelopes/journal.ts';

const deviceId = 'tablet';
const head = { ackSeq: 10, headHash: '', gaps: [], awaiting: [] };
const hashOf = (seq: number): string => seq.toString(16).padStart(64, '0');
const startOf = (seq: number): string => hashOf(seq).slice(0, 24);
const entryAt = (seq: number, of = deviceId): SyncEntry => ({
  envelope: { deviceId: of, seq, hash: hashOf(seq) },
  sig: '',
});
const ahead = (entries: SyncEntry[], written?: unknown) => writtenAhead({ deviceId, entries, written }, head);
const proven = (
  lastSeq: number,
  entries: SyncEntry[] = [],
  { written = [] as unknown, isReturning = false } = {},
) =>
  provenHead({ lastSeq, headHash: '', openCount: 0, openSum: toAmount(0) }, head, {
    ahead: ahead(entries, written),
    isReturning,
  });

describe('the operations that a request proves as written', () => {
  it('are those on the server, and the contiguous ones that the request carries or names', () => {
    expect(proven(8)).toBe(8);
    expect(proven(100_000)).toBe(10);
    expect(proven(100_000, [entryAt(11), entryAt(12)])).toBe(12);
    const written = [12, 13, 15].map((seq) => [seq, startOf(seq)]);
    expect(proven(100_000, [entryAt(11)], { written })).toBe(13);
    expect(proven(12, [entryAt(11)], { written })).toBe(12);
    expect(proven(100_000, [entryAt(9), entryAt(11, 'other'), entryAt(12), entryAt(12)])).toBe(10);
    expect(proven(100_000, [{ envelope: null, sig: '' }])).toBe(10);
  });

  it("include the device's own claim only where a restore lost them", () => {
    const many = Array.from({ length: 100 }, (_, n) => entryAt(11 + n));
    expect(proven(250, many)).toBe(110);
    expect(proven(250, [], { isReturning: true })).toBe(250);
  });

  it('have a hash for each number, and are empty in any other shape', () => {
    const named = [12, startOf(12)];
    expect([...ahead([entryAt(11)], [[9, startOf(9)], named])]).toEqual([
      [12, startOf(12)],
      [11, startOf(11)],
    ]);
    const tooMany = Array.from({ length: maxWritten + 1 }, (_, n) => [11 + n, startOf(11)]);
    for (const wrong of [undefined, 'all', [[12]], [[12, 'short']], [[0, startOf(0)]], tooMany])
      expect(ahead([], wrong).size).toBe(0);
  });
});
