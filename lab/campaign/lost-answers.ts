import type { BrowserContext } from '@playwright/test';
import type { SyncAnswer, SyncResult } from '#src/contract/sync/schemas.ts';
import { readTable } from '#tests/e2e/device-database.ts';
import type { Device } from '#tests/e2e/open-device.ts';
import { prepareSale } from '#tests/e2e/stall-sale.ts';
import { offline } from '#tests/e2e/stall-without-link.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';

type LostAnswers = { readonly lost: SyncAnswer[]; end: () => Promise<void> };

/** From now on the server receives every call of the device, and the device never receives an answer. */
async function loseAnswers(context: BrowserContext): Promise<LostAnswers> {
  const lost: SyncAnswer[] = [];
  await context.route('**/api/v1/sync', async (route) => {
    lost.push((await (await route.fetch()).json()) as SyncAnswer);
    await route.abort('connectionreset');
  });
  return { lost, end: () => context.unrouteAll({ behavior: 'wait' }) };
}

/**
 * A sale that the tablet decides against while its answer is lost, and the server's earlier answer. On a busy
 * machine the tablet may decide before it has sent the sale, which then arrives as withdrawn: in that case
 * another one is made.
 */
export async function beyondLimits(
  { page, context }: Device,
  voucherUuid: string,
  price: number,
): Promise<{ first: SyncResult | undefined; heard: LostAnswers }> {
  for (let tries = 1; ; tries += 1) {
    const charge = await prepareSale(page, voucherUuid, price);
    const heard = await loseAnswers(context);
    await charge.click();
    await expect(page.getByRole('heading', { name: 'No se cobró' })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('No entregue todavía')).toBeVisible();
    const sales = (await readTable(page, 'envelopes')).filter(({ kind }) => kind === 'purchase');
    const opId = sales.toSorted((a, b) => a.seq - b.seq).at(-1)?.opId;
    const said = () => heard.lost.flatMap(({ results }) => results).find((result) => result.opId === opId);
    await expect.poll(said, { timeout: 30_000 }).toBeDefined();
    const first = said();
    if (first?.refusal?.code !== 'WITHDRAWN' || tries === 3) return { first, heard };
    await heard.end();
  }
}

/** The link returns for an answer that is lost, fails, and returns again. */
export async function flap({ page, context }: Pick<Device, 'page' | 'context'>): Promise<void> {
  const heard = await loseAnswers(context);
  await context.setOffline(false);
  await expect.poll(() => heard.lost.length, { timeout: 60_000 }).toBeGreaterThan(0);
  await offline({ page, context });
  await heard.end();
  await context.setOffline(false);
}
