import type { Page } from '@playwright/test';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import { readTable } from '#tests/e2e/device-database.ts';
import { askAs, people } from '#tests/e2e/market-people.ts';
import type { RunningMarket } from '#tests/e2e/running-market.ts';

/**
 * Returns disagreements between a device with an empty outbox and the server: a handed-over sale that is
 * missing or unpaid; a stall's balance other than its sales; the ledger's own findings.
 */
export async function disagreements(market: RunningMarket, page: Page): Promise<string[]> {
  const envelopes = await readTable(page, 'envelopes');
  const statuses = new Map((await readTable(page, 'statuses')).map((status) => [status.opId, status]));
  const wrong: string[] = [];
  const posted = await postedPurchases(market);
  let earned = 0;
  for (const { opId, kind, payload } of envelopes) {
    const isPaid = statuses.get(opId)?.state === 'accepted';
    if (kind === 'purchase' && isPaid) earned += payload.price;
    if (kind !== 'acceptance') continue;
    const { purchaseOpId, price } = payload;
    if (!posted.has(purchaseOpId)) wrong.push(`${purchaseOpId} was handed over and is not there`);
    if (!isPaid) wrong.push(`${purchaseOpId} was handed over and is ${statuses.get(opId)?.state}`);
    if (statuses.get(purchaseOpId)?.state !== 'accepted') earned += price;
  }
  const stalls = await askAs<StallBalance[]>(market, people.market, '/cash/stalls');
  const owed = stalls.reduce((sum, stall) => sum + stall.owed, 0);
  if (owed !== earned) wrong.push(`the stalls are owed ${owed} for sales of ${earned}`);
  return [...wrong, ...(await market.audit()).findings.map(String)];
}

/** The ledger has one purchase for a reference. */
async function postedPurchases(market: RunningMarket): Promise<Set<string>> {
  const text = "select reference from movement where kind = 'purchase'";
  const { rows } = await market.withDatabase((database) => database.query<{ reference: string }>({ text }));
  return new Set(rows.map(({ reference }) => reference));
}
