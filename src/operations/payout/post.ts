import type { PaymentWay, SaidWay } from '#src/contract/cash/payment-way.ts';
import type { Payout } from '#src/contract/cash/schemas.ts';
import { dayOf } from '#src/domain/time/market-clock.ts';
import { toAmount, type Amount, type MarketId, type OpId } from '#src/protocol/brands.ts';
import { lockMarketAccount, lockStallDues } from '#src/server/ledger/accounts.ts';
import { randomCode, uuidV7 } from '#src/server/ledger/ids.ts';
import { post } from '#src/server/ledger/movements.ts';
import { decidedBy, movementOf, partOf, type Posted, type StaffAct } from '#src/server/ledger/receipts.ts';
import { releaseWithheld } from '#src/server/ledger/withheld.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { readWays, wayOf } from '#src/server/store/records/payment-ways.ts';
import type { MovementDetails } from '../movements.ts';
import { marketAccount, ownAccount, transfer } from '../transfer.ts';
import {
  decidePayout,
  decidePayoutRun,
  type ListedPayment,
  type ListedStall,
  type PayoutPlan,
} from './rule.ts';

type Paying = StaffAct & { market: MarketId; note: string };

export type PayoutAct = Paying & {
  stall: string;
  /** Cash for the stall, smallest unit shown. */
  amount: Amount;
  includesWithheld: boolean;
};

type RunPayment = ListedPayment & { amount: Amount };
export type PayoutRunAct = Paying & { payments: readonly RunPayment[]; timeZone: string };

type PaidLine = Pick<Payout, 'codePago' | 'estanteId' | 'estanteName'> & {
  ownerName: string;
  /** Balance before it. */
  owed: Amount;
  monto: Amount;
  /** The payment way at that time. */
  way: PaymentWay;
};
/** Receipt of a run, with lines in the order of the list. */
type PaidRun = {
  codeRun: string;
  total: Amount;
  pagos: PaidLine[];
  note: string;
  paidBy: string;
  createAt: string;
};

type NamedStall = { id: string; estanteName: string; ownerName: string; paidBy: string };

/**
 * Pays one stall from its market's treasury: loads, decides, posts. Concurrent payouts of a stall run one at
 * a time.
 */
export async function payOne(session: Session, act: PayoutAct): Promise<Posted<Payout>> {
  const { stall, amount, note } = act;
  const named = (await readStalls(session, act, [stall])).get(stall);
  const decision = decidePayout(act, named ? await lockStallDues(session, stall) : null);
  if (decision.kind === 'refuse') return decision;
  if (act.includesWithheld) await releaseWithheld(session, stall);
  const { estanteName = '' } = named ?? {};
  const { owedBefore, owedAfter } = decision.plan;
  const { way } = wayOf(await readWays(session, [stall]), stall);
  const paid = { id: act.movement, reference: act.op, stallId: stall, amount, way, name: estanteName };
  const codePago = await postPayout(session, act, {
    ...paid,
    owedBefore: toAmount(owedBefore),
    runCode: null,
  });
  return {
    kind: 'done',
    receipt: {
      codePago,
      estanteId: stall,
      estanteName,
      monto: amount,
      owed: toAmount(owedAfter),
      note,
      createAt: act.recordedAt.toISOString(),
      codeRun: '',
    },
  };
}

/** Pays several stalls in one run: loads, decides, posts. */
export async function payMany(session: Session, act: PayoutRunAct): Promise<Posted<PaidRun>> {
  const ids = act.payments.map(({ stallId }) => stallId);
  const named = await readStalls(session, act, ids);
  await lockMarketAccount(session, 'treasury', act.market);
  const ways = await readWays(session, ids);
  const listed = await lockListed(session, named, ways);
  const decision = decidePayoutRun(act.payments, listed);
  if (decision.kind === 'refuse') return decision;
  const runCode = await nextRunCode(session, act);
  const pagos: PaidLine[] = [];
  for (const payment of act.payments)
    pagos.push(await postLine(session, act, payment, { runCode, ways, named, plans: decision.plan }));
  return {
    kind: 'done',
    receipt: {
      codeRun: runCode,
      total: toAmount(pagos.reduce((sum, { monto }) => sum + monto, 0)),
      pagos,
      note: act.note,
      paidBy: [...named.values()][0]?.paidBy ?? '',
      createAt: act.recordedAt.toISOString(),
    },
  };
}

