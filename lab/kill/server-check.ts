import type { Page } from '@playwright/test';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import type { OfflinePurchasePage } from '#src/contract/conflicts/schemas.ts';
import { readTable } from '#tests/e2e/device-database.ts';
import { askAs, people } from '#tests/e2e/market-people.ts';
import type { RunningMarket } from '#tests/e2e/running-market.ts';

/**
 * Returns disagreements between a device with an empty outbox and the server: a handed-over sale that is
 * missing, doubled or unpaid; a stall's balance other than its sales; the ledger's own findings.
 */
export async function disagreements(market: RunningMarket, page: Page): Promise<string[]> {
  const envelopes = await readTable(page, 'envelopes');
  const statuses = new Map((await readTable(page, 'statuses')).map((status) => [status.opId, status]));
  const wrong: string[] = [];
  const sales = await allPurchases(market);
  const times = new Map<string, number>();
  for (const { _id } of sales) times.set(_id, (times.get(_id) ?? 0) + 1);
  let earned = 0;
  for (const { opId, kind, payload } of envelopes) {
    const isPaid = statuses.get(opId)?.state === 'accepted';
    if (kind === 'purchase' && isPaid) earned += payload.price;
    if (kind !== 'acceptance') continue;
    const { purchaseOpId, price } = payload;
    if (times.get(purchaseOpId) !== 1)
      wrong.push(`${purchaseOpId} was handed over and is there ${times.get(purchaseOpId) ?? 0} times`);
    if (!isPaid) wrong.push(`${purchaseOpId} was handed over and is ${statuses.get(opId)?.state}`);
    if (statuses.get(purchaseOpId)?.state !== 'accepted') earned += price;
  }
  const stalls = await askAs<StallBalance[]>(market, people.market, '/cash/stalls');
  const owed = stalls.reduce((sum, stall) => sum + stall.owed, 0);
  if (owed !== earned) wrong.push(`the stalls are owed ${owed} for sales of ${earned}`);
  return [...wrong, ...(await market.audit()).findings.map(String)];
}

async function allPurchases(market: RunningMarket): Promise<OfflinePurchasePage['items']> {
  const items: OfflinePurchasePage['items'] = [];
  let cursor: string | null | undefined = '';
  do {
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: OfflinePurchasePage = await askAs(market, people.stall, `/sync/sales?limit=100${after}`);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return items;
}
