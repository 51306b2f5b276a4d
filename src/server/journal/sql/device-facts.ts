import type { Pesos, VoucherId } from '#src/protocol/brands.ts';
import { hashStartLength, maxWritten } from '#src/protocol/envelope.ts';
import type { PurchaseClaim, PurchaseFacts } from '#src/server/journal/ports/rows.ts';
import type { Session } from '#src/server/store/database.ts';
import { on } from './on.ts';

/** Longer than any list is valid (720 h, contract/devices/schemas.ts). */
const listsKeptMs = 32 * 86_400_000;
/** Margin around a list's time, for clocks of several processes and late commits. */
const slackMs = 5 * 60_000;

/**
 * Limit of announced numbers per device that have not arrived: a few calls' worth of numbers that never come.
 */
const maxAhead = 2 * maxWritten;

/** The server's own knowledge of a device, against which its claims are judged (docs/decisions/0013). */
export function deviceFactsPort(session: Session) {
  return {
    ...on(session, { noteContact, readPurchaseFacts }),
    /**
     * Records that a balance list as of `asOf` (ms since 1970) is about to be sent. `position`: place in the
     * order of commits before it was read. Later commits are in the next list of changes.
     */
    noteHandedList: async (deviceId: string, asOf: number, position: number): Promise<void> => {
      await session.query({
        name: 'note-handed-list',
        text: `with older as (delete from handed_list where device_id = $1 and as_of < $3)
          insert into handed_list (device_id, as_of, position) values ($1, $2, $4)
          on conflict (device_id, as_of) do update set position = least(handed_list.position, excluded.position)`,
        values: [deviceId, asOf, asOf - listsKeptMs, position],
      });
    },
    /** Returns where the changes since that list begin; null if it was not sent. */
    readListPosition: async (deviceId: string, asOf: number): Promise<number | null> => {
      const { rows } = await session.query<{ position: number }>({
        name: 'list-position',
        text: 'select position from handed_list where device_id = $1 and as_of = $2 and position > 0',
        values: [deviceId, asOf],
      });
      return rows[0]?.position ?? null;
    },
    /** The response after `afterSeq` operations reported these vouchers as exhausted. */
    recordExhaustedNotice: async (
      deviceId: string,
      voucherIds: readonly VoucherId[],
      afterSeq: number,
      at: Date,
    ): Promise<void> => {
      await session.query({
        name: 'note-told',
        text: `insert into told_voucher (device_id, voucher_id, after_seq, told_at)
          select $1, voucher, $3, $4 from unnest($2::uuid[]) as voucher on conflict do nothing`,
        values: [deviceId, voucherIds, afterSeq, at],
      });
    },
    /**
     * Returns the last contact in which the device had not written the operation with this number and hash, or
     * its enrolment: the operation was written later. If the device had named another hash for the number,
     * returns its last contact.
     */
    readNotBefore: async (deviceId: string, { seq, hash }: { seq: number; hash: string }): Promise<Date> => {
      const { rows } = await session.query<{ at: Date }>({
        name: 'not-before',
        text: notBefore('$1', '$2', '$3'),
        values: [deviceId, seq, hash.slice(0, hashStartLength)],
      });
      const [row] = rows;
      if (!row) throw new Error(`device ${deviceId} is gone`);
      return row.at;
    },
    /** Returns unassigned shortfalls of this device's offline sales. */
    readShortfall: async (deviceId: string): Promise<{ voucherId: VoucherId; missing: Pesos }[]> => {
      const { rows } = await session.query<{ voucherId: VoucherId; missing: Pesos }>({
        name: 'shortfall-of-device',
        text: `select voucher_id as "voucherId", sum(missing)::bigint as missing from conflict_line
          where device_id = $1 and state = 'overspend' group by voucher_id`,
        values: [deviceId],
      });
      return rows;
    },
  };
}

type Contact = { reportedSeq: number; ahead: ReadonlyMap<number, string> };

/**
 * Records a contact in which the device had written `reportedSeq` operations. `ahead`: numbers written but
 * possibly arriving later, each with the start of its hash; the first note of a number is kept.
 */
