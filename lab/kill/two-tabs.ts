import type { BrowserContext, Page } from '@playwright/test';
import { isFinal } from '#src/client/local/db/operation.ts';
import { readTable } from '#tests/e2e/device-database.ts';
import { find, offline, typed } from '#tests/e2e/stall-without-link.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';

/**
 * Two tabs of one device sell at the same moment and send at the same moment. In every other race the link
 * returns at the moment of the two taps, so that one tab may send what the other is still writing.
 */
export async function raceTwoTabs(
  context: BrowserContext,
  tabs: readonly [Page, Page],
  codes: readonly string[],
  races: number,
): Promise<void> {
  for (let race = 0; race < races; race++) {
    const charges = [];
    for (const [index, page] of tabs.entries()) {
      await offline({ page, context });
      await find(page, codes[(race * 2 + index) % codes.length] ?? '');
      charges.push(await typed(page, 1_000 + race * 2 + index));
    }
    const taps = charges.map((charge) => charge.click());
    if (race % 2 === 0) {
      await Promise.all(taps);
      for (const page of tabs) await page.getByText('Entregue el producto').waitFor();
    }
    await Promise.all([...taps, context.setOffline(false)]);
    const expected = (race + 1) * 2;
    await expect.poll(() => settledPurchases(tabs[0]), { timeout: 60_000 }).toBe(expected);
  }
}

/** Returns the number of settled purchases once nothing is open; -1 before. */
async function settledPurchases(page: Page): Promise<number> {
  const statuses = new Map((await readTable(page, 'statuses')).map((status) => [status.opId, status]));
  if ([...statuses.values()].some((status) => !isFinal(status))) return -1;
  return (await readTable(page, 'envelopes')).filter(({ kind }) => kind === 'purchase').length;
}
