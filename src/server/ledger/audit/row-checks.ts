import { lineageOf } from '#src/server/ledger/vouchers.ts';

/**
 * Rows that name a person. Duplicate customers are compared by the customer into whom they were merged.
 * `/since/` marks the place of the condition.
 */
const isOther = (one: string, other: string): string =>
  `coalesce(${one}.merged_into, ${one}.id) <> coalesce(${other}.merged_into, ${other}.id)`;

const points = (rows: string, detail: string): string =>
  `select 'Points of movement ' || e.movement_id || ' are not of the customer and the market of its row.' as finding
    from points_entry e join movement m on m.id = e.movement_id ${rows}
      join person p on p.id = e.customer_id join person c on c.id = ${detail}.customer_id
    where (e.market_id <> ${detail}.market_id or ${isOther('p', 'c')}) /since/`;

export const rowChecks = [
  {
    name: 'audit-purchase-customers',
    since: 'and m.xid >= $1',
    text: `select 'Purchase ' || b.code || ' names customer ' || c.id || ', its voucher belongs to ' || o.id || '.' as finding
      from purchase b join movement m on m.id = b.movement_id join voucher v on v.id = b.voucher_id
        join person c on c.id = b.customer_id join person o on o.id = v.owner_id
      where ${isOther('c', 'o')} /since/`,
  },
  {
    name: 'audit-credits-of-voids',
    since: 'and m.xid >= $1',
    text: `select 'Void ' || m.id || ' credits voucher ' || v.voucher_id || ', which does not follow the one of its purchase.' as finding
      from purchase_void v join movement m on m.id = v.movement_id join purchase b on b.movement_id = v.purchase_id
      where v.voucher_id <> b.voucher_id and v.voucher_id not in (${lineageOf('b.voucher_id')}) /since/`,
  },
  {
    name: 'audit-points-of-purchases',
    since: 'and m.xid >= $1',
    text: points('join purchase b on b.movement_id = e.movement_id', 'b'),
  },
  {
    name: 'audit-points-of-voids',
    since: 'and m.xid >= $1',
    text: points(
      'join purchase_void v on v.movement_id = e.movement_id join purchase b on b.movement_id = v.purchase_id',
      'b',
    ),
  },
  {
    name: 'audit-points-of-redemptions',
    since: 'and m.xid >= $1',
    text: points('join redemption x on x.movement_id = e.movement_id', 'x'),
  },
] as const;
