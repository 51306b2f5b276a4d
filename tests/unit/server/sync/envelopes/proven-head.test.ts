import { describe, expect, it } from 'vitest';
import { toAmount } from '#src/contract/brands.ts';
import type { SyncEntry } from '#src/contract/devices/sync.ts';
import { provenHead } from '#src/server/sync/envelopes/journal.ts';

const deviceId = 'tablet';
const head = { ackSeq: 10, headHash: '', gaps: [], awaiting: [] };
const entryAt = (seq: number, of = deviceId): SyncEntry => ({ envelope: { deviceId: of, seq }, sig: '' });
const proven = (lastSeq: number, entries: SyncEntry[] = [], isReturning = false) =>
  provenHead(
    { deviceId, journal: { lastSeq, headHash: '', openCount: 0, openSum: toAmount(0) }, entries },
    head,
    { isReturning, batchSize: 100 },
  );
const many = (count: number) => Array.from({ length: count }, (_, n) => entryAt(11 + n));

describe('what a request proves that its device has written', () => {
  it('is what the server has, and what the request carries anew', () => {
    expect(proven(8)).toBe(8);
    expect(proven(100_000)).toBe(10);
    expect(proven(100_000, [entryAt(11), entryAt(12)])).toBe(12);
    const nothingNew = [entryAt(9), entryAt(11, 'other'), entryAt(12), entryAt(12)];
    expect(proven(100_000, nothingNew)).toBe(11);
    expect(proven(100_000, [{ envelope: null, sig: '' }])).toBe(10);
  });

  it('is its own word where more may be left for the next request, or a restore lost it', () => {
    expect(proven(250, many(93))).toBe(103);
    expect(proven(250, many(94))).toBe(250);
    expect(proven(250, [], true)).toBe(250);
  });
});
