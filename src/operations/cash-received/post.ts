import type { CashReceived, CountedPieces } from '#src/contract/cash/till.ts';
import { toAmount, type Amount, type MarketId } from '#src/protocol/brands.ts';
import { lockTill } from '#src/server/ledger/locked-till.ts';
import { post } from '#src/server/ledger/movements.ts';
import { decidedBy, movementOf, type Posted, type StaffAct } from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { marketAccount, ownAccount, transfer } from '../transfer.ts';
import { decideCashReceived, type CashCounted } from './rule.ts';

export type CashReceivedAct = StaffAct &
  CashCounted & {
    market: MarketId;
    point: string;
    received: Amount;
    pieces: readonly CountedPieces[];
  };

/** Receives the counted cash of a point under its till's lock: loads, decides, posts. */
export async function receiveCash(session: Session, act: CashReceivedAct): Promise<Posted<CashReceived>> {
  const { point, market, received, pieces, recordedAt } = act;
  const locked = await lockTill(session, point, market);
  const decision = decideCashReceived(act, { till: locked?.cash ?? null });
  if (decision.kind === 'refuse') return decision;
  const { fromTill, toTreasury, answers } = decision.plan;
  const expected = toAmount(decision.plan.expected);
  const difference = toAmount(decision.plan.difference);
  const closes = act.closes !== null;
  const left = toAmount(expected - fromTill);
  const ownerName = locked?.ownerName ?? '';
  const till = ownAccount('cash', point, market);
  const treasury = marketAccount('treasury', market);
  const differences = marketAccount('cash-difference', market);
  await post(session, {
    ...movementOf(act),
    kind: 'cash-received',
    transfers: [
      transfer(treasury, till, Math.min(fromTill, toTreasury)),
      fromTill < toTreasury
        ? transfer(treasury, differences, toTreasury - fromTill)
        : transfer(differences, till, fromTill - toTreasury),
    ],
    detail: {
      topUpPointId: point,
      marketId: market,
      expected,
      received,
      closes,
      answers,
      pieces: pieces.length === 0 ? null : JSON.stringify(pieces),
    },
  });
  await writeDecision(session, {
    ...decidedBy(act),
    kind: 'cash-received',
    marketId: market,
    subject: { type: 'RECARGA', id: point, name: ownerName },
    before: { expected },
    after: { counted: received, difference, answers },
  });
  return {
    kind: 'done',
    receipt: {
      _id: act.movement,
      topUpPointId: point,
      ownerName,
      expected,
      received,
      closes,
      difference,
      answers,
      left,
      createAt: recordedAt.toISOString(),
      pieces: [...pieces],
    },
  };
}
