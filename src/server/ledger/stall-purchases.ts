import type { ChargedPurchase } from '#src/domain/purchase/refusal-sentence.ts';
import { dayStartIn } from '#src/domain/time/market-clock.ts';
import { chargedInstead, isQueued, type StallPurchase } from '#src/operations/purchase/rule.ts';
import type { Pesos, VoucherId } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';

/** Wait of a holder's purchase on their device. `dayStartMs`: from midnight UTC to the market's. */
export type Waited = { since: Date; dayStartMs: number };

/** Returns what the entry of a holder's purchase says about its wait. `occurredAt`: ms since 1970. */
export function waitedSince(occurredAt: number, arrivedAt: Date, timeZone: string): { waited?: Waited } {
  if (!isQueued(occurredAt, arrivedAt.getTime())) return {};
  return { waited: { since: new Date(occurredAt), dayStartMs: dayStartIn(arrivedAt, timeZone) } };
}

/**
 * Returns the stall's own sale that has charged instead of this purchase while it waited on its holder's device, or
 * null. Call it with the voucher locked, so that such a sale comes before or after, never between.
 */
export async function findChargedInstead(
  session: Session,
  { voucher, stall, price, waited }: { voucher: VoucherId; stall: string; price: Pesos; waited?: Waited },
): Promise<ChargedPurchase | null> {
  if (!waited) return null;
  const { since, dayStartMs } = waited;
  const { rows } = await session.query<{
    code: string;
    price: number;
    stall: string;
    recordedAt: Date;
    isVoided: boolean;
  }>({
    name: 'stall-sales-since',
    text: `select b.code, b.amount as price, s.stall_name as stall, b.recorded_at as "recordedAt",
        exists (select 1 from purchase_void x where x.purchase_id = b.movement_id) as "isVoided"
      from purchase b join movement m on m.id = b.movement_id join person s on s.id = b.stall_id
      where b.voucher_id = $1 and b.stall_id = $2 and b.recorded_at >= $3 and m.recorded_by = b.stall_id
      order by b.recorded_at desc`,
    values: [voucher, stall, since],
  });
  const stallPurchases = rows.map(
    ({ code, price: amount, stall: name, recordedAt, isVoided }): StallPurchase => ({
      price: amount,
      recordedAt: recordedAt.getTime(),
      isVoided,
      charged: { stall: name, amount, hour: hourOf(recordedAt, dayStartMs), code },
    }),
  );
  return chargedInstead({ price, occurredAt: since.getTime(), stallPurchases });
}

/** "14:50", "9:05" */
function hourOf(at: Date, dayStartMs: number): string {
  const [hour, minute = ''] = new Date(at.getTime() - dayStartMs).toISOString().slice(11, 16).split(':');
  return `${String(Number(hour))}:${minute}`;
}
