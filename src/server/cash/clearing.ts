import { toAmount, toMarketCode, toMarketId, type Amount, type MarketId } from '#src/contract/brands.ts';
import {
  clearingReceiptSchema,
  type Clearing,
  type ClearingCommand,
  type ClearingReceipt,
} from '#src/contract/markets/cash.ts';
import { namedMarket, type MarketName } from '#src/server/accounts/named-market.ts';
import { marketScope, type Actor } from '#src/server/http/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { lockClearing } from '#src/server/ledger/accounts.ts';
import { readSums, type LedgerSum } from '#src/server/ledger/days/day-sums.ts';
import { post } from '#src/server/ledger/journal.ts';
import { marketLeg } from '#src/server/ledger/legs.ts';
import { refused, type StaffEntry, movementOf } from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';
import type { CashDeps } from './tills.ts';

/** Who owes whom: each pair once, debtor first, pairs that are even left out. A market sees its own pairs. */
export async function listClearing(deps: CashDeps, actor: Actor): Promise<Clearing[]> {
  const market = marketScope(actor);
  const sums = await readSums(deps.database, deps.timeZone, { market, accounts: ['clearing'], before: null });
  const names = await marketNames(deps.database);
  const seen = new Map<string, { debtor: MarketId; creditor: MarketId; owed: Amount }>();
  for (const { market: one, owner: other, total } of sums) {
    // Each pair stands in both markets' books with opposite signs: read from the smaller id's, or from one's own.
    if (one === other || (market === null && one > other)) continue;
    const pair = seen.get(`${one} ${other}`) ?? { debtor: one, creditor: toMarketId(other), owed: 0 };
    seen.set(`${one} ${other}`, { ...pair, owed: toAmount(pair.owed + total) });
  }
  return [...seen.values()]
    .filter(({ owed }) => owed !== 0)
    .map(({ debtor, creditor, owed }) =>
      owed > 0
        ? toClearing(names, debtor, creditor, owed)
        : toClearing(names, creditor, debtor, toAmount(0 - owed)),
    )
    .sort((a, b) => b.owed - a.owed);
}

/**
 * Recorded by the market that received the money, exactly once and never more than is owed: a debtor cannot pay by
 * saying so.
 */
export const settleClearing: StaffCall<CashDeps, ClearingCommand, ClearingReceipt> = async (
  deps,
  actor,
  command,
  opId,
) => {
  const named = actor.userType === 'ADMIN' ? (command.creditorId ?? null) : null;
  const creditor = await namedMarket(deps, actor, named);
  const names = await marketNames(deps.database);
  const debtor = [...names.values()].find(({ code }) => code === command.debtorId);
  if (!creditor.ok || !debtor || debtor.id === creditor.value.id)
    return { kind: 'refused', code: 'UNKNOWN_MARKET', replayed: false };
  const pair = { debtor: debtor.id, creditor: creditor.value.id };
  const { monto: amount, note = '' } = command;
  return recordStaffOperation(
    deps,
    { kind: 'clearing', actor, body: command, opId, receiptSchema: clearingReceiptSchema },
    async (session, entry) => {
      await lockClearing(session, [pair.debtor, pair.creditor]);
      const owed = await owedBetween(deps, session, pair);
      if (amount > owed) return refused('MORE_THAN_OWED', Math.max(0, owed));
      await postClearing(session, { ...entry, ...pair, amount, note });
      const left = toClearing(names, pair.debtor, pair.creditor, toAmount(owed - amount));
      return { ok: true, receipt: { ...left, monto: amount, createAt: entry.recordedAt.toISOString() } };
    },
    ({ debtorName: name, creditorName, owed }) =>
      [pair.debtor, pair.creditor].map((marketId) => ({
        kind: 'clearing-settled',
        marketId,
        subject: { type: 'GLOBAL_MARKET', id: pair.debtor, name },
        before: { owed: owed + amount },
        after: { monto: amount, owed, creditor: creditorName },
      })),
  );
};

/** A market paid another what it owed: out of one treasury, into the other, and the clearing of both goes down. */
async function postClearing(
  session: Session,
  entry: StaffEntry & { debtor: MarketId; creditor: MarketId; amount: Amount; note: string },
): Promise<void> {
  const { debtor, creditor, amount, note } = entry;
  await post(session, {
    ...movementOf(entry),
    kind: 'clearing',
    legs: [
      marketLeg('clearing', debtor, 0 - amount),
      marketLeg('treasury', debtor, amount),
      marketLeg('clearing', creditor, amount),
      marketLeg('treasury', creditor, 0 - amount),
    ],
    detail: { debtorId: debtor, creditorId: creditor, amount, note },
  });
}

async function owedBetween(
  deps: CashDeps,
  session: Session,
  { debtor, creditor }: { debtor: MarketId; creditor: MarketId },
): Promise<number> {
  const sums = await readSums(session, deps.timeZone, {
    market: debtor,
    accounts: ['clearing'],
    before: null,
  });
  return sums.filter(({ owner }: LedgerSum) => owner === creditor).reduce((sum, { total }) => sum + total, 0);
}

async function marketNames(session: Session): Promise<Map<MarketId, MarketName>> {
  const { rows } = await session.query<MarketName>({
    name: 'market-names',
    text: 'select id, code, name from market',
  });
  return new Map(rows.map((row) => [row.id, row]));
}

function toClearing(
  names: ReadonlyMap<MarketId, MarketName>,
  debtor: MarketId,
  creditor: MarketId,
  owed: Amount,
): Clearing {
  const debtorMarket = names.get(debtor);
  const creditorMarket = names.get(creditor);
  return {
    debtorId: debtorMarket?.code ?? toMarketCode(''),
    debtorName: debtorMarket?.name ?? '',
    creditorId: creditorMarket?.code ?? toMarketCode(''),
    creditorName: creditorMarket?.name ?? '',
    owed,
  };
}
