import { toAmount, type MarketId } from '#src/contract/brands.ts';
import { payoutRunSchema, type PayoutRun, type PayoutRunCommand } from '#src/contract/markets/cash.ts';
import { dayOf } from '#src/domain/time/market-clock.ts';
import { ownMarket, type Actor } from '#src/server/http/actor.ts';
import { done, refuse, type Answer } from '#src/server/http/answer.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { lockStallDues, lockTreasury } from '#src/server/ledger/accounts.ts';
import { randomCode, uuidV7 } from '#src/server/ledger/ids.ts';
import { partOf, refused, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';
import { deductedFact, deductedIn, postPayout } from './post-payout.ts';
import { readWays, wayOf } from './payment-ways.ts';
import { readPayoutRun } from './reads.ts';
import type { CashDeps } from './tills.ts';

/**
 * A market pays several of its stalls in one act: one operation, exactly once, all of them or none. Each stall has a payout and
 * a movement of its own, as if it had been paid alone, so that its statement, its day and its live line are those of any payout.
 */
export const payStalls: StaffCall<CashDeps, PayoutRunCommand, PayoutRun> = (deps, actor, command, opId) => {
  const market = ownMarket(actor);
  const { pagos, note = '' } = command;
  return recordStaffOperation(
    deps,
    { kind: 'payout-run', actor, body: command, opId, receiptSchema: payoutRunSchema },
    (session, entry) => postRun(session, { ...entry, market, pagos, note, timeZone: deps.timeZone }),
    ({ codeRun: run, pagos: paid }) =>
      paid.map(({ codePago: code, estanteId: id, estanteName: name, owed, monto, deductions }) => ({
        kind: 'stall-paid',
        marketId: market,
        subject: { type: 'ESTANTE', id, name },
        before: { owed },
        after: { code, monto, ...deductedFact(deductions), owed: owed - monto - deductedIn(deductions), run },
      })),
  );
};

type RunEntry = StaffEntry & {
  market: MarketId;
  pagos: PayoutRunCommand['pagos'];
  note: string;
  timeZone: string;
};

/**
 * Locks are taken in one order, the market's treasury and then its stalls by their ids: two acts wait for each other and never
 * for ever. What each stall is owed is read under its lock, so that a void or another payout is seen whole or comes after.
 */
async function postRun(session: Session, entry: RunEntry): Promise<Outcome<PayoutRun>> {
  const stalls = await readStalls(session, entry);
  if (stalls.size < entry.pagos.length) return refused('UNKNOWN_STALL');
  await lockTreasury(session, entry.market);
  const asked = entry.pagos.toSorted((one, other) => (one.estanteId < other.estanteId ? -1 : 1));
  const dues = new Map<string, { owed: number; payable: number }>();
  const ways = await readWays(
    session,
    asked.map(({ estanteId }) => estanteId),
  );
  let isMoved = false;
  for (const { estanteId, monto, paid, deductions, wayAt } of asked) {
    const { owed, held } = await lockStallDues(session, estanteId);
    const payable = Math.max(0, owed - held);
    dues.set(estanteId, { owed, payable });
    const most = payable - deductedIn(deductions);
    isMoved ||= wayAt !== undefined && wayAt !== wayOf(ways, estanteId).changedAt;
    isMoved ||= monto > most || paid !== (await paidTo(session, estanteId));
  }
  if (isMoved)
    return refused(
      'PAYOUT_MOVED',
      [...dues.values()].reduce((sum, { payable }) => sum + payable, 0),
    );
  const run = await nextCode(session, entry);
  const pagos: PayoutRun['pagos'] = [];
  for (const { estanteId, monto, deductions = [] } of entry.pagos) {
    const code = `G-${randomCode()}`;
    const owed = toAmount(dues.get(estanteId)?.owed ?? 0);
    const { way } = wayOf(ways, estanteId);
    const takenOff = await postPayout(session, entry, {
      id: uuidV7(),
      reference: partOf(entry.op, estanteId),
      code,
      stallId: estanteId,
      marketId: entry.market,
      amount: monto,
      owedBefore: owed,
      note: entry.note,
      runCode: run,
      deductions,
      way,
    });
    const { estanteName = '', ownerName = '' } = stalls.get(estanteId) ?? {};
    pagos.push({ codePago: code, estanteId, estanteName, ownerName, owed, monto, deductions: takenOff, way });
  }
  return {
    ok: true,
    receipt: {
      codeRun: run,
      total: toAmount(pagos.reduce((sum, { monto }) => sum + monto, 0)),
      pagos,
      note: entry.note,
      paidBy: [...stalls.values()][0]?.paidBy ?? '',
      createAt: entry.recordedAt.toISOString(),
    },
  };
}

type Named = { estanteName: string; ownerName: string; paidBy: string };

/** Those of them that are stalls of the market, with who pays them. */
async function readStalls(session: Session, { pagos, market, actor }: RunEntry): Promise<Map<string, Named>> {
  const { rows } = await session.query<Named & { id: string }>({
    name: 'stalls-to-pay',
    text: `select s.id, s.stall_name as "estanteName", s.owner_name as "ownerName",
        coalesce((select p.owner_name from person p where p.id = $3), '') as "paidBy"
      from person s where s.id = any ($1::uuid[]) and s.market_id = $2 and s.user_type = 'ESTANTE'`,
    values: [pagos.map(({ estanteId }) => estanteId), market, actor],
  });
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}

/** All that a stall was ever paid, smallest unit shown; under its lock. */
async function paidTo(session: Session, stallId: string): Promise<number> {
  const { rows } = await session.query<{ paid: number }>({
    name: 'paid-to-stall',
    text: 'select coalesce(sum(amount), 0)::bigint as paid from payout where stall_id = $1',
    values: [stallId],
  });
  return rows[0]?.paid ?? 0;
}

/** "P-2026-11-22", and on the same day "P-2026-11-22-2"; under the treasury's lock. */
async function nextCode(session: Session, { market, recordedAt, timeZone }: RunEntry): Promise<string> {
  const code = `P-${dayOf(recordedAt, timeZone)}`;
  const { rows } = await session.query<{ runs: number }>({
    name: 'payout-runs-of-day',
    text: `select count(distinct run_code)::int as runs from payout
      where market_id = $1 and (run_code = $2 or run_code like $2 || '-%')`,
    values: [market, code],
  });
  const before = rows[0]?.runs ?? 0;
  return before === 0 ? code : `${code}-${before + 1}`;
}

/** The act again, to print its sheet. */
export async function showPayoutRun(deps: CashDeps, actor: Actor, code: string): Promise<Answer<PayoutRun>> {
  const run = await readPayoutRun(deps.database, ownMarket(actor), code);
  return run ? done(run) : refuse('NOT_FOUND');
}
