import { calls } from '#src/contract/calls.ts';
import type { Clearing } from '#src/contract/cash/schemas.ts';
import { readMarketNames, settlePair, toClearing } from '#src/operations/clearing/post.ts';
import { toAmount, toMarketId, type Amount, type MarketId } from '#src/protocol/brands.ts';
import { marketScope, ownMarket, type Actor } from '#src/server/actor.ts';
import { staffCall } from '#src/server/http/staff-operation.ts';
import { readSums } from '#src/server/ledger/days/day-sums.ts';
import type { CashDeps } from './tills.ts';

/** Returns each pair of markets once, debtor first, without settled pairs. A market sees its own pairs. */
export async function listClearing(deps: CashDeps, actor: Actor): Promise<Clearing[]> {
  const market = marketScope(actor);
  const sums = await readSums(deps.database, deps.timeZone, { market, accounts: ['clearing'], before: null });
  const names = await readMarketNames(deps.database);
  const seen = new Map<string, { debtor: MarketId; creditor: MarketId; owed: Amount }>();
  for (const { market: one, owner: other, total } of sums) {
    // Each pair is in both markets' books with opposite signs: read from the smaller id's, or from the
    // caller's own.
    if (one === other || (market === null && one > other)) continue;
    const pair = seen.get(`${one} ${other}`) ?? { debtor: one, creditor: toMarketId(other), owed: 0 };
    seen.set(`${one} ${other}`, { ...pair, owed: toAmount(pair.owed + total) });
  }
  return [...seen.values()]
    .filter(({ owed }) => owed !== 0)
    .map(({ debtor, creditor, owed }) =>
      owed > 0
        ? toClearing(names, { debtor, creditor, owed })
        : toClearing(names, { debtor: creditor, creditor: debtor, owed: toAmount(0 - owed) }),
    )
    .sort((a, b) => b.owed - a.owed);
}

/**
 * Records a settlement once. Only the market that received the money may do so, because a debtor must not pay merely by reporting it. ADMIN names the creditor.
 */
export const settleClearing = staffCall(calls.settleClearing, (deps: CashDeps, actor, command) => {
  const { debtorId: debtor, creditorId: code, monto: amount, note = '' } = command;
  const isAdmin = actor.userType === 'ADMIN';
  const creditor = isAdmin ? (code ? { code } : null) : { id: ownMarket(actor) };
  const { timeZone } = deps;
  return (session, act) => settlePair(session, { ...act, debtor, creditor, amount, note, timeZone });
});
