import type { RefusalCode } from '#src/contract/refusals.ts';
import type { OpId, Pesos } from '#src/protocol/brands.ts';
import { keptCopySchema, type KeptCopy } from '#src/protocol/recovery.ts';
import { keptCopyKey } from '#src/server/records/settings.ts';
import type { Session, Statement } from '#src/server/store/database.ts';
import type { Epoch, EpochPort, EpochReason, PostedOutcome } from '#src/server/sync/ports/epoch-port.ts';

const mostStrangers = 100;

export function epochPort(session: Session): EpochPort {
  return {
    readEpoch: () => readEpoch(session),
    beginEpoch: (next) => beginEpoch(session, next),
    isExpected: async (epoch, deviceId) => {
      const { rowCount } = await session.query({
        name: 'is-expected',
        text: 'select 1 from expected_device where epoch = $1 and device_id = $2 and returned_at is null',
        values: [epoch, deviceId],
      });
      return rowCount > 0;
    },
    noteReturned: async (epoch, deviceId, at) => {
      await session.query({
        name: 'note-returned',
        text: `with returned as (
            update expected_device set returned_at = $3
            where epoch = $1 and device_id = $2 and returned_at is null returning device_id
          )
          update recovered_sale s set is_withheld = false from returned r where s.device_id = r.device_id and s.is_withheld`,
        values: [epoch, deviceId, at],
      });
    },
    recordUnknownDevice: async (epoch, deviceId) => {
      await session.query({
        name: 'note-stranger',
        text: `insert into expected_device (epoch, device_id) select $1, $2
          where (select count(*) from expected_device where epoch = $1 and market_id is null) < $3
          on conflict do nothing`,
        values: [epoch, deviceId, mostStrangers],
      });
    },
    noteRecovered: async (epoch, deviceId, { count, sum }) => {
      await session.query({
        name: 'note-recovered',
        text: `insert into expected_device as e (epoch, device_id, market_id, recovered, recovered_sum)
          select $1, d.id, d.market_id, $3, $4 from device d where d.id = $2
          on conflict (epoch, device_id) do update set market_id = excluded.market_id,
            recovered = e.recovered + excluded.recovered, recovered_sum = e.recovered_sum + excluded.recovered_sum`,
        values: [epoch, deviceId, count, sum],
      });
    },
    ...recoveredSales(session),
    ...outcomesIn(session),
  };
}

function recoveredSales(session: Session): Pick<EpochPort, 'noteRecoveredSale' | 'readProvenShortfall'> {
  return {
    noteRecoveredSale: async ({ purchaseOpId, epoch, deviceId, stallId }) => {
      await session.query({
        name: 'note-recovered-sale',
        text: `insert into recovered_sale (purchase_op, epoch, device_id, stall_id, is_withheld)
          select $1, $2, $3, $4, not exists (
            select 1 from expected_device where epoch = $2 and device_id = $3 and returned_at is not null)
          on conflict do nothing`,
        values: [purchaseOpId, epoch, deviceId, stallId],
      });
    },
    readProvenShortfall: async (purchaseOpId) => {
      const { rows } = await session.query<{ missing: Pesos }>({
        name: 'proven-shortfall',
        text: `select coalesce(sum(b.missing), 0)::bigint as missing from recovered_sale s
            join recovered_sale o on o.device_id = s.device_id and o.epoch = s.epoch
            left join movement m on m.reference = o.purchase_op left join purchase b on b.movement_id = m.id
          where s.purchase_op = $1 group by s.purchase_op`,
        values: [purchaseOpId],
      });
      return rows[0]?.missing ?? null;
    },
  };
}

/** A lateral row with a limit: a plan kept from an empty database would join the whole of `receipt`. */
function outcomesIn(
  session: Session,
): Pick<EpochPort, 'readOutcomes' | 'readOwnOutcomes' | 'readJournalOutcomes'> {
  return {
    readOutcomes: (keys) =>
      outcomes(session, {
        name: 'receipt-outcomes',
        text: `select r.op_id as "opId", r.refusal from unnest($1::text[], $2::text[]) as k (op, hash)
          cross join lateral (select * from receipt r where r.op_id = k.op and r.body_hash = k.hash limit 1) r`,
        values: [keys.map(({ opId }) => opId), keys.map(({ bodyHash }) => bodyHash)],
      }),
    readOwnOutcomes: async (deviceId, seqs) => {
      const { rows } = await session.query<{ seq: number; refusal: RefusalCode | null }>({
        name: 'own-outcomes',
        text: `select e.seq, r.refusal from journal_entry e
          cross join lateral (select refusal from receipt where op_id = e.op_id limit 1) r
          where e.device_id = $1 and e.seq = any ($2::bigint[]) and not e.is_fork`,
        values: [deviceId, seqs],
      });
      return rows;
    },
    readJournalOutcomes: async (envelopes) => {
      const { rows } = await session.query<PostedOutcome>({
        name: 'journal-outcomes',
        text: `select r.op_id as "opId", r.refusal,
            (select nullif(m.xid, 0) from movement m
              where m.reference = r.op_id and m.kind in ('purchase', 'top-up')) as "postedAt"
          from unnest($1::text[], $2::text[]) as k (op, hash)
          cross join lateral (select 1 from journal_entry e where e.op_id = k.op and e.hash = k.hash limit 1) e
          cross join lateral (select * from receipt r where r.op_id = k.op limit 1) r`,
        values: [envelopes.map(({ opId }) => opId), envelopes.map(({ hash }) => hash)],
      });
      return rows;
    },
  };
}

async function outcomes(session: Session, statement: Statement) {
  const { rows } = await session.query<{ opId: OpId; refusal: RefusalCode | null }>(statement);
  return rows;
}

async function readEpoch(session: Session): Promise<Epoch> {
  const { rows } = await session.query<{ number: number; position: number; kept: string | null }>({
    name: 'read-epoch',
    text: `select number, pg_snapshot_xmax(pg_current_snapshot())::text::bigint as position,
        (select value from app_setting where key = $1) as kept
      from epoch order by number desc limit 1`,
    values: [keptCopyKey],
  });
  const [row] = rows;
  if (!row) throw new Error('the database has no epoch');
  return { number: row.number, position: row.position, keptCopy: readKeptCopy(row.kept) };
}

function readKeptCopy(text: string | null): KeptCopy | null {
  return text === null ? null : (keptCopySchema.safeParse(JSON.parse(text)).data ?? null);
}

/**
 * One at a time: two processes that detect the same loss begin one epoch. A row is the lock, because a role
 * that may only insert cannot lock the table.
 */
export async function beginEpoch(
  session: Session,
  { number, after, reason, at }: { number: number; after: number; reason: EpochReason; at: Date },
): Promise<void> {
  await session.query({
    name: 'lock-epochs',
    text: `insert into app_setting (key, value) values ('epoch-lock', '') on conflict (key) do update set value = ''`,
  });
  const { rowCount } = await session.query({
    name: 'begin-epoch',
    text: `insert into epoch (number, started_at, reason) select $1, $2, $3
      where not exists (select 1 from epoch where number > $4)`,
    values: [number, at, reason, after],
  });
  if (rowCount === 0) return;
  await session.query({
    name: 'expect-devices',
    text: `insert into expected_device (epoch, device_id, market_id)
      select $1, id, market_id from device where revoked_at is null`,
    values: [number],
  });
  // Without a known list, a device receives a full one.
  await session.query({ name: 'full-lists', text: 'update handed_list set position = 0 where position > 0' });
}
