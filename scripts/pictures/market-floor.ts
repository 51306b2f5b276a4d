import type { Page } from '@playwright/test';
import { demoPassword } from '#scripts/demo/stories.ts';
import type { TokenPair } from '#src/contract/accounts/login.ts';
import type { MarketCode } from '#src/contract/markets/market-code.ts';
import { caller } from '#tests/e2e/market-people.ts';
import { installed } from '#tests/e2e/open-device.ts';
import { offline, pin, typeCode, typed } from '#tests/e2e/stall-without-link.ts';
import { save, signIn, type Studio } from './studio.ts';

/** A voucher from hand to hand: the kiosk, the stall, the customer, and the stall once more offline. */
export async function takeMarketFloor(studio: Studio): Promise<void> {
  const link = await takeTopUp(studio);
  await takeStallPurchase(studio, link);
  await takePurchase(studio, link);
  await takeOfflinePurchase(studio, link);
}

/** The kiosk issues a voucher; returns its link. */
async function takeTopUp(studio: Studio): Promise<string> {
  const { page, context } = await studio.open('desktop');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Ingresar' }).waitFor();
  await save(page, 'ingreso');
  await signIn(page, 'recarga@demo.co', 'Punto Recarga');
  await page.goto('/dashboard/puntos-de-recarga/create');
  await page.getByLabel('Correo o identificación').fill('24684521');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await page.getByText('Identificación 24684521').first().waitFor();
  await page.getByLabel('Monto de la recarga').fill('50000');
  const answered = page.waitForResponse((response) => response.url().endsWith('/create-recharger'));
  await page.getByRole('button', { name: 'Recargar', exact: true }).click();
  const { urlCodeQr } = (await (await answered).json()) as { urlCodeQr: string };
  await page.getByText('Código creado correctamente').waitFor();
  await save(page, 'recarga', true);
  await page.getByRole('button', { name: 'Imprimir' }).click();
  await page.getByRole('button', { name: 'Rollo de 80 mm' }).waitFor();
  // Not narrower: below 600 the top-up has the phone layout without the printed voucher.
  await page.setViewportSize({ width: 640, height: 1024 });
  await page.getByRole('button', { name: 'Rollo de 80 mm' }).click();
  await save(page, 'impreso');
  await context.close();
  return urlCodeQr;
}

/** The stall charges it by its code. */
async function takeStallPurchase(studio: Studio, link: string): Promise<void> {
  const { page, context } = await studio.open('tablet');
  await signIn(page, 'estante@demo.co', 'Estante');
  await page.goto('/dashboard/escanear');
  await page.getByRole('button', { name: 'Escribir código' }).first().click();
  await page.getByRole('dialog').getByRole('textbox').fill(link);
  await page.getByRole('dialog').getByRole('textbox').press('Enter');
  await page.getByRole('button', { name: '1', exact: true }).waitFor();
  for (const key of ['1', '2', '5', '0', '0'])
    await page.getByRole('button', { name: key, exact: true }).click();
  await save(page, 'venta', true);
  await page.getByRole('button', { name: /^Cobrar/ }).click();
  await page.getByText('Pagado', { exact: true }).waitFor();
  await save(page, 'pagado');
  await context.close();
}

/** The customer opens the link. */
async function takePurchase(studio: Studio, link: string): Promise<void> {
  const { page, context } = await studio.open('phone');
  await page.goto(link);
  await page.getByText('$37,500').first().waitFor();
  await page.getByRole('button', { name: 'Escoger' }).first().waitFor();
  await page.locator('[data-piece]').first().waitFor();
  await save(page, 'cliente', true);
  await context.close();
}

/** Another stall enrols its tablet, loses the link, and keeps selling. */
async function takeOfflinePurchase(studio: Studio, link: string): Promise<void> {
  const { page, context } = await studio.open('tablet');
  await signIn(page, 'estante2@demo.co', 'Estante');
  await installed(page);
  await page.goto('/dashboard/dispositivos');
  await page.getByLabel('Nombre del dispositivo').fill('Tableta 7');
  await page.getByLabel('PIN de 6 números').fill(pin);
  await page.getByLabel('Repita el PIN').fill(pin);
  await page.getByLabel('Código del mercado (opcional)').fill(await marketCode(page));
  await page.getByRole('button', { name: 'Inscribir' }).click();
  await page.getByText('Tableta 7, inscrito.').waitFor();
  await offline({ page, context });
  await page.goto('/dashboard/escanear');
  await typeCode(page, link);
  await (await typed(page, 15_000)).click();
  await page.getByText('Por enviar').waitFor();
  await save(page, 'sin-conexion');
  await context.close();
}

/** The market approves the tablet: a one-time code from its manager. */
async function marketCode(page: Page): Promise<string> {
  const call = caller({ url: new URL(page.url()).origin });
  const who = { email: 'mercado@demo.co', password: demoPassword, userType: 'GLOBAL_MARKET' };
  const { token } = await call<TokenPair>('/auth/login', who);
  return (await call<MarketCode>('/market/codes', { purpose: 'enrol-stall' }, token)).code;
}