type Run = {
  runCode: string;
  ways: ReadonlyMap<string, SaidWay>;
  named: ReadonlyMap<string, NamedStall>;
  plans: ReadonlyMap<string, PayoutPlan>;
};

/** Each stall has its own payout and movement, so that its statement and its day show it like any payout. */
async function postLine(
  session: Session,
  act: PayoutRunAct,
  { stallId, amount }: RunPayment,
  { runCode, ways, named, plans }: Run,
): Promise<PaidLine> {
  const owed = toAmount(plans.get(stallId)?.owedBefore ?? 0);
  const { way } = wayOf(ways, stallId);
  const { estanteName = '', ownerName = '' } = named.get(stallId) ?? {};
  const paid = { id: uuidV7(), reference: partOf(act.op, stallId), stallId, amount, way, name: estanteName };
  return {
    codePago: await postPayout(session, act, { ...paid, owedBefore: owed, runCode }),
    estanteId: stallId,
    estanteName,
    ownerName,
    owed,
    monto: amount,
    way,
  };
}

/** Returns those of these stalls that belong to the market, and the name of the paying person. */
async function readStalls(
  session: Session,
  { market, actor }: Paying,
  stalls: readonly string[],
): Promise<Map<string, NamedStall>> {
  const { rows } = await session.query<NamedStall>({
    name: 'stalls-to-pay',
    text: `select s.id, s.stall_name as "estanteName", s.owner_name as "ownerName",
        coalesce((select p.owner_name from person p where p.id = $3), '') as "paidBy"
      from person s where s.id = any ($1::uuid[]) and s.market_id = $2 and s.user_type = 'ESTANTE'`,
    values: [stalls, market, actor],
  });
  return new Map(rows.map((named) => [named.id, named]));
}

/**
 * Locks are taken in one order, the treasury and then the stalls by id, so that two runs never deadlock. Each
 * balance is read under its lock, so that a void or another payout is seen whole or comes later.
 */
async function lockListed(
  session: Session,
  named: ReadonlyMap<string, NamedStall>,
  ways: ReadonlyMap<string, SaidWay>,
): Promise<Map<string, ListedStall>> {
  const listed = new Map<string, ListedStall>();
  for (const id of [...named.keys()].toSorted()) {
    const dues = await lockStallDues(session, id);
    listed.set(id, { ...dues, paid: await paidTo(session, id), wayAt: wayOf(ways, id).changedAt });
  }
  return listed;
}

/** Returns the total ever paid to a stall, smallest unit shown; under its lock. */
async function paidTo(session: Session, stallId: string): Promise<number> {
  const { rows } = await session.query<{ paid: number }>({
    name: 'paid-to-stall',
    text: 'select coalesce(sum(amount), 0)::bigint as paid from payout where stall_id = $1',
    values: [stallId],
  });
  return rows[0]?.paid ?? 0;
}

/** Returns "P-2026-11-22", or "P-2026-11-22-2" for the day's second run; under the treasury's lock. */
async function nextRunCode(
  session: Session,
  { market, recordedAt, timeZone }: PayoutRunAct,
): Promise<string> {
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

/** `id`: of the payout. */
type PaidStall = Omit<MovementDetails['payout'], 'way' | 'code' | 'marketId' | 'note'> & {
  id: string;
  reference: OpId;
  way: PaymentWay;
  name: string;
};

/** Returns the payout's code, "G-7K4M2QXD". */
async function postPayout(
  session: Session,
  act: Paying & { includesWithheld?: boolean },
  { id, reference, way, name, ...paid }: PaidStall,
): Promise<string> {
  const { market: marketId, note } = act;
  const { stallId, amount, owedBefore, runCode: run } = paid;
  const code = `G-${randomCode()}`;
  await post(session, {
    ...movementOf(act),
    id,
    reference,
    kind: 'payout',
    transfers: [
      transfer(ownAccount('stall', stallId, marketId), marketAccount('treasury', marketId), amount),
    ],
    detail: { ...paid, code, marketId, note, way: JSON.stringify(way) },
  });
  await writeDecision(session, {
    ...decidedBy(act),
    kind: 'stall-paid',
    marketId,
    subject: { type: 'ESTANTE', id: stallId, name },
    before: { owed: owedBefore },
    after: {
      code,
      monto: amount,
      owed: owedBefore - amount,
      ...(run === null ? {} : { run }),
      ...(act.includesWithheld ? { includeWithheld: true } : {}),
    },
  });
  return code;
}
