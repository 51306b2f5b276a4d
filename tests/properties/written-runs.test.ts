import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceFactsPort } from '#src/server/journal/sql/device-facts.ts';
import { enrolRow } from '#tests/support/device/enrol-row.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { rolledBack, run } from '#tests/support/server/rolled-back.ts';

const numbers = 14;
const hashes = ['a', 'b'].map((letter) => letter.repeat(24));
const enrolledAt = new Date('2026-11-23T08:00:00Z');

/** A call: the numbers that it names with one of two hashes, what it reports, and what has arrived by then. */
const call = fc.record({
  named: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: numbers }), fc.constantFrom(...hashes)), {
    selector: ([seq]) => seq,
    maxLength: numbers,
  }),
  reported: fc.integer({ min: 0, max: numbers }),
  arrived: fc.integer({ min: 0, max: 3 }),
  gap: fc.option(fc.tuple(fc.integer({ min: 1, max: numbers }), fc.integer({ min: 0, max: 2 }))),
});

describe('numbers that a device announces', () => {
  const { opened, market } = smallMarketForSuite();

  it('are dated by the last call before each, whatever was named when, and forgotten once they have arrived', async () => {
    const seen = { dated: 0, named: 0, kept: 0, runs: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 2, maxLength: 7 }), async (calls) => {
        await rolledBack(opened, async (session) => {
          const device = await enrolRow(market, session, {});
          await run(
            session,
            'update device set enrolled_at = $2, start_seq = 0, ack_seq = 0 where id = $1',
            device,
            enrolledAt,
          );
          const facts = deviceFactsPort(session);
          const named = new Map<number, { hash: string; at: Date }>();
          const contacts: { reported: number; at: Date }[] = [];
          const lastBefore = (seq: number): Date =>
            contacts.reduce(
              (last, { reported, at }) => (reported < seq && at > last ? at : last),
              enrolledAt,
            );
          let ack = 0;
          let gaps: number[][] = [];
          const isOpen = (seq: number): boolean =>
            seq > ack || gaps.some(([from = 0, to = 0]) => seq >= from && seq <= to);
          for (const [n, { named: now, reported, arrived, gap }] of calls.entries()) {
            ack = Math.min(numbers, ack + arrived);
            gaps = gap && gap[0] + gap[1] < ack ? [[gap[0], gap[0] + gap[1]]] : [];
            await run(
              session,
              'update device set ack_seq = $2, gaps = $3 where id = $1',
              device,
              ack,
              JSON.stringify(gaps),
            );
            const at = new Date(enrolledAt.getTime() + (n + 1) * 60_000);
            const ahead = new Map(now.filter(([seq]) => seq > ack));
            for (const [seq, hash] of ahead)
              if (!named.has(seq)) named.set(seq, { hash, at: lastBefore(seq) });
            // A call reports at least what has arrived without a gap.
            await facts.noteContact(device, { reportedSeq: Math.max(reported, ack), ahead }, at);
            contacts.push({ reported: Math.max(reported, ack), at });
            for (let seq = ack + 1; seq <= numbers; seq += 1)
              for (const hash of hashes) {
                const known = named.get(seq);
                const expected =
                  known?.hash === hash ? known.at : known ? lastBefore(Infinity) : lastBefore(seq);
                expect(await facts.readNotBefore(device, { seq, hash }), `${seq} ${hash[0]}`).toEqual(
                  expected,
                );
                seen.dated += 1;
              }
          }
          const rows = await run<{ seq: number; size: number }>(
            session,
            'select seq::int, 1 + cardinality(following) as size from written_ahead where device_id = $1 order by seq',
            device,
          );
          let last = 0;
          for (const { seq, size } of rows) {
            expect(seq, 'no number is in two rows').toBeGreaterThan(last);
            last = seq + size - 1;
            const covered = Array.from({ length: size }, (_, k) => seq + k);
            expect(covered.some(isOpen), 'a row whose numbers have all arrived is removed').toBe(true);
            seen.kept += size;
            seen.runs += size > 1 ? 1 : 0;
          }
          seen.named += named.size;
        });
      }),
      { numRuns: 60 },
    );
    expect(seen.dated).toBeGreaterThan(1_000);
    expect(seen.runs, 'some rows hold several numbers').toBeGreaterThan(20);
    expect(seen.named, 'some were forgotten').toBeGreaterThan(seen.kept);
  });
});