async function noteContact(
  session: Session,
  deviceId: string,
  { reportedSeq, ahead }: Contact,
  at: Date,
): Promise<void> {
  // A contact dates the numbers between it and the next one as not yet written. Once all of these have
  // arrived, it is not needed. Arrived numbers are no longer ahead. Numbers that follow each other and are dated
  // alike are one row.
  await session.query({
    name: 'note-contact',
    text: `with followed as (
        select c.reported_seq as seq, lead(c.reported_seq) over w as next,
          lead(c.contacted_at) over w >= c.contacted_at as is_in_order
        from device_contact c where c.device_id = $1 window w as (order by c.reported_seq)
      ), older as (
        delete from device_contact c using followed f, device d
        where c.device_id = $1 and d.id = $1 and f.seq = c.reported_seq and f.is_in_order and f.next <= d.ack_seq
          and not exists (select 1 from jsonb_array_elements(d.gaps) g
            where (g -> 0)::bigint <= f.next and (g -> 1)::bigint > f.seq)
      ), arrived as (
        delete from written_ahead w using device d where w.device_id = $1 and d.id = $1 and ${lastOf('w')} <= d.ack_seq
          and not exists (select 1 from jsonb_array_elements(d.gaps) g
            where (g -> 0)::bigint <= ${lastOf('w')} and (g -> 1)::bigint >= w.seq)
      ), unnamed as (
        select a.seq, a.hash, greatest(d.enrolled_at, (select max(c.contacted_at) from device_contact c
            where c.device_id = $1 and c.reported_seq < a.seq)) as not_before
          from unnest($4::bigint[], $5::text[]) as a (seq, hash) left join lateral ${runAt('$1', 'a.seq')} w on true, device d
          where d.id = $1 and a.seq > d.ack_seq and w.hash_start is null
            and (select coalesce(sum(1 + cardinality(following)), 0) from written_ahead w where w.device_id = $1) < $6
      ), named as (
        insert into written_ahead (device_id, seq, hash_start, following, not_before)
        select $1, min(seq), (array_agg(hash order by seq))[1], (array_agg(hash order by seq))[2:], not_before
          from (select *, seq - row_number() over (order by seq) as run from unnamed) as one group by run, not_before
        on conflict do nothing
      )
      insert into device_contact (device_id, reported_seq, contacted_at) values ($1, $2, $3)
      on conflict (device_id, reported_seq)
        do update set contacted_at = greatest(device_contact.contacted_at, excluded.contacted_at)`,
    values: [deviceId, reportedSeq, at, [...ahead.keys()], [...ahead.values()], maxAhead],
  });
}

/** SQL for the last number of a row of `written_ahead`. */
function lastOf(run: string): string {
  return `(${run}.seq + cardinality(${run}.following))`;
}

/** SQL for what a device announced for this number: the start of its hash and `not_before`; no row without it. */
function runAt(device: string, seq: string): string {
  return `(select case r.seq when ${seq} then r.hash_start else r.following[${seq} - r.seq] end as hash_start, r.not_before
    from (select * from written_ahead r where r.device_id = ${device} and r.seq <= ${seq} order by r.seq desc limit 1) r
    where ${lastOf('r')} >= ${seq})`;
}

/**
 * SQL for the last contact in which a device had not written the operation with this number and start of a
 * hash, or its enrolment. A hash that it announced is bounded by the contacts before; after announcing
 * another hash for the number, by every contact.
 */
function notBefore(device: string, seq: string, hashStart: string): string {
  return `select case when w.hash_start = ${hashStart} then w.not_before
      else greatest(d.enrolled_at, (select max(c.contacted_at) from device_contact c
        where c.device_id = d.id and (w.hash_start is not null or c.reported_seq < ${seq}))) end as at
    from device d left join lateral ${runAt('d.id', seq)} w on true where d.id = ${device}`;
}

/**
 * One statement, because it runs for every sale. A list that the sale names dates it too, like a contact. No list or
 * receipt since can have shown more than the voucher's balance at that list and all credits since, in whatever order
 * concurrent movements came, nor more than the voucher can hold. A list that the server does not know can only be one
 * that a restore forgot. It came before that restore, even if the database's clock was ahead then and dated it later.
 */
async function readPurchaseFacts(session: Session, claim: PurchaseClaim): Promise<PurchaseFacts> {
  const { deviceId, marketId, seq, hash, voucherId, asOf } = claim;
  const { rows } = await session.query<PurchaseFacts>({
    name: 'sale-facts',
    text: `with list as (
        select coalesce(max(position), 0) as position, count(*) > 0 as is_handed
        from handed_list where device_id = $1 and as_of = $5
      ), claimed as (
        select list.*, restored.at as restored_at, case when is_handed then $6 else least($6, restored.at) end as at
        from list, (select max(started_at) as at from epoch where reason <> 'first') restored
      ), dated as (
        select *, at - interval '${slackMs} milliseconds' as shown_from from claimed
      ), since as (
        select coalesce(-sum(p.amount) filter (where p.amount < 0), 0)::bigint as spent
        from posting p join movement m on m.id = p.movement_id cross join dated
        where p.account_id = $4 and case when dated.position > 0 then m.xid >= dated.position
          else m.recorded_at >= dated.shown_from end
      ), met as (
        ${notBefore('$1', '$3', '$7')}
      ), contact as (
        select dated.*, case when is_handed then greatest(met.at, shown_from) else met.at end as not_before from met, dated
      )
      select is_handed as "isListHanded", (extract(epoch from at) * 1000)::bigint as "listAt",
        not_before as "notBefore",
        case when restored_at > $6 or position = 0 and restored_at is not null then coalesce((select max(version)
          from offline_limits where market_id = $2 and set_at < restored_at), 1) end as "versionBeforeRestore",
        restored_at is not null as "wasRestored",
        least(v.balance + spent, v.face + v.credited) as "mostSinceList",
        v.person_blocked_at as "personBlockedAt",
        exists (select 1 from told_voucher where device_id = $1 and voucher_id = $4 and after_seq < $3
          and told_at > contact.at) as "isTold",
        coalesce((select max(version) from offline_limits where market_id = $2 and set_at <= shown_from), 1) as "versionAtList",
        coalesce((select max(version) from offline_limits where market_id = $2 and set_at <= not_before), 1)
          as "versionAtContact"
      from contact cross join since left join voucher v on v.id = $4`,
    values: [deviceId, marketId, seq, voucherId, asOf, new Date(asOf), hash.slice(0, hashStartLength)],
  });
  const [facts] = rows;
  if (!facts) throw new Error(`device ${deviceId} is gone`);
  return facts;
}
