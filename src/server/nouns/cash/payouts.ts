import { calls } from '#src/contract/calls.ts';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import { payOne } from '#src/operations/payout/post.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { marketScope, ownMarket, type Actor } from '#src/server/actor.ts';
import { staffCall } from '#src/server/http/staff-operation.ts';
import { groupSums, readSums } from '#src/server/ledger/days/day-sums.ts';
import { readWays, wayOf } from '#src/server/store/records/payment-ways.ts';
import { readAccountsOf } from '#src/server/store/records/people.ts';
import { readWithheld } from './reads.ts';
import type { CashDeps } from './tills.ts';

/** Returns the stalls' balances: a stall's own, a market's stalls', or all for ADMIN. */
export async function listStallBalances(deps: CashDeps, actor: Actor): Promise<StallBalance[]> {
  const marketId = marketScope(actor);
  const id = actor.userType === 'ESTANTE' ? actor.id : null;
  const sums = await readSums(deps.database, deps.timeZone, {
    market: marketId,
    accounts: ['stall'],
    before: null,
  });
  const byStall = groupSums(sums, ({ owner }) => owner);
  const accounts = await readAccountsOf(deps.database, 'ESTANTE', { marketId, id });
  // A stall that is no longer approved may still have a balance.
  const stalls = accounts.filter(({ id: stall, isApproved }) => isApproved || byStall.has(stall));
  const ids = stalls.map((stall) => stall.id);
  const withheld = await readWithheld(deps.database, ids);
  // An administrator does not need the stalls' bank accounts.
  const ways = await readWays(deps.database, actor.userType === 'ADMIN' ? [] : ids);
  return stalls.map((stall) => {
    const own = byStall.get(stall.id) ?? [];
    const of = (kind: string): number => own.find(({ movement }) => movement === kind)?.total ?? 0;
    const opening = of('opening');
    return {
      estanteId: stall.id,
      estanteName: stall.stall_name,
      ownerName: stall.owner_name,
      owed: toAmount(own.reduce((sum, { total }) => sum + total, 0)),
      sold: toAmount(of('purchase')),
      voided: toAmount(0 - of('void')),
      ...(opening === 0 ? {} : { opening: toAmount(opening) }),
      paid: toAmount(0 - of('payout')),
      withheld: withheld.get(stall.id) ?? toAmount(0),
      payment: wayOf(ways, stall.id),
    };
  });
}

/** Pays a stall of the caller's own market, exactly once. */
export const payStall = staffCall(calls.payStall, (_deps, actor, command) => {
  const market = ownMarket(actor);
  const { estanteId: stall, monto: amount, note = '', includeWithheld: includesWithheld = false } = command;
  return (session, act) => payOne(session, { ...act, market, stall, amount, note, includesWithheld });
});
