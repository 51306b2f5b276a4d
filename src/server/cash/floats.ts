import { toAmount, type Amount, type MarketId } from '#src/contract/brands.ts';
import { tillFloatSchema, type TillFloat, type TillFloatCommand } from '#src/contract/markets/till.ts';
import { ownMarket } from '#src/server/http/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { lockAccountSum } from '#src/server/ledger/accounts.ts';
import { post } from '#src/server/ledger/journal.ts';
import { leg, marketLeg } from '#src/server/ledger/legs.ts';
import { movementOf, refused, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';
import type { CashDeps } from './tills.ts';

/** base de caja: cash of the market's own that a till begins with, exactly once. It comes back with the till's next count. */
export const giveFloat: StaffCall<CashDeps, TillFloatCommand, TillFloat> = (deps, actor, command, opId) => {
  const market = ownMarket(actor);
  const { topUpPointId: point, monto: amount, note = '' } = command;
  return recordStaffOperation(
    deps,
    { kind: 'till-float', actor, body: command, opId, receiptSchema: tillFloatSchema },
    (session, entry) => postFloat(session, { ...entry, market, point, amount, note }),
    ({ ownerName: name, expected }) => [
      {
        kind: 'float-given',
        marketId: market,
        subject: { type: 'RECARGA', id: point, name },
        before: { expected: expected - amount },
        after: { monto: amount, expected, note },
      },
    ],
  );
};

type FloatEntry = StaffEntry & { market: MarketId; point: string; amount: Amount; note: string };

/** Under the till's lock: a count sees it whole or not at all. */
async function postFloat(session: Session, entry: FloatEntry): Promise<Outcome<TillFloat>> {
  const { market, point, amount, note } = entry;
  const { rows } = await session.query<{ owner_name: string }>({
    name: 'point-to-count',
    text: `select owner_name from person where id = $1 and market_id = $2 and user_type = 'RECARGA'`,
    values: [point, market],
  });
  const found = rows[0];
  if (!found) return refused('NOT_FOUND');
  const before = 0 - (await lockAccountSum(session, point));
  await post(session, {
    ...movementOf(entry),
    kind: 'till-float',
    legs: [leg('cash', point, market, 0 - amount), marketLeg('treasury', market, amount)],
    detail: { topUpPointId: point, marketId: market, amount, note },
  });
  return {
    ok: true,
    receipt: {
      _id: entry.movement,
      topUpPointId: point,
      ownerName: found.owner_name,
      monto: amount,
      expected: toAmount(before + amount),
      note,
      createAt: entry.recordedAt.toISOString(),
    },
  };
}
