import type { Session } from '#src/server/store/database.ts';
import { uuidV7 } from './uuid-v7.ts';

/** Opens the ledger account of a stall or the cash of a top-up point; its id is the person's. Once is enough. */
export async function openPersonAccount(
  session: Session,
  kind: 'cash' | 'stall',
  personId: string,
  marketId: string,
): Promise<void> {
  await session.query({
    name: 'open-person-account',
    text: `insert into ledger_account (id, kind, owner_id, market_id) values ($1, $2, $1, $3) on conflict do nothing`,
    values: [personId, kind, marketId],
  });
}

const marketAccounts = [
  'clearing',
  'overspend',
  'redemption',
  'guarantee',
  'treasury',
  'cash-difference',
  'breakage',
];

/** Opens a market's own accounts. What each is for: migrations/0002-kinds-of-movement.ts. */
export async function openMarketAccounts(session: Session, marketId: string): Promise<void> {
  for (const kind of marketAccounts)
    await session.query({
      name: 'open-market-account',
      text: `insert into ledger_account (id, kind, owner_id, market_id) values ($1, $2, $3, $3)`,
      values: [uuidV7(), kind, marketId],
    });
}
