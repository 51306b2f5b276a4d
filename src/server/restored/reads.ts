import { toAmount, type Amount, type MarketId } from '#src/contract/brands.ts';
import type { DeductionCommand } from '#src/contract/cash/deduction.ts';
import type {
  Confirmation,
  Restore,
  Restored,
  RestoredDevice,
  RestoreKind,
} from '#src/contract/restored/schemas.ts';
import { deductedIn } from '#src/domain/operations/cash/payout.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { refundCode } from '#src/server/operations/refund.ts';
import { readMarketRestore, type MarketRestore } from '#src/server/operations/restored/asked.ts';
import type { Session } from '#src/server/store/database.ts';
import { owedNumbers } from '#src/server/sync/envelopes/journal.ts';

/**
 * Returns the questions for a market about the time that a restore lost, the returned operations, and its
 * answers.
 */
export async function readRestored({ database }: { database: Session }, actor: Actor): Promise<Restored> {
  const market = ownMarket(actor);
  const restore = await readMarketRestore(database, market);
  if (!restore) return { restore: null };
  const { epoch, reason, knownUntil, startedAt, first } = restore;
  return {
    restore: {
      epoch,
      reason,
      knownUntil: knownUntil?.toISOString() ?? null,
      startedAt: startedAt.toISOString(),
      back: await readBack(database, market, restore),
      devices: await readDevices(database, market, epoch),
      last: await readLast(database, market, knownUntil ?? startedAt),
      confirmed: await readConfirmations(database, market, first),
      answers: await readAnswers(database, market, epoch),
      addsUp: await addsUp(database, market),
    },
  };
}

async function readBack(
  session: Session,
  market: MarketId,
  { first, epoch }: MarketRestore,
): Promise<Restore['back']> {
  const { rows } = await session.query<{ count: number; total: Amount; sales: number; sold: Amount }>({
    name: 'came-back-to-market',
    text: `select coalesce(sum(recovered), 0)::int as count, coalesce(sum(recovered_sum), 0)::bigint as total,
        coalesce(sum(recovered_sales), 0)::int as sales, coalesce(sum(recovered_sales_sum), 0)::bigint as sold
      from expected_device where market_id = $1 and epoch between $2 and $3`,
    values: [market, first, epoch],
  });
  const { count, total, sales, sold } = rows[0] ?? { count: 0, total: 0, sales: 0, sold: toAmount(0) };
  return {
    sales: { count: sales, total: sold },
    topUps: { count: count - sales, total: toAmount(total - sold) },
  };
}

type DeviceRow = {
  id: string;
  name: string;
  places: string[];
  last_seen_at: Date | null;
  returned_at: Date | null;
  ack_seq: number;
  gaps: [number, number][];
  awaiting: number[];
  reported_seq: number;
};

/** Returns the devices of a market, those that still have to report first. Revoked devices are not waited for. */
async function readDevices(session: Session, market: MarketId, epoch: number): Promise<RestoredDevice[]> {
  const { rows } = await session.query<DeviceRow>({
    name: 'restored-devices',
    text: `select d.id, d.name, d.last_seen_at, e.returned_at, d.ack_seq, d.gaps, d.awaiting, d.reported_seq,
        array(select case when p.stall_name <> '' then p.stall_name else p.owner_name end
          from device_operator o join person p on p.id = o.person_id where o.device_id = d.id order by 1) as places
      from expected_device e join device d on d.id = e.device_id
      where e.epoch = $1 and d.market_id = $2 and d.revoked_at is null
      order by e.returned_at is not null, d.name, d.id`,
    values: [epoch, market],
  });
  return rows.map(({ ack_seq: ackSeq, gaps, reported_seq: reported, ...row }) => {
    const { count, seqs } = owedNumbers({ ackSeq, gaps }, reported, 1);
    const [from = null] = seqs;
    return {
      _id: row.id,
      name: row.name,
      places: row.places,
      lastSeenAt: row.last_seen_at?.toISOString() ?? null,
      returnedAt: row.returned_at?.toISOString() ?? null,
      owes: count,
      from,
      to: from === null ? null : Math.max(reported, gaps.at(-1)?.[1] ?? 0),
      waiting: row.awaiting.length,
    };
  });
}

