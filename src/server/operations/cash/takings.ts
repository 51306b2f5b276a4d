import { toAmount, type MarketId, type Pesos } from '#src/contract/brands.ts';
import type { TakingsReceipt, TakingsVerdict } from '#src/contract/takings/schemas.ts';
import { decideTakings, heldSales, type ReviewedDay } from '#src/domain/operations/cash/takings.ts';
import { lockStallDues } from '#src/server/ledger/accounts.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { refused, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import { readReview, readSalesOfDays } from '#src/server/ledger/takings.ts';
import type { Session } from '#src/server/store/database.ts';

export type TakingsEntry = StaffEntry & {
  market: MarketId;
  stall: string;
  /** Amount on the screen, smallest unit shown. */
  seen: Pesos;
  verdict: TakingsVerdict;
};

/**
 * Releases a stall's sales under review or keeps them there, by a person of the market: loads, decides,
 * writes. No money moves.
 */
export async function reviewStall(session: Session, entry: TakingsEntry): Promise<Outcome<TakingsReceipt>> {
  const { market, stall, seen, verdict, recordedAt } = entry;
  const name = await readStallName(session, stall, market);
  // Uses the lock of payouts, which therefore see a release whole or not at all.
  if (name !== null) await lockStallDues(session, stall);
  const days = name === null ? null : await readReview(session, stall);
  const decision = decideTakings(entry, days);
  if (decision.kind === 'refuse') return refused(decision.code, decision.left);
  const counts = await countSales(session, stall, days ?? []);
  let sales = 0;
  for (const { day, reason, amount } of decision.plan) {
    const count = Math.max(1, counts.get(`${day} ${reason}`) ?? 0);
    sales += count;
    await session.query({
      name: 'insert-taking-review',
      text: `insert into taking_review (id, stall_id, day, reason, verdict, amount, sales, recorded_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [uuidV7(), stall, day, reason, verdict, amount, count, recordedAt],
    });
  }
  const createAt = recordedAt.toISOString();
  return {
    ok: true,
    receipt: { estanteId: stall, estanteName: name ?? '', verdict, monto: toAmount(seen), sales, createAt },
  };
}

/** Counts sales under review, by "2026-11-25 UNUSUAL". */
async function countSales(
  session: Session,
  stall: string,
  days: readonly ReviewedDay[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [day, sales] of await readSalesOfDays(session, stall, days))
    for (const { reason } of heldSales(sales, day))
      counts.set(`${day.day} ${reason}`, (counts.get(`${day.day} ${reason}`) ?? 0) + 1);
  return counts;
}

async function readStallName(session: Session, stall: string, market: MarketId): Promise<string | null> {
  const { rows } = await session.query<{ name: string }>({
    name: 'stall-to-review',
    text: `select stall_name as name from person where id = $1 and market_id = $2 and user_type = 'ESTANTE'`,
    values: [stall, market],
  });
  return rows[0]?.name ?? null;
}
