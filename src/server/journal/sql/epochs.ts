import type { RefusalCode } from '#src/contract/refusals.ts';
import type { OpId, Pesos } from '#src/protocol/brands.ts';
import { keptCopySchema, type KeptCopy } from '#src/protocol/recovery.ts';
import type {
  Epoch,
  EpochReason,
  PostedAnswer,
  ReceiptAnswer,
  Recovered,
  RecoveredPurchase,
} from '#src/server/journal/ports/rows.ts';
import type { ReceiptKey } from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';
import { keptCopyKey, writeSetting } from '#src/server/store/records/settings.ts';
import { on } from './on.ts';

const mostStrangers = 100;

export function epochPort(session: Session) {
  return {
    ...on(session, { readEpoch, beginEpoch }),
    /** The device has not yet sent everything it wrote. False also when nothing was restored. */
    isExpected: async (epoch: number, deviceId: string): Promise<boolean> => {
      const { rowCount } = await session.query({
        name: 'is-expected',
        text: 'select 1 from expected_device where epoch = $1 and device_id = $2 and returned_at is null',
        values: [epoch, deviceId],
      });
      return rowCount > 0;
    },
    /** The device has sent everything it ever wrote. */
    noteReturned: async (epoch: number, deviceId: string, at: Date): Promise<void> => {
      await session.query({
        name: 'note-returned',
        text: `with returned as (
            update expected_device set returned_at = $3
            where epoch = $1 and device_id = $2 and returned_at is null returning device_id
          )
          update recovered_purchase s set is_withheld = false from returned r where s.device_id = r.device_id and s.is_withheld`,
        values: [epoch, deviceId, at],
      });
    },
    /** Records a device that this database does not know and whose sealed receipt is valid, up to a number. */
    recordUnknownDevice: async (epoch: number, deviceId: string): Promise<void> => {
      await session.query({
        name: 'note-stranger',
        text: `insert into expected_device (epoch, device_id) select $1, $2
          where (select count(*) from expected_device where epoch = $1 and market_id is null) < $3
          on conflict do nothing`,
        values: [epoch, deviceId, mostStrangers],
      });
    },
    /** Records operations of the device that were recorded again because of their sealed receipts. */
    noteRecovered: async (epoch: number, deviceId: string, { count, sum }: Recovered): Promise<void> => {
      await session.query({
        name: 'note-recovered',
        text: `insert into expected_device as e (epoch, device_id, market_id, recovered, recovered_sum)
          select $1, d.id, d.market_id, $3, $4 from device d where d.id = $2
          on conflict (epoch, device_id) do update set market_id = excluded.market_id,
            recovered = e.recovered + excluded.recovered, recovered_sum = e.recovered_sum + excluded.recovered_sum`,
        values: [epoch, deviceId, count, sum],
      });
    },
    ...recoveredPurchases(session),
    ...outcomesIn(session),
  };
}

function recoveredPurchases(session: Session) {
  return {
    /**
     * Holds the amount of a sale that its sealed receipt proves and this database lacks. It is held until the
     * device has sent everything it wrote in this epoch, or until the market includes it in a payout. Called
     * before the sale is posted; repeating it is harmless.
     */
    noteRecoveredPurchase: async ({
      purchaseOpId,
      epoch,
      deviceId,
      stallId,
    }: RecoveredPurchase): Promise<void> => {
      await session.query({
        name: 'note-recovered-sale',
        text: `insert into recovered_purchase (purchase_op, epoch, device_id, stall_id, is_withheld)
          select $1, $2, $3, $4, not exists (
            select 1 from expected_device where epoch = $2 and device_id = $3 and returned_at is not null)
          on conflict do nothing`,
        values: [purchaseOpId, epoch, deviceId, stallId],
      });
    },
    /**
     * Returns the total shortfall of sales that the same device brought back in the same epoch, or null when
     * this sale did not come back.
     */
    readProvenShortfall: async (purchaseOpId: OpId): Promise<Pesos | null> => {
      const { rows } = await session.query<{ missing: Pesos }>({
        name: 'proven-shortfall',
        text: `select coalesce(sum(b.missing), 0)::bigint as missing from recovered_purchase s
            join recovered_purchase o on o.device_id = s.device_id and o.epoch = s.epoch
            left join movement m on m.reference = o.purchase_op left join purchase b on b.movement_id = m.id
          where s.purchase_op = $1 group by s.purchase_op`,
        values: [purchaseOpId],
      });
      return rows[0]?.missing ?? null;
    },
  };
}

type OwnAnswer = { seq: number; refusal: RefusalCode | null };

/** A lateral row with a limit: a plan kept from an empty database would join the whole of `receipt`. */
function outcomesIn(session: Session) {
  return {
    /** Returns the outcomes in the receipts with these keys. An id of another operation is left out. */
    readOutcomes: async (keys: readonly ReceiptKey[]): Promise<ReceiptAnswer[]> => {
      const { rows } = await session.query<ReceiptAnswer>({
        name: 'receipt-outcomes',
        text: `select r.op_id as "opId", r.refusal from unnest($1::text[], $2::text[]) as k (op, hash)
          cross join lateral (select * from receipt r where r.op_id = k.op and r.body_hash = k.hash limit 1) r`,
        values: [keys.map(({ opId }) => opId), keys.map(({ bodyHash }) => bodyHash)],
      });
      return rows;
    },
    /**
     * Returns the outcomes of the device's own operations at these journal numbers. Forks and numbers without a
     * receipt are left out.
     */
    readOwnOutcomes: async (deviceId: string, seqs: readonly number[]): Promise<OwnAnswer[]> => {
      const { rows } = await session.query<OwnAnswer>({
        name: 'own-outcomes',
        text: `select e.seq, r.refusal from journal_entry e
          cross join lateral (select refusal from receipt where op_id = e.op_id limit 1) r
          where e.device_id = $1 and e.seq = any ($2::bigint[]) and not e.is_fork`,
        values: [deviceId, seqs],
      });
      return rows;
    },
    /**
     * Returns the same for operations with these envelopes in a journal, because a seal shown alone names no
     * body.
     */
    readJournalOutcomes: async (
      envelopes: readonly { opId: OpId; hash: string }[],
    ): Promise<PostedAnswer[]> => {
      const { rows } = await session.query<PostedAnswer>({
        name: 'journal-outcomes',
        text: `select r.op_id as "opId", r.refusal,
            (select m.xid from movement m
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
 * Begins epoch `number` unless one has begun since `after`. Every device that is not revoked is then expected to
 * report, and every balance list is sent in full.
 * One at a time: two processes that detect the same loss begin one epoch. A row is the lock, because a role
 * that may only insert cannot lock the table.
 */
export async function beginEpoch(
  session: Session,
  { number, after, reason, at }: { number: number; after: number; reason: EpochReason; at: Date },
): Promise<void> {
  await writeSetting(session, 'epoch-lock', '');
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
