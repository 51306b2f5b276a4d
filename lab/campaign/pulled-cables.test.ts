import type { Page } from '@playwright/test';
import { beforeAll, expect as expectValue, test } from 'vitest';
import { createRandom } from '#lab/simulation/machine/random.ts';
import { plugPrinter, takePaper } from '#tests/e2e/fake-printer.ts';
import { marketForPages } from '#tests/e2e/market-for-pages.ts';
import { people, topUp } from '#tests/e2e/market-people.ts';
import { devices, openDevice, signIn, visiting, type Device } from '#tests/e2e/open-device.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { textOnPaper } from '#tests/support/printer/read-paper.ts';

/** Cables pulled, ten of them for each top-up. */
const cables = Number(process.env['CABLES'] ?? '1000');
const each = 10;
/** A little more than the bytes of one voucher, so that some papers are complete. */
const paperBytes = 30_000;
const identification = '24684521';
const timeout = 3_600_000;

const { market, browser } = marketForPages();
let kiosk: Device;

beforeAll(async () => {
  await topUp(market, 1_000, identification);
  kiosk = await openDevice(browser, market, devices.kiosk, visiting);
  await plugPrinter(kiosk.context);
  await signIn(kiosk.page, people.topUpPoint);
  await choosePrinter(kiosk.page);
}, timeout);

async function choosePrinter(page: Page): Promise<void> {
  await page.goto('/dashboard/dispositivos');
  await page.getByRole('button', { name: 'Impresora de este dispositivo' }).click();
  await page.getByRole('button', { name: 'Buscar por Bluetooth' }).click();
  await page.getByRole('button', { name: 'Imprimir la prueba' }).click();
  await page.getByRole('button', { name: 'Sí, quedó bien' }).click();
  await expect(page.getByRole('heading', { name: 'Impresora lista' })).toBeVisible();
  await page.goto('/dashboard/puntos-de-recarga/create');
}

test(
  `${cables} cables pulled at random points make one voucher for each top-up, and each can be printed`,
  async () => {
    const { page } = kiosk;
    const dice = createRandom(20_261_128);
    const again = page.getByRole('button', { name: 'Imprimir otra vez' });
    for (let made = 0; made < cables / each; made += 1) {
      if (made > 0) await page.getByRole('button', { name: 'Nueva Recarga' }).first().click();
      await page.getByLabel('Correo o identificación').fill(identification);
      await page.getByRole('button', { name: 'Buscar' }).click();
      await page.getByLabel('Monto de la recarga').fill('1000');
      await pull(page, dice.int(paperBytes));
      await page.getByRole('button', { name: 'Recargar e imprimir' }).click();
      for (let pulled = 1; pulled <= each; pulled += 1) {
        await ended(page);
        await page.evaluate(() => window.printer.plug());
        if (pulled === each) break;
        await pull(page, dice.int(paperBytes));
        await again.click();
      }
      await takePaper(page);
      await page.evaluate(() => window.printer.pullAfter(Number.MAX_SAFE_INTEGER));
      await again.click();
      await expect(page.getByText('Impreso. Entréguele el papel a Luz.')).toBeVisible();
      const link = await page
        .getByRole('img', { name: /Código QR de/ })
        .first()
        .getAttribute('data-qr');
      expectValue(await textOnPaper(await takePaper(page))).toBe(link);
    }
    expectValue(await topUps()).toBe(cables / each + 1);
    expectValue(kiosk.complaints).toEqual([]);
  },
  timeout,
);

function pull(page: Page, bytes: number): Promise<void> {
  return page.evaluate((after) => window.printer.pullAfter(after), bytes);
}

/** The screen says how it ended, with the code on it and a button that prints it again. */
async function ended(page: Page): Promise<void> {
  const printed = page.getByText('Impreso. Entréguele el papel a Luz.');
  await expect(printed.or(page.getByRole('alert')).first()).toBeVisible();
  await expect(page.getByRole('img', { name: /Código QR de/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Imprimir otra vez' })).toBeEnabled();
}

function topUps(): Promise<number> {
  return market.withDatabase(async (database) => {
    const { rows } = await database.query<{ count: number }>({
      text: 'select count(*)::int as count from top_up',
    });
    return rows[0]?.count ?? 0;
  });
}
