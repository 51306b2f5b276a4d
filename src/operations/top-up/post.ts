import { topUpReceiptSchema, voucherCreated, type TopUpReceipt } from '#src/contract/topups/schemas.ts';
import type { OpId, Pesos, VoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { lockTillRoom } from '#src/server/ledger/locked-till.ts';
import {
  findReceipt,
  insertReceipts,
  keyReused,
  toStoredAnswer,
  type Receipt,
  type StoredAnswer,
} from '#src/server/ledger/receipts.ts';
import { isTakenSql } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import { isActive, personOf } from '#src/server/store/records/active-person.ts';
import { checkedAsPosted, decideTopUp } from './rule.ts';

export type TopUpEntry = {
  op: OpId;
  hash: string;
  voucher: VoucherId;
  customer: string;
  /** Smallest unit shown. */
  amount: Pesos;
  topUpPoint: string;
  recordedAt: Date;
  expiresAt: Date | null;
  urlCodeQr: string;
  /** The voucher may have been used before the server received it. */
  isKioskSigned?: boolean;
  /** A manager approved it, so point and customer may be inactive. */
  isReviewed?: boolean;
};

/**
 * Posts one top-up exactly once inside the caller's transaction and returns its receipt, the same for every
 * replay. Throws 23505 when a copy was first.
 */
export async function postTopUpIn(session: Session, entry: TopUpEntry): Promise<StoredAnswer<TopUpReceipt>> {
  const { rows } = await session.query<
    Pick<Receipt, 'bodyHash' | 'refusal' | 'answer'> & { replayed: boolean }
  >({
    name: 'top-up',
    text: topUpStatement,
    values: [
      entry.op,
      entry.hash,
      entry.voucher,
      entry.customer,
      entry.amount,
      entry.topUpPoint,
      uuidV7(),
      shortCodeOf(entry.voucher),
      entry.recordedAt,
      entry.expiresAt,
      entry.urlCodeQr,
      entry.isReviewed ?? false,
      entry.isKioskSigned ?? false,
    ],
  });
  const [row] = rows;
  if (!row) throw new Error(`the ledger returned no row for operation ${entry.op}`);
  return toStoredAnswer(row, entry.hash, (answer) => topUpReceiptSchema.parse(answer), row.replayed);
}

/**
 * A top-up, as one statement: cash in at the point, a voucher out. $1 operation id, $2 body hash, $3 voucher,
 * $4 customer, $5 amount, $6 top-up point, $7 movement, $8 short code, $9 recorded at, $10 expires at or
 * null, $11 link, $12 whether point, market and customer may be inactive (a manager approved it), $13 whether
 * a kiosk issued the voucher. Returns one row. The
 * voucher's id, the operation id and the movement are unique: a concurrent copy fails whole with 23505. So
 * does a kiosk's top-up whose voucher exists: it is never refused for that, and its retry becomes a line.
 *
 * A person named by another is read in a subquery, so that a plan made on a small table goes by the key.
 */
const topUpStatement = `
with seen as (
  select body_hash, refusal, answer from receipt where op_id = $1
), point as (
  select p.id, p.market_id from person p
  where p.id = $6::uuid and p.user_type = 'RECARGA'
    and ($12::boolean or (${isActive('p')} and (select ${isActive('g')} from person g where g.id = p.market_id)))
), customer as (
  select c.id, c.owner_name, c.identificacion
  from person c
  where c.id = ${personOf('$4::uuid')} and c.user_type = 'USUARIO' and (c.visible or $12::boolean)
), outcome as (
  select
    case
      when c.id is null then 'UNKNOWN_CUSTOMER'
      when p.id is null then 'FORBIDDEN'
      when not $13::boolean and ${isTakenSql('$3::uuid')} then 'VOUCHER_EXISTS'
      else null
    end as refusal, p.market_id, c.id as owner_id, c.owner_name, c.identificacion
  from (select 1) as one left join point p on true left join customer c on true
  where not exists (select 1 from seen)
), account as (
  insert into ledger_account (id, kind, owner_id, market_id)
  select $3::uuid, 'voucher', $3::uuid, market_id from outcome where refusal is null
), issued as (
  insert into voucher (id, owner_id, market_id, face, balance, short_code, expires_at, created_at, kiosk_signed)
  select $3::uuid, owner_id, market_id, $5::bigint, $5::bigint, $8, $10::timestamptz, $9::timestamptz, $13::boolean
  from outcome where refusal is null
), moved as (
  insert into movement (id, kind, reference, recorded_by, recorded_at)
  select $7::uuid, 'top-up', $1, $6::uuid, $9::timestamptz from outcome where refusal is null
), posted as (
  insert into posting (movement_id, leg, account_id, amount)
  select $7::uuid, leg.leg, leg.account, leg.amount
  from outcome cross join lateral (values (1, $6::uuid, -$5::bigint), (2, $3::uuid, $5::bigint)) as leg (leg, account, amount)
  where refusal is null
), kept_top_up as (
  insert into top_up (movement_id, voucher_id, customer_id, top_up_point_id, market_id, amount, recorded_at)
  select $7::uuid, $3::uuid, owner_id, $6::uuid, market_id, $5::bigint, $9::timestamptz
  from outcome where refusal is null
), answered as (
  select refusal,
    case when refusal is null then jsonb_build_object(
      '_id', $7::uuid, 'identification', identificacion, 'ownerName', owner_name, 'status', true,
      'createAt', to_char($9::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'urlCodeQr', $11::text, 'message', '${voucherCreated}', 'monto', $5::bigint, 'uuid', $3::uuid
    ) || case when $10::timestamptz is null then '{}'::jsonb else jsonb_build_object('expiresAt',
      to_char($10::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end else '{}'::jsonb end as answer
  from outcome
), kept as (
  insert into receipt (op_id, body_hash, refusal, answer, recorded_at)
  select $1, $2, refusal, answer, $9::timestamptz from answered where refusal is distinct from 'FORBIDDEN'
)
select $2 as "bodyHash", refusal, answer, false as replayed from answered
union all
select body_hash, refusal, answer, true from seen
`;

export type TopUpAtPoint = TopUpEntry & {
  /** Maximum of one top-up, smallest unit shown. */
  max: number;
};

/**
 * Records a top-up of the signed-in point: loads, decides, posts. A replay gets its answer whatever the till
 * holds by then. A refusal by a full till is stored: the customer was sent away, and a late copy of the call
 * must not issue the voucher after all.
 */
export async function topUpAtPoint(
  session: Session,
  entry: TopUpAtPoint,
): Promise<StoredAnswer<TopUpReceipt>> {
  const { op: opId, hash: bodyHash, amount, max, topUpPoint: point, recordedAt } = entry;
  const known = await findReceipt(session, { opId, bodyHash });
  if (known === 'reused') return keyReused;
  if (known) return toStoredAnswer(known, bodyHash, (answer) => topUpReceiptSchema.parse(answer), true);
  const till = await lockTillRoom(session, point);
  const decision = decideTopUp({ amount }, { ...checkedAsPosted, max, isApproved: false, till }, null);
  if (decision.kind === 'refuse') {
    const { code, left } = decision;
    if (code === 'TILL_FULL')
      await insertReceipts(session, [{ opId, bodyHash, refusal: code, answer: { left } }], recordedAt);
    return { kind: 'refused', code, max, ...(left === undefined ? {} : { left }), replayed: false };
  }
  if (decision.kind !== 'post') throw new Error(`a call is answered at once: ${decision.kind}`);
  return postTopUpIn(session, entry);
}
