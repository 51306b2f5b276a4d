import type { Amount, OpId, Pesos, VoucherId } from '#src/contract/brands.ts';
import { pinGivenMs, spentWithoutPin, type PinFacts } from '#src/domain/voucher/voucher-pin.ts';
import type { Session } from '#src/server/store/database.ts';

/** A sale that may need the PIN of its voucher. */
export type PinnedSale = { op: OpId; voucher: VoucherId; stall: string; price: Pesos };

/** Returns SQL that is true when the PIN was given for this sale, at most `pinGivenMs` before $2, its recording time. */
export function isPinGiven(entry: string): string {
  return `exists (select 1 from pin_given g where g.op_id = ${entry}.op and g.voucher_id = ${entry}.voucher
    and g.stall_id = ${entry}.stall and g.price = ${entry}.price
    and g.given_at > $2::timestamptz - interval '${pinGivenMs} milliseconds')`;
}

/** Returns the state of the PIN for one sale. `pinFree` is the locked voucher's; without a PIN nothing is read. */
export async function readPinFacts(
  session: Session,
  pinFree: Amount | null,
  { op, voucher, stall, price }: PinnedSale,
  now: Date,
): Promise<PinFacts> {
  if (pinFree === null) return null;
  const { rowCount } = await session.query({
    name: 'pin-of-sale',
    text: `select 1 from (select $1::text as op, $3::uuid as voucher, $4::uuid as stall, $5::bigint as price) as e
      where ${isPinGiven('e')}`,
    values: [op, now, voucher, stall, price],
  });
  return { free: pinFree, isGiven: rowCount > 0 };
}

/** Counts the sum that a sale took without the PIN. The voucher is locked; a void does not return it. */
export async function countWithoutPin(
  session: Session,
  voucher: VoucherId,
  pin: PinFacts,
  taken: Pesos,
): Promise<void> {
  const spent = spentWithoutPin(pin, taken);
  if (spent === 0) return;
  await session.query({
    name: 'count-without-pin',
    text: 'update voucher set pin_free = pin_free - $2 where id = $1',
    values: [voucher, spent],
  });
}

/** Sets the PIN of a voucher, once. `free`: balance that it gives without the PIN. Returns false when it has a PIN already. */
export async function setPin(
  session: Session,
  voucher: VoucherId,
  chosen: { hash: string; free: Pesos; by: string; at: Date },
): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'set-pin',
    text: `with chosen as (
        insert into voucher_pin (voucher_id, pin_hash, chosen_by, chosen_at) values ($1, $2, $4, $5)
        on conflict do nothing returning voucher_id
      )
      update voucher v set pin_free = $3 from chosen c where v.id = c.voucher_id`,
    values: [voucher, chosen.hash, chosen.free, chosen.by, chosen.at],
  });
  return rowCount === 1;
}

/** Records a correct PIN for one sale: wrong tries are cleared, and the sum without the PIN starts again. */
export async function notePinGiven(
  session: Session,
  { op, voucher, stall, price }: PinnedSale,
  { free, at }: { free: Pesos; at: Date },
): Promise<void> {
  await session.query({
    name: 'pin-was-right',
    text: `with tries as (update voucher_pin set misses = 0 where voucher_id = $1)
      update voucher set pin_free = $2 where id = $1`,
    values: [voucher, free],
  });
  // Each removes more than it leaves: nothing grows, and no timer is needed.
  await session.query({
    name: 'forget-given-pins',
    text: `delete from pin_given where op_id = any (array(
      select op_id from pin_given where given_at < $1 order by given_at limit 10 for update skip locked))`,
    values: [new Date(at.getTime() - 2 * pinGivenMs)],
  });
  await session.query({
    name: 'note-pin-given',
    text: `insert into pin_given (op_id, voucher_id, stall_id, price, given_at) values ($1, $2, $3, $4, $5)
      on conflict (op_id) do update set voucher_id = excluded.voucher_id, stall_id = excluded.stall_id,
        price = excluded.price, given_at = excluded.given_at`,
    values: [op, voucher, stall, price, at],
  });
}
