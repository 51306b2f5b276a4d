import type { Pesos } from '#src/contract/brands.ts';
import { lockTreasury } from '#src/server/ledger/accounts.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import type { Outcome, StaffEntry } from '#src/server/ledger/receipts.ts';
import { payByPaper } from '#src/server/operations/cash/payout.ts';
import { joinByPaper, type JoinMade } from '#src/server/operations/join.ts';
import { refundByPaper } from '#src/server/operations/refund.ts';
import type { Session } from '#src/server/store/database.ts';
import type { Confirmation, ConfirmationEnd } from './confirmations.ts';

/** Present extent of a confirmation. `joined`: result of a posted join. */
export type Posted = ConfirmationEnd & { estanteName: string; joined: JoinMade | null };

/** State of a waiting confirmation: `posted` is already in the books. Null for a new one. */
type Before = { posted: Pesos } | null;

/**
 * Posts a market's confirmation as far as possible now, by the rule of its operation. Under the lock of the
 * market's treasury. Its movement has the operation's id, so that nothing is posted twice.
 */
export async function postConfirmation(
  session: Session,
  entry: StaffEntry,
  confirmation: Confirmation,
  before: Before = null,
): Promise<Outcome<Posted>> {
  await lockTreasury(session, confirmation.market);
  const { market, codes } = confirmation;
  const [code = ''] = codes;
  if (confirmation.kind === 'payouts') {
    const { stall, amount, deductions } = confirmation;
    const outcome = await payByPaper(session, {
      ...entry,
      market,
      stall,
      amount,
      deductions,
      code,
      note: '',
    });
    if (!outcome.ok) return outcome;
    const { paid, estanteName } = outcome.receipt;
    return { ok: true, receipt: { ...endOf(paid ? amount : 0, amount), estanteName, joined: null } };
  }
  if (confirmation.kind === 'refunds') {
    const { amount, reason } = confirmation;
    const waited = { posted: before?.posted ?? 0, isWaiting: before !== null };
    const outcome = await refundByPaper(session, { ...entry, market, code, amount, reason, ...waited });
    if (!outcome.ok) return outcome;
    return { ok: true, receipt: { ...endOf(outcome.receipt.posted, amount), estanteName: '', joined: null } };
  }
  const { amount, newVoucher } = confirmation;
  const outcome = await joinByPaper(session, { ...entry, market, codes, amount, newVoucher });
  if (!outcome.ok) return outcome;
  const { joined } = outcome.receipt;
  const state = joined ? 'posted' : 'waiting';
  return { ok: true, receipt: { state, posted: joined?.issued.face ?? 0, estanteName: '', joined } };
}

function endOf(posted: Pesos, amount: Pesos): ConfirmationEnd {
  return { state: posted < amount ? 'waiting' : 'posted', posted };
}

/** Returns the entry for a later attempt: the same operation by the same person. */
export function entryOf({ op, person }: Pick<Confirmation, 'op' | 'person'>, recordedAt: Date): StaffEntry {
  return { op, movement: uuidV7(), actor: person, recordedAt };
}
