import { expect as expectValue, test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { openDay } from './day.ts';
import { people, topUp } from './market-people.ts';
import { preparePurchase, readCode } from './stall-purchase.ts';

const day = openDay();
const { market } = day;

const phone = { width: 360, height: 740 };

test('con letra doble, en la recarga caben el monto, las teclas y el botón', async () => {
  await topUp(market, 40_000, '8304');
  const { page } = await day.open(phone, people.topUpPoint);
  await page.goto('/dashboard/puntos-de-recarga/create');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await page.getByLabel('Correo o identificación').fill('8304');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await page.getByRole('button', { name: '5', exact: true }).click();
  await page.getByRole('button', { name: '000', exact: true }).click();
  for (const name of ['1', '000', 'Recargar'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  const amount = page.getByLabel('Monto de la recarga');
  await expect(amount).toHaveValue('$5,000');
  await expect(amount).toBeInViewport({ ratio: 1 });
});

test('con letra doble o acostada, la franja del cliente no tapa lo que él escribe', async () => {
  const { urlCodeQr } = await topUp(market, 40_000, '8305');
  const { page } = await day.open(phone);
  await page.goto(urlCodeQr);
  const band = page.getByRole('contentinfo');
  await expect(band).toHaveCSS('position', 'sticky');
  await page.setViewportSize({ width: 740, height: 360 });
  await expect(band).toHaveCSS('position', 'static');
  await page.setViewportSize(phone);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expect(band).toHaveCSS('position', 'static');
});

/** A phone magnified to twice its size, and one on its side. */
const lowScreens = [
  { width: 180, height: 370 },
  { width: 740, height: 360 },
];

test('ampliada al doble o acostada, la pantalla deja tocar cada tecla y cobrar sin desplazarla', async () => {
  for (const [place, size] of lowScreens.entries()) {
    const { uuid } = await topUp(market, 40_000, `831${place}`);
    const { page } = await day.open(size, people.stall);
    const charge = await preparePurchase(page, uuid, 7_000);
    for (const name of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '000', 'Borrar el último número']) {
      const key = page.getByRole('button', { name, exact: true });
      const box = await key.boundingBox();
      expectValue(box?.width).toBeGreaterThanOrEqual(44);
      expectValue(box?.height).toBeGreaterThanOrEqual(30);
      await key.click({ trial: true });
      await expect(key).toBeInViewport({ ratio: 1 });
    }
    await expect(charge).toBeInViewport({ ratio: 1 });
    const back = page.getByRole('button', { name: 'Volver' }).filter({ visible: true });
    await expect(back).toHaveCSS('border-top-width', '0px');
  }
});

test('las teclas y el botón no se mueven cuando el monto pasa del saldo', async () => {
  const { uuid } = await topUp(market, 40_000, '8320');
  const { page } = await day.open(phone, people.stall);
  await readCode(page, uuid);
  const key = (name: string) => page.getByRole('button', { name, exact: true });
  const charge = page.getByRole('button', { name: /^Cobrar/ });
  const placesAfter = async (digits: string) => {
    for (const digit of digits) await key(digit).click();
    return Promise.all([key('1'), charge].map(async (button) => (await button.first().boundingBox())?.y));
  };
  const left = page.getByText(/^Le quedan/).filter({ visible: true });
  await expect(left).toHaveCount(0);
  const before = await placesAfter('');
  expectValue(await placesAfter('7125')).toEqual(before);
  await expect(left).toBeVisible();
  expectValue(await placesAfter('0')).toEqual(before);
  await expect(page.getByText('El saldo no alcanza').first()).toBeVisible();

  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const [above] = await placesAfter('');
  for (let digits = 5; digits > 0; digits -= 1) {
    await key('Borrar el último número').click();
    await expect.poll(async () => (await key('1').boundingBox())?.y).toBe(above);
  }
});
