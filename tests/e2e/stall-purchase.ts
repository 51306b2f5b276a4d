import type { Locator, Page } from '@playwright/test';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import type { RunningMarket } from './running-market.ts';

/** At the stall, with the voucher's short code. */
export async function readCode(page: Page, voucherUuid: string): Promise<void> {
  await page.goto('/dashboard/escanear');
  await page.getByRole('button', { name: 'Escribir código' }).first().click();
  await page.getByLabel('Código corto').fill(shortCodeOf(voucherUuid));
  await page.getByRole('dialog').getByRole('button', { name: 'Buscar' }).click();
}

/** The same up to the charging button. `amount` is typed on the pad. */
export async function preparePurchase(page: Page, voucherUuid: string, amount: number): Promise<Locator> {
  await readCode(page, voucherUuid);
  for (const digit of String(amount)) await page.getByRole('button', { name: digit, exact: true }).click();
  return page.getByRole('button', { name: `Cobrar $${amount.toLocaleString('en-US')}` });
}

/** Waits for the sale's verdict on the screen. */
export async function seeVerdict(
  page: Page,
  verdict: 'Pagado' | 'Pendiente de confirmar' | 'Aceptada sin conexión' | 'Ya pagó',
): Promise<void> {
  await expect(page.getByRole('heading', { name: verdict })).toBeVisible({ timeout: 60_000 });
}

/** Returns the voucher's balance on the server. */
export async function balanceOf(market: RunningMarket, voucherUuid: string): Promise<number> {
  const answer = await fetch(`${market.url}/api/v1/code-qr/search/${voucherUuid}`);
  return ((await answer.json()) as { monto: number }).monto;
}

/** Returns the ledger's number of purchases on this voucher. */
export function purchasesOf(market: RunningMarket, { uuid }: { uuid: string }): Promise<number> {
  return market.withDatabase(async (database) => {
    const text = 'select count(*)::int as count from purchase where voucher_id = $1';
    return (await database.query<{ count: number }>({ text, values: [uuid] })).rows[0]?.count ?? -1;
  });
}

/** Charges what this voucher holds; the rest is for another one. */
export async function completePurchase(page: Page): Promise<void> {
  const offer = page.getByRole('button', { name: 'Completar con otro código' });
  await offer.click();
  await expect(offer).toBeHidden();
}

/** Whether a finger reaches this button at the moment it appears and, soon after, when it takes taps. */
export function reachOf(page: Page, name: string): Promise<{ atOnce: boolean; later: boolean }> {
  return page.evaluate(async (text) => {
    const button = () => [...document.querySelectorAll('button')].find(({ innerText }) => innerText === text);
    const isReached = (): boolean => {
      const { x = 0, y = 0, width = 0, height = 0 } = button()?.getBoundingClientRect() ?? {};
      return button()?.contains(document.elementFromPoint(x + width / 2, y + height / 2)) ?? false;
    };
    await new Promise<void>((resolve) => {
      const watch = () => (button() ? resolve() : undefined);
      new MutationObserver(watch).observe(document, { subtree: true, childList: true });
    });
    const atOnce = isReached();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return { atOnce, later: isReached() };
  }, name);
}
