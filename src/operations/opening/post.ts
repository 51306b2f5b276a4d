import { toAmount, type Amount, type MarketId, type VoucherId } from '#src/protocol/brands.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { post } from '#src/server/ledger/movements.ts';
import { movementOf, partOf, type StaffAct } from '#src/server/ledger/receipts.ts';
import { openVoucher } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import { marketAccount, ownAccount, transfer, voucherAccount } from '../transfer.ts';
import { decideOpenings, type OpeningFacts, type OpeningStatus, type OpeningRow } from './rule.ts';

export type OpeningAct = StaffAct & { market: MarketId };

type Owed =
  | { to: 'stall'; stallId: string; amount: Amount }
  | { to: 'customer'; customerId: string; voucherId: VoucherId; expiresAt: Date | null; amount: Amount };

/**
 * Returns for each row, in order, whether its opening is posted. A caller that posts them has locked the
 * market's openings.
 */
export async function judgeOpenings(
  session: Session,
  market: MarketId,
  rows: readonly OpeningRow[],
): Promise<OpeningStatus[]> {
  const subjects = rows.map(({ subjectId }) => subjectId);
  return decideOpenings(rows, await readStanding(session, market, subjects));
}

/**
 * saldo inicial: posts a debt that the market had before it joined, to a stall's account or to a customer's
 * new voucher. The market covers it: its own account falls below 0 by the amount. `part` distinguishes
 * several within one operation. Returns the movement.
 */
export async function postOpening(
  session: Session,
  act: OpeningAct,
  owed: Owed,
  part: string,
): Promise<string> {
  const { market, recordedAt } = act;
  const { amount } = owed;
  if (owed.to === 'customer') {
    const { voucherId: id, customerId: owner, expiresAt } = owed;
    await openVoucher(session, { id, owner, market, face: amount, expiresAt, recordedAt });
  }
  const id = uuidV7(recordedAt.getTime());
  await post(session, {
    ...movementOf(act),
    id,
    reference: partOf(act.op, part),
    kind: 'opening',
    transfers: [
      transfer(
        marketAccount('opening', market),
        owed.to === 'stall'
          ? ownAccount('stall', owed.stallId, market)
          : voucherAccount(owed.voucherId, market),
        amount,
      ),
    ],
    detail: {
      accountId: owed.to === 'stall' ? owed.stallId : owed.voucherId,
      personId: owed.to === 'stall' ? owed.stallId : owed.customerId,
      marketId: market,
      amount,
    },
  });
  return id;
}

/** Returns the market's openings, and which of these people have one. */
async function readStanding(
  session: Session,
  market: MarketId,
  subjects: readonly string[],
): Promise<OpeningFacts> {
  const { rows } = await session.query<{ standing: Amount; people: string[] | null }>({
    name: 'standing-openings',
    text: `select
        (select coalesce(sum(g.amount), 0) from opening_balance g where g.market_id = $1)::bigint as standing,
        (select array_agg(coalesce(c.merged_into, c.id)) from opening_balance g join person c on c.id = g.person_id
          where g.market_id = $1 and coalesce(c.merged_into, c.id) = any ($2::uuid[])) as people`,
    values: [market, subjects],
  });
  return { standing: rows[0]?.standing ?? toAmount(0), people: new Set(rows[0]?.people) };
}
