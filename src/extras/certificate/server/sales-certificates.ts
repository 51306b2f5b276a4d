import { addDays, dayOf } from '#src/domain/time/market-clock.ts';
import type { CertificateQuery, CertificateText } from '#src/extras/certificate/contract/schemas.ts';
import {
  certificateMessage,
  type MonthOfSales,
  writeCertificate,
} from '#src/extras/certificate/domain/sales-certificate.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { CashDeps } from '#src/server/cash/tills.ts';
import { type LedgerDay, readStallDays } from '#src/server/ledger/days/day-sums.ts';
import { idOfText } from '#src/server/records/id-of-text.ts';
import type { Session } from '#src/server/store/database.ts';
import { currentIssuingKey, type IssuingKeyDeps } from '#src/server/vouchers/issuing-keys.ts';

export type CertificateDeps = CashDeps & IssuingKeyDeps;

/**
 * Constancia de ventas: signs the ledger's figures for a stall's month or year, up to today, with the key
 * that signs vouchers. Nothing is stored: a repeated request creates a new certificate.
 */
export async function makeCertificate(
  deps: CertificateDeps,
  actor: Actor,
  { period, estanteId }: CertificateQuery,
): Promise<Answer<CertificateText>> {
  const stallId = actor.userType === 'ESTANTE' ? actor.id : (estanteId ?? '');
  const stall = await readStall(deps.database, stallId, ownMarket(actor));
  const now = deps.now();
  const { from, to } = daysOf(period);
  const today = dayOf(now, deps.timeZone);
  if (!stall || from > today) return refuse('NOT_FOUND');
  const until = to < today ? to : today;
  const days = await readStallDays(deps.database, deps.timeZone, { stall: stallId, from, to: until });
  const key = await currentIssuingKey(deps);
  const certificate = {
    kid: key.kid,
    year: Number(period.slice(0, 4)),
    month: period.length > 4 ? Number(period.slice(5)) : null,
    issuedAt: Math.floor(now.getTime() / 60_000) * 60_000,
    until: Date.parse(until),
    daysSold: days.filter(({ movement, count }) => movement === 'purchase' && count > 0).length,
    ...stall,
    months: monthsOf(days),
  };
  return done({ text: writeCertificate(certificate, key.sign(certificateMessage(certificate))) });
}

/** Returns the first and last day of "2026" or "2026-10". */
function daysOf(period: string): { from: string; to: string } {
  if (period.length === 4) return { from: `${period}-01-01`, to: `${period}-12-31` };
  const [year = 0, month = 0] = period.split('-').map(Number);
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
  return { from: `${period}-01`, to: addDays(next, -1) };
}

/** Returns the months with movements, in order. */
function monthsOf(days: readonly LedgerDay[]): MonthOfSales[] {
  const months = new Map<number, MonthOfSales>();
  for (const { day, movement, count, total } of days) {
    const month = Number(day.slice(5, 7));
    const before = months.get(month) ?? { month, count: 0, sold: 0, voided: 0, deducted: 0, paid: 0 };
    months.set(month, added(before, movement, count, total));
  }
  return [...months.values()]
    .filter(({ count, voided, deducted, paid }) => count > 0 || voided > 0 || deducted !== 0 || paid > 0)
    .toSorted((one, other) => one.month - other.month);
}

/**
 * Adds the effect of one kind of movement on the stall's account. A loss assigned to the stall is neither a sale nor a
 * payment.
 */
function added(of: MonthOfSales, movement: string, count: number, total: number): MonthOfSales {
  if (movement === 'purchase') return { ...of, count: of.count + count, sold: of.sold + total };
  if (movement === 'void') return { ...of, voided: of.voided - total };
  if (movement === 'deduction' || movement === 'deduction-void')
    return { ...of, deducted: of.deducted - total };
  return movement === 'payout' ? { ...of, paid: of.paid - total } : of;
}

type Named = { marketCode: string; marketName: string; stallName: string; ownerName: string };

async function readStall(session: Session, stallId: string, market: string): Promise<Named | undefined> {
  const { rows } = await session.query<Named>({
    name: 'stall-to-certify',
    text: `select m.code as "marketCode", m.name as "marketName", s.stall_name as "stallName",
        s.owner_name as "ownerName"
      from person s join market m on m.id = s.market_id
      where s.id = $1 and s.market_id = $2 and s.user_type = 'ESTANTE'`,
    values: [idOfText(stallId), market],
  });
  return rows[0];
}
