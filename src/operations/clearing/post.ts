import type { Clearing, ClearingReceipt } from '#src/contract/cash/schemas.ts';
import { toAmount, toMarketCode, type Amount, type MarketCode, type MarketId } from '#src/protocol/brands.ts';
import { lockClearing } from '#src/server/ledger/accounts.ts';
import { readSums } from '#src/server/ledger/days/day-sums.ts';
import { post } from '#src/server/ledger/movements.ts';
import { decidedBy, movementOf, type Posted, type StaffAct } from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { marketAccount, transfer } from '../transfer.ts';
import { decideClearing } from './rule.ts';

export type ClearingAct = StaffAct & {
  debtor: MarketCode;
  /** The requesting market, or the one named by ADMIN; null when ADMIN named none. */
  creditor: { id: MarketId } | { code: MarketCode } | null;
  amount: Amount;
  note: string;
  timeZone: string;
};

type NamedMarket = { id: MarketId; code: MarketCode; name: string };
export type MarketNames = ReadonlyMap<MarketId, NamedMarket>;
type Pair = { debtor: MarketId; creditor: MarketId; owed: number };

/** Records a payment between two markets: loads, decides, posts. */
export async function settlePair(session: Session, act: ClearingAct): Promise<Posted<ClearingReceipt>> {
  const { amount } = act;
  const names = await readMarketNames(session);
  const pair = await lockPair(session, act, names);
  const decision = decideClearing(act, pair);
  if (decision.kind === 'refuse') return decision;
  if (!pair) throw new Error('a clearing was decided without its markets');
  await postClearing(session, act, pair);
  const left = toClearing(names, { ...pair, owed: toAmount(decision.plan.owedAfter) });
  for (const marketId of [pair.debtor, pair.creditor])
    await writeDecision(session, {
      ...decidedBy(act),
      kind: 'clearing-settled',
      marketId,
      subject: { type: 'GLOBAL_MARKET', id: pair.debtor, name: left.debtorName },
      before: { owed: pair.owed },
      after: { monto: amount, owed: left.owed, creditor: left.creditorName },
    });
  return { kind: 'done', receipt: { ...left, monto: amount, createAt: act.recordedAt.toISOString() } };
}

/** Locks the clearing of both markets. Returns null when one of them does not exist. */
async function lockPair(
  session: Session,
  { debtor: code, creditor: named, timeZone }: ClearingAct,
  names: MarketNames,
): Promise<Pair | null> {
  const debtor = [...names.values()].find((market) => market.code === code)?.id;
  const creditor = [...names.values()].find(
    (market) => named && ('id' in named ? market.id === named.id : market.code === named.code),
  )?.id;
  if (!debtor || !creditor) return null;
  await lockClearing(session, [debtor, creditor]);
  const sums = await readSums(session, timeZone, { market: debtor, accounts: ['clearing'], before: null });
  const owed = sums
    .filter(({ owner }) => owner === creditor)
    .reduce<number>((sum, { total }) => sum + total, 0);
  return { debtor, creditor, owed };
}

/** Posts a payment between markets: from one treasury to the other, reducing the clearing of both. */
async function postClearing(session: Session, act: ClearingAct, { debtor, creditor }: Pair): Promise<void> {
  const { amount, note } = act;
  await post(session, {
    ...movementOf(act),
    kind: 'clearing',
    transfers: [
      transfer(marketAccount('clearing', debtor), marketAccount('treasury', debtor), amount),
      transfer(marketAccount('treasury', creditor), marketAccount('clearing', creditor), amount),
    ],
    detail: { debtorId: debtor, creditorId: creditor, amount, note },
  });
}

export async function readMarketNames(session: Session): Promise<MarketNames> {
  const { rows } = await session.query<NamedMarket>({
    name: 'market-names',
    text: 'select id, code, name from market',
  });
  return new Map(rows.map((row) => [row.id, row]));
}

export function toClearing(
  names: MarketNames,
  { debtor, creditor, owed }: { debtor: MarketId; creditor: MarketId; owed: Amount },
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
