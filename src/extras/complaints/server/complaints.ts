import { randomUUID } from 'node:crypto';
import { toAmount, type Amount, type MarketId, type VoucherId } from '#src/contract/brands.ts';
import { readShortCode, shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { marketScope, ownMarket, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { refused, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import { voidSale } from '#src/server/operations/void.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import {
  complaintAnsweredSchema,
  type Complaint,
  type ComplaintAnswer,
  type ComplaintAnswered,
  type ComplaintCommand,
  type ComplaintDetail,
  type ComplaintPage,
  type ComplaintQuery,
  type ComplaintWords,
  type HolderComplaints,
} from '../contract/schemas.ts';
import {
  complaintNumber,
  readComplaint,
  readComplaintOf,
  readComplaints,
  readComplaintsOfVoucher,
  type ComplaintScope,
} from './reads.ts';

export type ComplaintDeps = { database: Database; now: () => Date; timeZone: string };

type Bought = {
  movement_id: string;
  voucher_id: VoucherId;
  stall_id: string;
  market_id: MarketId;
  is_late: boolean;
  due_at: Date;
};

/**
 * Records a complaint about a purchase under the market's next number. The caller proves the voucher: its id from the
 * link, or, as staff of the stall's market, the printed short code. A second complaint about the same purchase returns
 * the first.
 */
export function fileComplaint(
  deps: ComplaintDeps,
  actor: Actor | null,
  command: ComplaintCommand,
): Promise<Answer<Complaint>> {
  const now = deps.now();
  return deps.database.transaction(async (session) => {
    const { rows } = await session.query<Bought>({
      name: 'purchase-to-object-to',
      // The market's row is the lock: two complaints never take one number.
      text: `select b.movement_id, b.voucher_id, b.stall_id, b.market_id,
          $2::timestamptz > b.recorded_at + make_interval(days => m.complaint_days) as is_late,
          $2::timestamptz + make_interval(days => m.answer_days) as due_at
        from purchase b join market m on m.id = b.market_id where b.code = $1 for no key update of m`,
      values: [command.codeCompra.trim().toUpperCase(), now],
    });
    const [bought] = rows;
    if (!bought || !isShown(bought, actor, command)) return refuse('UNKNOWN_PURCHASE');
    const known = await readComplaintOf(session, bought.movement_id);
    if (known) return done(known);
    if (bought.is_late) return refuse('COMPLAINT_TOO_LATE');
    // Read again under the lock: another complaint may have taken the number while this one waited for it.
    const next = await session.query<{ number: number }>({
      name: 'next-complaint',
      text: 'select coalesce(max(number), 0) + 1 as number from complaint where market_id = $1',
      values: [bought.market_id],
    });
    await session.query({
      name: 'insert-complaint',
      text: `insert into complaint (id, market_id, number, purchase_id, voucher_id, stall_id, reason, words, filed_by,
          filed_at, due_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (purchase_id) do nothing`,
      values: [
        randomUUID(),
        bought.market_id,
        next.rows[0]?.number ?? 1,
        bought.movement_id,
        bought.voucher_id,
        bought.stall_id,
        command.reason,
        command.words,
        actor?.id ?? null,
        now,
        bought.due_at,
      ],
    });
    const filed = await readComplaintOf(session, bought.movement_id);
    return filed ? done(filed) : refuse('UNKNOWN_PURCHASE');
  }, 'money');
}

function isShown(bought: Bought, actor: Actor | null, { codeQrUuid, shortCode }: ComplaintCommand): boolean {
  if (codeQrUuid !== undefined) return codeQrUuid === bought.voucher_id;
  if (actor === null || shortCode === undefined || actor.marketId !== bought.market_id) return false;
  const typed = readShortCode(shortCode);
  return typed !== null && typed === readShortCode(shortCodeOf(bought.voucher_id));
}

/** Returns a voucher's complaints, and the date until which its purchases can be disputed. */
export async function listHolderComplaints(
  { database }: ComplaintDeps,
  voucherId: VoucherId,
): Promise<HolderComplaints> {
  const { rows } = await database.query<{ days: number }>({
    name: 'complaint-days',
    text: 'select m.complaint_days as days from voucher v join market m on m.id = v.market_id where v.id = $1',
    values: [voucherId],
  });
  return { days: rows[0]?.days ?? 0, items: await readComplaintsOfVoucher(database, voucherId) };
}

export function listComplaints(
  deps: ComplaintDeps,
  actor: Actor,
  query: ComplaintQuery,
): Promise<ComplaintPage> {
  return readComplaints(deps.database, scopeOf(actor), query, deps.now());
}

export async function findComplaint(
  deps: ComplaintDeps,
  actor: Actor,
  id: string,
): Promise<Answer<ComplaintDetail>> {
  const found = await readComplaint(deps.database, scopeOf(actor), id, deps.now());
  return found ? done(found) : refuse('NOT_FOUND');
}

/**
 * Stores the stall's statement until the complaint is answered. A later statement replaces an earlier one.
 */
export function sayOfComplaint(
  deps: ComplaintDeps,
  actor: Actor,
  { id, words }: ComplaintWords,
): Promise<Answer<Complaint>> {
  return deps.database.transaction(async (session) => {
    const { rows } = await session.query<{ purchase_id: string; answered: boolean }>({
      name: 'complaint-of-stall',
      text: `select purchase_id, answered_at is not null as answered from complaint
        where id = $1 and stall_id = $2 for update`,
      values: [id, actor.id],
    });
    const [row] = rows;
    if (!row) return refuse('NOT_FOUND');
    if (row.answered) return refuse('WRONG_STATE');
    await session.query({
      name: 'say-of-complaint',
      text: 'update complaint set stall_words = $2, stall_words_at = $3 where id = $1',
      values: [id, words, deps.now()],
    });
    const complaint = await readComplaintOf(session, row.purchase_id);
    return complaint ? done(complaint) : refuse('NOT_FOUND');
  }, 'money');
}

/**
 * Answers a complaint once. A returned amount is a void of the purchase, or of a part, in the same
 * transaction. "No procede" requires a reason and only the market may choose it; a stall may return as much
 * as it may void.
 */
export const answerComplaint: StaffCall<ComplaintDeps, ComplaintAnswer, ComplaintAnswered> = (
  deps,
  actor,
  command,
  opId,
) =>
  recordStaffOperation(
    deps,
    { kind: 'complaint', actor, body: command, opId, receiptSchema: complaintAnsweredSchema },
    (session, entry) => postAnswer(session, entry, { actor, command, timeZone: deps.timeZone }),
    ({ number, verdict, returned }) => [
      {
        kind: 'complaint-answered',
        marketId: actor.marketId,
        subject: { type: 'COMPLAINT', id: command.id, name: number },
        // The reason is stored in the complaint, so that it is erased with the person whom it names.
        after: { verdict, returned },
      },
    ],
  );

type Answering = { actor: Actor; command: ComplaintAnswer; timeZone: string };
type Open = { number: number; code: string; price: Amount; back: Amount; answered: boolean };

async function postAnswer(
  session: Session,
  entry: StaffEntry,
  { actor, command, timeZone }: Answering,
): Promise<Outcome<ComplaintAnswered>> {
  const { verdict, words, id, monto } = command;
  const market = ownMarket(actor);
  const stall = actor.userType === 'ESTANTE' ? actor.id : null;
  if (verdict === 'NONE' && stall !== null) return refused('FORBIDDEN');
  if (verdict === 'NONE' && words === '') return refused('REASON_REQUIRED');
  const { rows } = await session.query<Open>({
    name: 'complaint-to-answer',
    text: `select k.number, b.code, b.amount as price, k.answered_at is not null as answered,
        (select coalesce(sum(o.amount), 0) from purchase_void o where o.purchase_id = k.purchase_id)::bigint as back
      from complaint k join purchase b on b.movement_id = k.purchase_id
      where k.id = $1 and k.market_id = $2 and ($3::uuid is null or k.stall_id = $3) for update of k`,
    values: [id, market, stall],
  });
  const [open] = rows;
  if (!open) return refused('NOT_FOUND');
  if (open.answered) return refused('WRONG_STATE');
  let returned = toAmount(0);
  const left = toAmount(open.price - open.back);
  // An amount voided before the answer is not refunded twice.
  if (verdict !== 'NONE' && left > 0) {
    if (verdict === 'PART' && monto === undefined) return refused('AMOUNT_ZERO');
    const amount = verdict === 'PART' ? (monto ?? null) : null;
    const reason = `Reclamo ${complaintNumber(open.number)}`;
    const voided = await voidSale(session, {
      ...entry,
      code: open.code,
      reason,
      amount,
      stall,
      market,
      timeZone,
    });
    if (!voided.ok) return voided;
    returned = toAmount(voided.receipt.returned ?? left);
  }
  await session.query({
    name: 'answer-complaint',
    text: `update complaint set verdict = $2, answer_words = $3, answered_by = $4, answered_at = $5, returned = $6
      where id = $1`,
    values: [id, verdict, words, actor.id, entry.recordedAt, returned],
  });
  return {
    ok: true,
    receipt: {
      number: complaintNumber(open.number),
      verdict,
      returned,
      stands: toAmount(left - returned),
      createAt: entry.recordedAt.toISOString(),
    },
  };
}

function scopeOf(actor: Actor): ComplaintScope {
  return { marketId: marketScope(actor), stallId: actor.userType === 'ESTANTE' ? actor.id : null };
}
