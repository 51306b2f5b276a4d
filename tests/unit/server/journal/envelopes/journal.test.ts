import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advanceHead, owedNumbers } from '#src/server/journal/envelopes/journal.ts';
import type { JournalHead } from '#src/server/journal/ports/rows.ts';

const start: JournalHead = { ackSeq: 0, headHash: '', gaps: [], awaiting: [] };

describe('the head of a journal', () => {
  it('knows exactly the numbers that came, in any order, even twice', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }),
        fc.nat(45),
        (seqs, lastSeq) => {
          const head = seqs.reduce((head, seq) => advanceHead(head, seq, `hash ${seq}`), start);
          const came = new Set(seqs);
          const highest = Math.max(0, ...seqs);
          const missing = Array.from({ length: Math.max(highest, lastSeq) }, (_, n) => n + 1).filter(
            (seq) => !came.has(seq),
          );
          expect(head.ackSeq).toBe(highest);
          expect(head.headHash).toBe(highest === 0 ? '' : `hash ${highest}`);
          expect(owedNumbers(head, lastSeq, 100)).toEqual({ count: missing.length, seqs: missing });
        },
      ),
    );
  });

  it('lists some of very many without iterating over all of them', () => {
    const head = advanceHead(start, Number.MAX_SAFE_INTEGER, 'far');
    expect(owedNumbers(head, 0, 3)).toEqual({ count: Number.MAX_SAFE_INTEGER - 1, seqs: [1, 2, 3] });
  });
});
