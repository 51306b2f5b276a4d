import assert from 'node:assert/strict';
import type { Session } from '#src/server/store/database.ts';

export type MovementKind =
  | 'void'
  | 'redemption'
  | 'reissue'
  | 'expiry'
  | 'payout'
  | 'till-close'
  | 'clearing';

export type Movement = {
  /** time-ordered id */
  id: string;
  kind: MovementKind;
  /** the operation's id, unique for ever */
  op: string;
  recordedBy: string;
  recordedAt: Date;
};

/** Account and amount: what is owed to somebody is positive, what is held negative. A leg of 0 is left out. */
export type Leg = readonly [account: string, amount: number];

/** Writes a movement and its postings, which must sum to 0. */
export async function postMovement(
  session: Session,
  movement: Movement,
  legs: readonly Leg[],
): Promise<void> {
  const posted = legs.filter(([, amount]) => amount !== 0);
  assert.equal(
    posted.reduce((sum, [, amount]) => sum + amount, 0),
    0,
    `a ${movement.kind} that does not balance`,
  );
  await session.query({
    name: 'post-movement',
    text: `with moved as (
        insert into movement (id, kind, reference, recorded_by, recorded_at) values ($1, $2, $3, $4, $5)
      )
      insert into posting (movement_id, leg, account_id, amount)
      select $1::uuid, leg.n, leg.account, leg.amount
      from unnest($6::uuid[], $7::bigint[]) with ordinality as leg (account, amount, n)`,
    values: [
      movement.id,
      movement.kind,
      movement.op,
      movement.recordedBy,
      movement.recordedAt,
      posted.map(([account]) => account),
      posted.map(([, amount]) => amount),
    ],
  });
}

/** The one account of this kind that a market has. */
export async function marketAccount(
  session: Session,
  kind: 'clearing' | 'redemption' | 'treasury' | 'cash-difference' | 'breakage',
  marketId: string,
): Promise<string> {
  const { rows } = await session.query<{ id: string }>({
    name: 'market-account',
    text: 'select id from ledger_account where kind = $1 and owner_id = $2',
    values: [kind, marketId],
  });
  const account = rows[0]?.id;
  if (!account) throw new Error(`market ${marketId} has no ${kind} account`);
  return account;
}

/**
 * What an account holds now, exactly, and nobody else's turn until this transaction ends: sums of an account are read and
 * acted upon one at a time. Purchases do not wait; they only add to what is owed.
 */
export async function lockedSum(session: Session, account: string): Promise<number> {
  await session.query({
    name: 'lock-account',
    text: 'select id from ledger_account where id = $1 for no key update',
    values: [account],
  });
  // A second statement: its snapshot sees what the one we waited for has written.
  const { rows } = await session.query<{ sum: number }>({
    name: 'account-sum',
    text: 'select coalesce(sum(amount), 0)::bigint as sum from posting where account_id = $1',
    values: [account],
  });
  return rows[0]?.sum ?? 0;
}
