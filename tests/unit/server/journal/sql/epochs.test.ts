import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toOpId } from '#src/protocol/brands.ts';
import { epochPort } from '#src/server/journal/sql/epochs.ts';
import type { Session } from '#src/server/store/database.ts';
import { keptCopyKey } from '#src/server/store/records/settings.ts';
import { enrolRow } from '#tests/support/device/enrol-row.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { rolledBack, run } from '#tests/support/server/rolled-back.ts';

const now = new Date('2026-11-23T10:00:00Z');
const later = new Date('2026-11-23T11:00:00Z');

describe("the database's knowledge of its epochs", () => {
  const { opened, market } = smallMarketForSuite();
  const inside = (work: (session: Session) => Promise<void>) => rolledBack(opened, work);
  const enrol = (session: Session, own: Parameters<typeof enrolRow>[2] = {}) =>
    enrolRow(market, session, own);
  const expected = (session: Session) =>
    run(
      session,
      'select epoch, device_id, market_id, returned_at, recovered, recovered_sum from expected_device order by epoch, device_id',
    );
  const begin = (session: Session, number: number, after: number) =>
    epochPort(session).beginEpoch({ number, after, reason: 'noticed', at: now });

  it('is the newest one, and the position in the order of commits', async () => {
    await inside(async (session) => {
      const { readEpoch } = epochPort(session);
      // All databases of the cluster advance the counter, others beside this one too.
      const reached = async () => {
        const text = 'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as at';
        return (await run<{ at: number }>(session, text))[0]?.at ?? 0;
      };
      const earlier = await reached();
      const first = await readEpoch();
      expect(first).toEqual({ number: first.number, position: first.position, keptCopy: null });
      expect(first.position).toBeGreaterThanOrEqual(earlier);
      expect(first.position).toBeLessThanOrEqual(await reached());
      await begin(session, first.number + 7, first.number);
      expect((await readEpoch()).number).toBe(first.number + 7);
      const kept = { epoch: 1, position: 5 };
      const keep = (value: unknown) =>
        run(
          session,
          `insert into app_setting (key, value) select key, $1 from (select $2::text as key) one on conflict (key) do update set value = excluded.value`,
          JSON.stringify(value),
          keptCopyKey,
        );
      await keep(kept);
      expect((await readEpoch()).keptCopy).toEqual(kept);
      await keep({ other: 1 });
      expect((await readEpoch()).keptCopy).toBeNull();
      await run(session, 'delete from expected_device');
      await run(session, 'delete from epoch');
      await expect(readEpoch()).rejects.toThrow('the database has no epoch');
    });
  });

  it('is one new epoch, with every device that is not revoked expected, and no earlier list', async () => {
    await inside(async (session) => {
      const { readEpoch } = epochPort(session);
      const { number } = await readEpoch();
      const [id, gone] = [await enrol(session), await enrol(session, { revoked: now })];
      for (const position of [0, 7])
        await run(
          session,
          'insert into handed_list (device_id, as_of, position) values ($1, $2, $2)',
          id,
          position,
        );
      await begin(session, number + 5, number);
      expect(await expected(session)).toEqual([
        {
          epoch: number + 5,
          device_id: id,
          market_id: market.markets[0],
          returned_at: null,
          recovered: 0,
          recovered_sum: 0,
        },
      ]);
      expect(await run(session, 'select position from handed_list')).toEqual([
        { position: 0 },
        { position: 0 },
      ]);
      const epochs = () =>
        run(session, 'select number, started_at, reason from epoch where number > $1', number);
      const begun = [{ number: number + 5, started_at: now, reason: 'noticed' }];
      expect(await epochs()).toEqual(begun);
      await run(session, 'update handed_list set position = 9');
      await begin(session, number + 6, number);
      expect(await epochs(), 'one that noticed the same begins none').toEqual(begun);
      expect(await expected(session)).toHaveLength(1);
      expect(await run(session, 'select distinct position from handed_list')).toEqual([{ position: 9 }]);
      await begin(session, number + 6, number + 5);
      expect(await epochs()).toHaveLength(2);
      expect(gone).not.toBe(id);
    });
  });

  it('is the expected devices, once each, and unknown ones up to a hundred', async () => {
    await inside(async (session) => {
      const port = epochPort(session);
      const { number } = await port.readEpoch();
      const [id, other] = [await enrol(session), await enrol(session)];
      await begin(session, number + 5, number);
      const isExpected = (of: string) => port.isExpected(number + 5, of);
      expect([
        await isExpected(id),
        await port.isExpected(number, id),
        await isExpected(randomUUID()),
      ]).toEqual([true, false, false]);
      await port.noteReturned(number, id, now);
      expect(await isExpected(id)).toBe(true);
      await port.noteReturned(number + 5, id, now);
      expect([await isExpected(id), await isExpected(other)]).toEqual([false, true]);
      await port.noteReturned(number + 5, id, later);
      const [row] = await run(session, 'select returned_at from expected_device where device_id = $1', id);
      expect(row).toEqual({ returned_at: now });
      const stranger = randomUUID();
      await port.recordUnknownDevice(number + 5, stranger);
      await port.recordUnknownDevice(number + 5, stranger);
      const strangers = () =>
        run<{ count: number }>(session, 'select count(*)::int from expected_device where market_id is null');
      expect([await isExpected(stranger), await strangers()]).toEqual([true, [{ count: 1 }]]);
      await run(
        session,
        `insert into expected_device (epoch, device_id) select $1, gen_random_uuid() from generate_series(1, 98)`,
        number + 5,
      );
      await port.recordUnknownDevice(number + 5, randomUUID());
      expect(await strangers()).toEqual([{ count: 100 }]);
      await port.recordUnknownDevice(number + 5, randomUUID());
      expect(await strangers()).toEqual([{ count: 100 }]);
      await port.recordUnknownDevice(number, randomUUID());
      expect(await strangers(), 'of another life they are counted by themselves').toEqual([{ count: 101 }]);
    });
  });

  it('is the outcome in receipts, looked up by id and body', async () => {
    await inside(async (session) => {
      await run(
        session,
        `insert into receipt (op_id, body_hash, refusal, answer, recorded_at)
            values ('a', 'h', null, '{}', now()), ('b', 'h', 'FORBIDDEN', '{}', now()), ('c', 'h', null, '{}', now())`,
      );
      const outcomes = await epochPort(session).readOutcomes(
        ['a', 'b', 'x', 'c'].map((op) => ({ opId: toOpId(op), bodyHash: op === 'c' ? 'other' : 'h' })),
      );
      expect(outcomes.toSorted((a, b) => (a.opId < b.opId ? -1 : 1))).toEqual([
        { opId: 'a', refusal: null },
        { opId: 'b', refusal: 'FORBIDDEN' },
      ]);
    });
  });

  it('is the outcome by device and number: no fork, no other device, no entry without a receipt', async () => {
    await inside(async (session) => {
      const [own, other] = [await enrol(session), await enrol(session)];
      const write = async (device: string, seq: number, op: string, isFork = false) => {
        await run(
          session,
          `insert into journal_entry (op_id, device_id, seq, hash, prev_hash, is_fork, contact, kind, envelope, sig, uploaded_by, recorded_at)
            values ($1, $2, $3, $1, '', $4, 1, 'purchase', '{}', '', $2, now())`,
          op,
          device,
          seq,
          isFork,
        );
        if (op === 'open') return;
        await run(
          session,
          `insert into receipt (op_id, body_hash, refusal, answer, recorded_at)
            values ($1, 'h', case when $1 = 'refused' then 'FORBIDDEN' end, '{}', now())`,
          op,
        );
      };
      await write(own, 1, 'paid');
      await write(own, 2, 'refused');
      await write(own, 3, 'open');
      await write(own, 4, 'forked', true);
      await write(own, 9, 'not-asked-for');
      await write(other, 5, 'of-another');
      const outcomes = await epochPort(session).readOwnOutcomes(own, [1, 2, 3, 4, 5]);
      expect(outcomes.toSorted((a, b) => a.seq - b.seq)).toEqual([
        { seq: 1, refusal: null },
        { seq: 2, refusal: 'FORBIDDEN' },
      ]);
    });
  });
});
