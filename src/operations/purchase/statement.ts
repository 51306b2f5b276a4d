import { isActive, isSamePerson } from '#src/server/store/records/people.ts';

/**
 * Purchases that are paid, as one statement: $1 a JSON array of PurchaseAct, no voucher and no operation id
 * twice in it, sorted by voucher; $2 the time they are recorded. Returns one row per paid entry. It is
 * `postPurchaseIn` (post.ts) compiled into SQL for a sale that the rule allows. It writes nothing for
 * any other entry, which the caller posts with `postPurchaseIn`: that finds its receipt or decides a refusal.
 *
 * Each table is written once. The voucher's row is lock and guard at once (`balance >= price`); under READ
 * COMMITTED a waiting update evaluates the newest row again.
 *
 * Two copies of one operation at once may both pass `fresh`. One fails at the unique key of `receipt` and
 * `movement` (23505), its whole statement is rolled back, and its retry finds the receipt.
 *
 * `kind` is always 'purchase'. Comparing it makes the planner expect one row instead of a hundred, so that
 * every table is reached by its key. A plan with a hash or merge join, made while the tables were empty and
 * kept by the prepared statement, would read the whole of `receipt` at each purchase. A subquery with a limit,
 * `any (array(...))` and a lateral row leave the planner no such join.
 *
 * The credit between markets is read here and held by the trigger of `posting` (0001-baseline.sql): when
 * simultaneous sales exceed it together, one statement fails with 40001, and each of its sales is decided alone.
 *
 * A link may carry the id of a customer that was merged since, and so may the voucher: their rows are read
 * only when the two ids differ.
 *
 * A voucher of another market pays over the clearing accounts of both, which are looked up only then: no account has
 * the owner null.
 */
export const purchaseStatement = `
with entry as (
  select * from jsonb_to_recordset($1::text::jsonb) as e (
    n int, kind text, op text, hash text, voucher uuid, customer uuid, stall uuid, price bigint,
    movement uuid, code text, actor uuid
  )
  where e.kind = 'purchase'
), fresh as (
  select e.*, s.market_id as stall_market, s.stall_name, s.points_every
  from entry e
  cross join lateral (
    select s.market_id, s.stall_name, (select m.points_every from market m where m.id = s.market_id)
    from person s
    where s.id = e.stall and s.user_type = 'ESTANTE' and ${isActive('s')}
      and (select ${isActive('g')} from person g where g.id = s.market_id)
    limit 1
  ) s
  where (select r.op_id from receipt r where r.op_id = e.op limit 1) is null
), paid as (
  update voucher v set balance = v.balance - f.price
  from fresh f
  where v.id = any (array(select voucher from fresh)) and v.id = f.voucher
    and ${isSamePerson('v.owner_id', 'f.customer')}
    and v.blocked_at is null and (v.expires_at is null or v.expires_at > $2::timestamptz)
    and f.price > 0 and v.balance >= f.price
    and (v.market_id = f.stall_market or f.price <= credit_left(v.market_id))
  returning f.*, v.balance as remaining, v.owner_id as owner, v.market_id as issuer,
    case when v.market_id <> f.stall_market then v.market_id end as owing_market,
    case when v.market_id <> f.stall_market then f.stall_market end as owed_market,
    case when f.points_every > 0 then f.price / f.points_every else 0 end as points
), moved as (
  insert into movement (id, kind, reference, recorded_by, recorded_at)
  select movement, 'purchase', op, actor, $2::timestamptz from paid
), posted as (
  insert into posting (movement_id, leg, account_id, amount)
  select p.movement, leg.leg, leg.account, leg.amount
  from paid p
  left join ledger_account owing on owing.kind = 'clearing' and owing.owner_id = p.owing_market
  left join ledger_account owed on owed.kind = 'clearing' and owed.owner_id = p.owed_market
  cross join lateral (
    values (1, p.voucher, -p.price), (2, p.stall, p.price), (3, owing.id, p.price), (4, owed.id, -p.price)
  ) as leg (leg, account, amount)
  where leg.account is not null
), bought as (
  insert into purchase
    (movement_id, code, voucher_id, customer_id, stall_id, market_id, amount, points, recorded_at)
  select movement, code, voucher, owner, stall, stall_market, price, points, $2::timestamptz from paid
), earned as (
  insert into points_entry (movement_id, leg, customer_id, market_id, points, recorded_at)
  select movement, 1, owner, stall_market, points, $2::timestamptz from paid where points > 0
), answered as (
  select p.n, p.op, p.hash, jsonb_build_object(
    'codeCompra', p.code, 'nuevoSaldo', p.remaining, 'price', p.price, 'estanteName', p.stall_name,
    'userName', c.owner_name, 'codeQrUuid', p.voucher, 'points', p.points,
    'createAt', to_char($2::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) as answer
  from paid p
  left join lateral (select owner_name from person c where c.id = p.owner limit 1) c on true
), kept as (
  insert into receipt (op_id, body_hash, answer, recorded_at)
  select op, hash, answer, $2::timestamptz from answered
)
select n, answer from answered
`;