/** Returns the newest payout, refund and join recorded by then. */
async function readLast(session: Session, market: MarketId, until: Date): Promise<Restore['last']> {
  const { rows } = await session.query<{ kind: RestoreKind; code: string; at: Date }>({
    name: 'last-before-restore',
    text: `(select 'payouts' as kind, code, recorded_at as at from payout
        where market_id = $1 and recorded_at <= $2 order by recorded_at desc limit 1)
      union all
      (select 'refunds', number::text, recorded_at from refund
        where market_id = $1 and recorded_at <= $2 order by recorded_at desc limit 1)
      union all
      (select 'joins', v.short_code, j.recorded_at from voucher_join j join voucher v on v.id = j.new_voucher_id
        where j.market_id = $1 and j.recorded_at <= $2 order by j.recorded_at desc limit 1)`,
    values: [market, until],
  });
  const last = (wanted: RestoreKind) => {
    const found = rows.find(({ kind }) => kind === wanted);
    if (!found) return null;
    const code = wanted === 'refunds' ? refundCode(Number(found.code)) : found.code;
    return { code, createAt: found.at.toISOString() };
  };
  return { payouts: last('payouts'), refunds: last('refunds'), joins: last('joins') };
}

type ConfirmationRow = Omit<Confirmation, 'createAt' | 'deducted'> & {
  deductions: DeductionCommand[];
  recorded_at: Date;
};

const columns = `r.op_id as "_id", r.kind, r.codes, coalesce(s.stall_name, '') as "estanteName", r.amount as monto, r.deductions,
  r.state, r.posted, p.owner_name as "saidBy", r.recorded_at`;
const tables =
  'restore_confirmation r join person p on p.id = r.person_id left join person s on s.id = r.stall_id';

async function readConfirmations(session: Session, market: MarketId, first: number): Promise<Confirmation[]> {
  const { rows } = await session.query<ConfirmationRow>({
    name: 'restore-confirmations',
    text: `select ${columns} from ${tables} where r.market_id = $1 and (r.epoch >= $2 or r.state = 'waiting')
      order by r.recorded_at, r.op_id`,
    values: [market, first],
  });
  return rows.map(toConfirmation);
}

/** Returns a confirmation as its market sees it. */
export async function readConfirmation(session: Session, op: string): Promise<Confirmation> {
  const { rows } = await session.query<ConfirmationRow>({
    name: 'restore-confirmation',
    text: `select ${columns} from ${tables} where r.op_id = $1`,
    values: [op],
  });
  const [row] = rows;
  if (!row) throw new Error(`confirmation ${op} is not there`);
  return toConfirmation(row);
}

function toConfirmation({ deductions, recorded_at, ...row }: ConfirmationRow): Confirmation {
  return { ...row, deducted: toAmount(deductedIn(deductions)), createAt: recorded_at.toISOString() };
}

async function readAnswers(session: Session, market: MarketId, epoch: number): Promise<Restore['answers']> {
  const { rows } = await session.query<{ kind: RestoreKind; saidBy: string; at: Date }>({
    name: 'restore-answers',
    text: `select a.kind, p.owner_name as "saidBy", a.recorded_at as at from restore_answer a join person p on p.id = a.person_id
      where a.epoch = $1 and a.market_id = $2 order by a.recorded_at, a.kind`,
    values: [epoch, market],
  });
  return rows.map(({ at, ...answer }) => ({ ...answer, createAt: at.toISOString() }));
}

/** Returns whether the market's ledger sums to 0, by the running sums, with the same result as an audit. */
async function addsUp(session: Session, market: MarketId): Promise<boolean> {
  const { rows } = await session.query<{ total: number }>({
    name: 'sum-of-market',
    text: `select coalesce(sum(total), 0)::bigint as total from ledger_sum where market_id = $1 and account_kind <> 'points'`,
    values: [market],
  });
  return rows[0]?.total === 0;
}
