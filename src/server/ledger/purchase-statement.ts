import { isActive, isSamePerson } from '#src/server/records/active-person.ts';
import { isPinGiven } from './pin/voucher-pin.ts';

/**
 * Purchases, as one statement: $1 a JSON array of PurchaseEntry, no voucher and no operation id twice in it,
 * sorted by voucher; $2 the time they are recorded. Returns one row per entry. It is `postPurchaseIn`
 * (purchases.ts) compiled into SQL.
 *
 * Each table is written once. The voucher's row is lock and guard at once (`balance >= price`); under READ
 * COMMITTED a waiting update evaluates the newest row again. The snapshot of this statement may be older. If
 * it showed enough and the update found less, the row says RACE, nothing of that entry is written, and the
 * caller posts it again.
 *
 * Two copies of one operation at once may both pass `fresh`. One fails at the unique key of `receipt` and
 * `movement` (23505), its whole statement is rolled back, and its retry finds the receipt.
 *
 * `kind` is always 'purchase'. Comparing it makes the planner expect one row instead of a hundred, so that
 * every table is reached by its key. A plan with a hash join, made while the tables were small and kept by
 * the prepared statement, would read the whole of `receipt` at each purchase. Vouchers and customers are
 * named by `any (array(...))` or a lateral row for the same reason.
 *
 * The credit limit between markets is read and not locked: simultaneous sales may exceed it together.
 *
 * A link may carry the id of a customer that was merged since, and so may the voucher: their rows are read
 * only when the two ids differ.
 *
 * Signs: a liability is positive (voucher, stall), so a purchase moves from voucher to stall. When the
 * voucher was sold by another market, that market owes the stall's (clearing + and -), and each market still
 * sums to 0.
 */
export const purchaseStatement = `
with entry as (
  select * from jsonb_to_recordset($1::text::jsonb) as e (
    n int, kind text, op text, hash text, voucher uuid, customer uuid, stall uuid, price bigint,
    movement uuid, code text, actor uuid
  )
  where e.kind = 'purchase'
), seen as (
  select e.n, r.body_hash, r.refusal, r.answer
  from entry e join receipt r on r.op_id = e.op
), fresh as (
  select e.*, s.market_id as stall_market, s.stall_name, s.points_every
  from entry e
  left join lateral (
    select s.market_id, s.stall_name, m.points_every
    from person s join market m on m.id = s.market_id join person g on g.id = s.market_id
    where s.id = e.stall and s.user_type = 'ESTANTE' and ${isActive('s')}
      and ${isActive('g')}
    limit 1
  ) s on true
  where not exists (select 1 from receipt r where r.op_id = e.op)
), paid as (
  update voucher v set balance = v.balance - f.price,
    pin_free = case when v.pin_free is null or ${isPinGiven('f')} then v.pin_free else v.pin_free - f.price end
  from fresh f
  where v.id = any (array(select voucher from fresh)) and v.id = f.voucher
    and ${isSamePerson('v.owner_id', 'f.customer')}
    and f.stall_market is not null
    and v.blocked_at is null and (v.expires_at is null or v.expires_at > $2::timestamptz)
    and f.price > 0 and v.balance >= f.price
    and (v.pin_free is null or v.pin_free >= f.price or ${isPinGiven('f')})
    and (v.market_id = f.stall_market or f.price <= credit_left(v.market_id))
  returning f.n, v.balance as remaining, v.market_id as issuer
), known as (
  select f.n, v.id, v.market_id, v.balance, v.pin_free, v.blocked_at is not null as blocked, v.closed_as,
    v.expires_at is not null and v.expires_at <= $2::timestamptz as expired, c.id as owner, c.owner_name
  from fresh f
  left join lateral (
    select * from voucher v where v.id = f.voucher and ${isSamePerson('v.owner_id', 'f.customer')} limit 1
  ) v on true
  left join lateral (select id, owner_name from person c where c.id = v.owner_id limit 1) c on true
), outcome as (
  select f.*, p.remaining, p.issuer, k.owner, k.owner_name, coalesce(k.balance, 0) as seen_balance,
    case when p.n is not null and f.points_every > 0 then f.price / f.points_every else 0 end as points,
    case
      when p.n is not null then null
      when f.stall_market is null then 'UNKNOWN_STALL'
      when k.id is null then 'UNKNOWN_VOUCHER'
      when k.closed_as = 'voided' then 'VOUCHER_VOIDED'
      when k.closed_as = 'refunded' then 'VOUCHER_REFUNDED'
      when k.closed_as = 'joined' then 'VOUCHER_JOINED'
      when k.blocked then 'VOUCHER_BLOCKED'
      when k.balance = 0 and k.closed_as is distinct from 'expired' then 'VOUCHER_SPENT'
      when k.expired then 'VOUCHER_EXPIRED'
      when k.balance < f.price then 'INSUFFICIENT_BALANCE'
      when k.pin_free < f.price and not ${isPinGiven('f')} then 'PIN_NEEDED'
      when k.market_id <> f.stall_market and f.price > credit_left(k.market_id) then 'CLEARING_LIMIT'
      else 'RACE'
    end as refusal
  from fresh f join known k on k.n = f.n left join paid p on p.n = f.n
), moved as (
  insert into movement (id, kind, reference, recorded_by, recorded_at)
  select movement, 'purchase', op, actor, $2::timestamptz from outcome where refusal is null
), posted as (
  insert into posting (movement_id, leg, account_id, amount)
  select o.movement, leg.leg, leg.account, leg.amount
  from outcome o
  left join ledger_account owing on owing.kind = 'clearing' and owing.owner_id = o.issuer and o.issuer <> o.stall_market
  left join ledger_account owed
    on owed.kind = 'clearing' and owed.owner_id = o.stall_market and o.issuer <> o.stall_market
  cross join lateral (
    values (1, o.voucher, -o.price), (2, o.stall, o.price), (3, owing.id, o.price), (4, owed.id, -o.price)
  ) as leg (leg, account, amount)
  where o.refusal is null and leg.account is not null
), bought as (
  insert into purchase
    (movement_id, code, voucher_id, customer_id, stall_id, market_id, amount, points, recorded_at)
  select movement, code, voucher, owner, stall, stall_market, price, points, $2::timestamptz
  from outcome where refusal is null
), earned as (
  insert into points_entry (movement_id, leg, customer_id, market_id, points, recorded_at)
  select movement, 1, owner, stall_market, points, $2::timestamptz
  from outcome where refusal is null and points > 0
), answered as (
  select n, op, hash, refusal,
    case when refusal is null then jsonb_build_object(
      'codeCompra', code, 'nuevoSaldo', remaining, 'price', price, 'estanteName', stall_name,
      'userName', owner_name, 'codeQrUuid', voucher, 'points', points,
      'createAt', to_char($2::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) else jsonb_build_object('left', seen_balance) end as answer
  from outcome
), kept as (
  insert into receipt (op_id, body_hash, refusal, answer, recorded_at)
  select op, hash, refusal, answer, $2::timestamptz from answered where refusal is distinct from 'RACE'
)
select n, hash as "bodyHash", refusal, answer, false as replayed from answered
union all
select n, body_hash, refusal, answer, true from seen
`;
