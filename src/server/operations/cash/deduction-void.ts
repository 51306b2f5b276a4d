import { toAmount, type Amount, type MarketId } from '#src/contract/brands.ts';
import { decideDeductionVoid, type DeductionFacts } from '#src/domain/operations/cash/deduction-void.ts';
import { lockStallDues } from '#src/server/ledger/accounts.ts';
import { post } from '#src/server/ledger/journal.ts';
import { leg, marketLeg } from '#src/server/ledger/legs.ts';
import { movementOf, refused, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';

export type DeductionVoidEntry = StaffEntry & { market: MarketId; deduction: string; reason: string };

/** Receipt of a returned deduction. `owed`: the stall's balance afterwards. */
type DeductionVoid = {
  _id: string;
  estanteId: string;
  estanteName: string;
  monto: Amount;
  owed: Amount;
  reason: string;
  createAt: string;
};

type Deducted = { stallId: string; estanteName: string; amount: Amount };

/** Returns a deduction to its stall: loads, decides, posts. */
export async function voidDeducted(
  session: Session,
  entry: DeductionVoidEntry,
): Promise<Outcome<DeductionVoid>> {
  const deducted = await readDeduction(session, entry);
  const decision = decideDeductionVoid(deducted && (await loadFacts(session, entry, deducted)));
  if (decision.kind === 'refuse') return refused(decision.code);
  if (!deducted) throw new Error('the void of a deduction was decided without it');
  const { stallId, estanteName, amount: monto } = deducted;
  await postVoid(session, entry, deducted);
  return {
    ok: true,
    receipt: {
      _id: entry.movement,
      estanteId: stallId,
      estanteName,
      monto,
      owed: toAmount(decision.plan.owedAfter),
      reason: entry.reason,
      createAt: entry.recordedAt.toISOString(),
    },
  };
}

/** Under the stall's lock: the second of two simultaneous returns finds the first. */
async function loadFacts(
  session: Session,
  { deduction }: DeductionVoidEntry,
  { stallId, amount }: Deducted,
): Promise<DeductionFacts> {
  const { owed } = await lockStallDues(session, stallId);
  return { amount, owed, isVoided: await isVoided(session, deduction) };
}

async function postVoid(
  session: Session,
  entry: DeductionVoidEntry,
  { stallId, amount }: Deducted,
): Promise<void> {
  const { market: marketId, deduction: deductionId, reason } = entry;
  await post(session, {
    ...movementOf(entry),
    kind: 'deduction-void',
    legs: [leg('stall', stallId, marketId, amount), marketLeg('deductions', marketId, 0 - amount)],
    detail: { deductionId, stallId, marketId, amount, reason },
  });
}

async function readDeduction(
  session: Session,
  { market, deduction }: DeductionVoidEntry,
): Promise<Deducted | null> {
  const { rows } = await session.query<Deducted>({
    name: 'deduction-to-void',
    text: `select d.stall_id as "stallId", s.stall_name as "estanteName", d.amount
      from deduction d join person s on s.id = d.stall_id where d.movement_id = $1 and d.market_id = $2`,
    values: [deduction, market],
  });
  return rows[0] ?? null;
}

/** After the lock and in a separate statement, whose snapshot includes a void that held the lock. */
async function isVoided(session: Session, id: string): Promise<boolean> {
  const { rows } = await session.query({
    name: 'deduction-is-voided',
    text: 'select 1 from deduction_void where deduction_id = $1',
    values: [id],
  });
  return rows.length > 0;
}
