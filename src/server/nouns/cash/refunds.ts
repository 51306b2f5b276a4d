import { calls } from '#src/contract/calls.ts';
import type { RefundablePage, RefundPage, Refundable, Refund } from '#src/contract/vouchers/refund.ts';
import { refundVouchers, refundCode } from '#src/operations/refund/post.ts';
import { marketScope, ownMarket, type Actor } from '#src/server/actor.ts';
import { staffCall } from '#src/server/http/staff-operation.ts';
import { issuedByColumn, voucherState, type VoucherStateRow } from '#src/server/ledger/vouchers.ts';
import { newestFirst, placeOf, type Dated, type PageAsked } from '#src/server/store/records/paging.ts';
import { isNamed, peopleNamed } from '#src/server/store/records/people-named.ts';
import { endOfWalk, mostWalked } from '#src/server/store/records/walk.ts';
import type { CashDeps } from './tills.ts';

/** devolución: refunds the balances of these vouchers by the market's decision, exactly once, all or none. */
export const refund = staffCall(calls.refund, (_deps, actor, { vouchers, reason }) => {
  const market = ownMarket(actor);
  return (session, act) => refundVouchers(session, { ...act, market, vouchers, reason });
});

type Row = VoucherStateRow & Omit<Dated<Refundable>, 'monto' | 'state'> & { issued_by: string };

/** Orders vouchers without revealing their ids, which are bearer secrets. */
const shown = 'md5(v.id::text)::uuid';

/** Returns a market's vouchers with a balance that it may refund (`decideRefund`), newest first. */
export async function listRefundable(
  { database, now: clock }: CashDeps,
  actor: Actor,
  query: PageAsked & { q?: string | undefined },
): Promise<RefundablePage> {
  const now = clock();
  const { limit, cursor, after } = placeOf(query);
  const named = query.q ? await peopleNamed(database, query.q) : null;
  const open = `v.market_id = $1 and v.is_open and (v.expires_at is null or v.expires_at > $2 or v.closed_as is not null)
        and ($3::timestamptz is null or (v.created_at, ${shown}) < ($3, $4::uuid))`;
  const values = [ownMarket(actor), now, ...after];
  const walk = {
    rows: `from voucher v where ${open}`,
    by: 'v.created_at',
    values,
    cursor,
    most: mostWalked.vouchers,
  };
  const end = named?.ids === null ? await endOfWalk(database, walk) : null;
  const { rows } = await database.query<Row>({
    name: 'refundable',
    text: `select ${shown} as id, ${issuedByColumn}, c.id as "clientId", c.owner_name as "ownerName", c.identificacion,
        v.short_code as "shortCode", v.balance, v.blocked_at, v.expires_at, v.closed_as, v.created_at as at
      from voucher v join person c on c.id = v.owner_id
      where ${open} and ${isNamed(named, '$5', { id: 'v.owner_id', text: 'c.search_text' })}
        and ${end === null ? '$7::timestamptz is null' : 'v.created_at >= $7'}
      order by v.created_at desc, ${shown} desc limit $6`,
    values: [...values, named && (named.ids ?? named.patterns), limit + 1, end?.at ?? null],
  });
  return newestFirst(
    rows,
    limit,
    ({ issued_by: _id, balance, blocked_at, expires_at, closed_as, ...row }, createAt) => ({
      ...row,
      _id,
      monto: balance,
      state: voucherState({ balance, blocked_at, expires_at, closed_as }, now),
      createAt,
    }),
    end,
  );
}

/** Returns a market's refunds, newest first; null for all markets. */
export async function listRefunds(
  { database }: CashDeps,
  actor: Actor,
  page: PageAsked,
): Promise<RefundPage> {
  const market = marketScope(actor);
  const { limit, after } = placeOf(page);
  const { rows } = await database.query<Omit<Dated<Refund>, 'code'> & { number: number }>({
    name: 'refunds',
    text: `select r.movement_id as id, r.number, c.owner_name as "ownerName", c.identificacion, v.short_code as "shortCode",
        r.amount as monto, r.reason, coalesce(p.owner_name, '') as "decidedBy", r.recorded_at as at
      from refund r join voucher v on v.id = r.voucher_id join person c on c.id = r.customer_id
        join movement m on m.id = r.movement_id left join person p on p.id = m.recorded_by
      where ${market === null ? '$1::uuid is null' : 'r.market_id = $1'}
        and ($2::timestamptz is null or (r.recorded_at, r.movement_id) < ($2, $3::uuid))
      order by r.recorded_at desc, r.movement_id desc limit $4`,
    values: [market, ...after, limit + 1],
  });
  return newestFirst(rows, limit, ({ number, ...row }, createAt) => ({
    ...row,
    code: refundCode(number),
    createAt,
  }));
}
