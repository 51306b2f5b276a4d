import { toAmount, type Amount, type MarketId } from '#src/contract/brands.ts';
import {
  deductionVoidSchema,
  type DeductionVoid,
  type DeductionVoidCommand,
} from '#src/contract/markets/deduction.ts';
import { ownMarket } from '#src/server/http/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { lockStallDues } from '#src/server/ledger/accounts.ts';
import { post } from '#src/server/ledger/journal.ts';
import { leg, marketLeg } from '#src/server/ledger/legs.ts';
import { movementOf, refused, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';
import type { CashDeps } from './tills.ts';

/** devolver un descuento: what came off a payout is owed to its stall again, whole, exactly once. */
export const voidDeduction: StaffCall<CashDeps, DeductionVoidCommand, DeductionVoid> = (
  deps,
  actor,
  command,
  opId,
) => {
  const market = ownMarket(actor);
  const { id, reason } = command;
  return recordStaffOperation(
    deps,
    { kind: 'deduction-void', actor, body: command, opId, receiptSchema: deductionVoidSchema },
    (session, entry) => postVoid(session, { ...entry, market, deduction: id, reason }),
    ({ estanteId, estanteName: name, owed, monto }) => [
      {
        kind: 'deduction-voided',
        marketId: market,
        subject: { type: 'ESTANTE', id: estanteId, name },
        before: { owed: owed - monto },
        after: { monto, owed, reason },
      },
    ],
  );
};

type VoidEntry = StaffEntry & { market: MarketId; deduction: string; reason: string };

/** Under the stall's lock: of two that give the same back one finds that it was done. */
async function postVoid(session: Session, entry: VoidEntry): Promise<Outcome<DeductionVoid>> {
  const { market, deduction, reason } = entry;
  const found = await readDeduction(session, market, deduction);
  if (!found) return refused('NOT_FOUND');
  const { stallId, estanteName, amount } = found;
  const { owed } = await lockStallDues(session, stallId);
  if (await isVoided(session, deduction)) return refused('DEDUCTION_VOIDED');
  await post(session, {
    ...movementOf(entry),
    kind: 'deduction-void',
    legs: [leg('stall', stallId, market, amount), marketLeg('deductions', market, 0 - amount)],
    detail: { deductionId: deduction, stallId, marketId: market, amount, reason },
  });
  return {
    ok: true,
    receipt: {
      _id: entry.movement,
      estanteId: stallId,
      estanteName,
      monto: amount,
      owed: toAmount(owed + amount),
      reason,
      createAt: entry.recordedAt.toISOString(),
    },
  };
}

type Found = { stallId: string; estanteName: string; amount: Amount };

async function readDeduction(session: Session, market: MarketId, id: string): Promise<Found | undefined> {
  const { rows } = await session.query<Found>({
    name: 'deduction-to-void',
    text: `select d.stall_id as "stallId", s.stall_name as "estanteName", d.amount
      from deduction d join person s on s.id = d.stall_id where d.movement_id = $1 and d.market_id = $2`,
    values: [id, market],
  });
  return rows[0];
}

/** After the lock and in a statement of its own: its snapshot sees a void that we waited for. */
async function isVoided(session: Session, id: string): Promise<boolean> {
  const { rows } = await session.query({
    name: 'deduction-is-voided',
    text: 'select 1 from deduction_void where deduction_id = $1',
    values: [id],
  });
  return rows.length > 0;
}
