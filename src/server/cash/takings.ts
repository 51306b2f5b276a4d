import { toAmount, type Amount, type Pesos } from '#src/contract/brands.ts';
import {
  mostHeldSales,
  takingsReasons,
  takingsVerdictSchema,
  type HeldSale,
  type HeldStall,
  type Takings,
  type TakingsCommand,
  type TakingsReceipt,
} from '#src/contract/takings/schemas.ts';
import { heldInReview, heldSales, isKept, type ReviewedDay } from '#src/domain/operations/cash/takings.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { readReview, readSalesOfDays, type SaleOfDay } from '#src/server/ledger/takings.ts';
import { reviewStall } from '#src/server/operations/cash/takings.ts';
import { readAccountsOf } from '#src/server/records/people.ts';
import type { Session } from '#src/server/store/database.ts';
import { readHeld } from './reads.ts';
import type { CashDeps } from './tills.ts';

type NamedStall = { id: string; stall_name: string };
type SalesOfDay = [ReviewedDay, SaleOfDay[]];
type Waiting = { sale: SaleOfDay; held: Pesos; reason: HeldSale['reason'] };

/** Market days shown beside those under review. */
const daysShown = 8;

/** Returns the market's stalls with sales under review, largest amount first. */
export async function listHeldStalls(deps: CashDeps, actor: Actor): Promise<HeldStall[]> {
  const stalls = await readAccountsOf(deps.database, 'ESTANTE', { marketId: ownMarket(actor), id: null });
  const ids = stalls.map(({ id }) => id);
  const held = await readHeld(deps.database, ids);
  return readHeldAmong(
    deps.database,
    stalls.filter(({ id }) => (held.get(id)?.inReview ?? 0) > 0),
  );
}

/** Returns those of these stalls with sales under review, largest amount first. */
export async function readHeldAmong(session: Session, stalls: readonly NamedStall[]): Promise<HeldStall[]> {
  const found: HeldStall[] = [];
  for (const stall of stalls) {
    const days = await readReview(session, stall.id);
    const sales = await readSalesOfDays(session, stall.id, days);
    found.push(summaryOf(stall, days, waitingAmong(sales)));
  }
  return found.filter((one) => one.held > 0).sort((one, other) => other.held - one.held);
}

/** Returns a stall's takings, to the stall and its market. */
export async function readTakings(
  deps: CashDeps,
  actor: Actor,
  { estanteId }: { estanteId: string },
): Promise<Answer<Takings>> {
  if (actor.userType === 'ESTANTE' && actor.id !== estanteId) return refuse('UNKNOWN_STALL');
  const of = { marketId: ownMarket(actor), id: estanteId };
  const [stall] = await readAccountsOf(deps.database, 'ESTANTE', of);
  if (!stall) return refuse('UNKNOWN_STALL');
  const days = await readReview(deps.database, estanteId);
  const sales = await readSalesOfDays(deps.database, estanteId, days);
  const waiting = waitingAmong(sales);
  return done({
    ...summaryOf(stall, days, waiting),
    days: shownDays(days, sales),
    rows: waiting.slice(0, mostHeldSales).map(toRow),
    released: await readReleased(deps.database, estanteId),
  });
}

/** Liberar o dejar en revisión, exactly once. */
export const reviewTakings: StaffCall<CashDeps, TakingsCommand, TakingsReceipt> = (
  deps,
  actor,
  command,
  opId,
) => {
  const market = ownMarket(actor);
  const { estanteId: stall, monto: seen, verdict } = command;
  return recordStaffOperation(
    deps,
    { kind: 'taking-review', actor, body: command, opId, receiptSchema: takingsVerdictSchema },
    (session, entry) => reviewStall(session, { ...entry, market, stall, seen, verdict }),
    ({ estanteName: name, monto, sales }) => [
      {
        kind: verdict === 'RELEASED' ? 'takings-released' : 'takings-kept',
        marketId: market,
        subject: { type: 'ESTANTE', id: stall, name },
        after: { monto, sales },
      },
    ],
  );
};

/** Newest first. */
function waitingAmong(sales: readonly SalesOfDay[]): Waiting[] {
  return sales
    .toReversed()
    .flatMap(([day, ofDay]) =>
      heldSales(ofDay, day).map(({ sale, amount: held, reason }) => ({ sale, held, reason })),
    );
}

function summaryOf(
  { id, stall_name }: NamedStall,
  days: readonly ReviewedDay[],
  waiting: readonly Waiting[],
): HeldStall {
  return {
    estanteId: id,
    estanteName: stall_name,
    held: toAmount(heldInReview(days)),
    sales: waiting.length,
    reasons: takingsReasons.filter((reason) => days.some(({ held }) => held[reason] > 0)),
    puntosRecarga: [...new Set(waiting.flatMap(({ sale }) => sale.puntoRecarga ?? []))],
    isKept: isKept(days),
  };
}

function shownDays(days: readonly ReviewedDay[], sales: readonly SalesOfDay[]): Takings['days'] {
  const ofDay = new Map(sales.map(([{ day }, all]) => [day, all]));
  return days
    .filter((day, place) => place >= days.length - daysShown || heldInReview([day]) > 0)
    .map((day) => {
      const all = ofDay.get(day.day) ?? [];
      return {
        day: day.day,
        taken: toAmount(day.taken),
        held: toAmount(heldInReview([day])),
        sales: all.length,
        waiting: heldSales(all, day).length,
        limit: toAmount(day.limit),
        usual: day.usual === null ? null : toAmount(day.usual),
      };
    });
}

function toRow({ sale, held, reason }: Waiting): HeldSale {
  const { codeCompra, recordedAt, userName, voucherId, price, isTyped } = sale;
  const shown = { codeCompra, userName, price, reason, isTyped };
  return {
    ...shown,
    createAt: recordedAt.toISOString(),
    shortCode: shortCodeOf(voucherId),
    held: toAmount(held),
  };
}

/** Returns the latest release since the stall's last payout. */
async function readReleased(session: Session, stall: string): Promise<Takings['released']> {
  const { rows } = await session.query<{ monto: Amount; sales: number; recordedAt: Date }>({
    name: 'released-of-stall',
    text: `select sum(r.amount)::bigint as monto, sum(r.sales)::int as sales, r.recorded_at as "recordedAt" from taking_review r
      where r.stall_id = $1 and r.verdict = 'RELEASED' and r.recorded_at > coalesce(
        (select max(o.recorded_at) from payout o where o.stall_id = $1), '-infinity')
      group by r.recorded_at order by r.recorded_at desc limit 1`,
    values: [stall],
  });
  const [last] = rows;
  return last ? { monto: last.monto, sales: last.sales, createAt: last.recordedAt.toISOString() } : null;
}
