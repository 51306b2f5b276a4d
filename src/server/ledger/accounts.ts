import type { MarketKind } from '#src/operations/transfer.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';
import { insertRow, lockRow } from '#src/server/store/rows.ts';
import { duesOfStall, sumOfAccount, type StallDues } from './days/account-sum.ts';
import { uuidV7 } from './ids.ts';

/**
 * Opens the ledger account of a stall or the till of a top-up point, with the person's id. Idempotent.
 */
export async function openPersonAccount(
  session: Session,
  kind: 'cash' | 'stall',
  personId: string,
  marketId: MarketId,
): Promise<void> {
  await session.query({
    name: 'open-person-account',
    text: `insert into ledger_account (id, kind, owner_id, market_id) values ($1, $2, $1, $3) on conflict do nothing`,
    values: [personId, kind, marketId],
  });
}

const marketAccounts: readonly MarketKind[] = [
  'clearing',
  'overspend',
  'redemption',
  'guarantee',
  'treasury',
  'cash-difference',
  'breakage',
  'opening',
];

/** Opens a market's own accounts and its debt to the others. Their meanings: `ledger_account` in src/server/store/migrations/0001-baseline.sql. */
export async function openMarketAccounts(session: Session, marketId: MarketId): Promise<void> {
  for (const kind of marketAccounts)
    await insertRow(session, 'ledger_account', { id: uuidV7(), kind, ownerId: marketId, marketId });
  await insertRow(session, 'market_debt', { marketId });
}

/**
 * Returns the exact balance of a stall's or point's account, locked until the end of the transaction, so that
 * decisions on one balance run one at a time. Purchases do not wait, because they only add to the stall's
 * balance.
 */
export async function lockAccountSum(session: Session, account: string): Promise<number> {
  await lockRow(session, 'ledger_account', account);
  // In a second statement, whose snapshot includes writes of the transaction that held the lock.
  return sumOfAccount(session, account);
}

/**
 * Returns a stall's balance with its withheld part (`withheld.ts`), locked like `lockAccountSum`. Read
 * in one statement, because a settlement or an assignment changes both in one transaction.
 */
export async function lockStallDues(session: Session, stallId: string): Promise<StallDues> {
  await lockRow(session, 'ledger_account', stallId);
  return duesOfStall(session, stallId);
}

/**
 * Locks the market's treasury or its openings until the end of the transaction: payouts of several stalls run one
 * at a time, and two acts never exceed its limit of openings together.
 */
export async function lockMarketAccount(
  session: Session,
  kind: 'treasury' | 'opening',
  marketId: MarketId,
): Promise<void> {
  await session.query({
    name: 'lock-market-account',
    text: 'select id from ledger_account where kind = $1 and owner_id = $2 for no key update',
    values: [kind, marketId],
  });
}

/**
 * Locks the clearing of two markets until the end of the transaction, always in the same order, so that two
 * never deadlock.
 */
export async function lockClearing(session: Session, markets: readonly [MarketId, MarketId]): Promise<void> {
  await session.query({
    name: 'lock-clearing',
    text: `select id from ledger_account where kind = 'clearing' and owner_id = any ($1::uuid[])
      order by id for no key update`,
    values: [markets],
  });
}
