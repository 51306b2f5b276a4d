import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { textInPicture } from '#tests/support/browser/qr-frames-read.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { askAs, buy, people, stallNames, topUp } from './market-people.ts';
import { devices, installed, openDevice } from './open-device.ts';
import { balanceOf } from './stall-purchase.ts';

const day = openDay({ VOUCHER_DAYS: '365' });
const { market, browser } = day;

test('quien sale de su código no llega al ingreso del mercado, y vuelve a su código', async () => {
  const { urlCodeQr } = await topUp(market, 50_000, '24684521');
  const { page } = await day.open(devices.phone);
  await page.goto(urlCodeQr);
  await page.getByRole('button', { name: 'Salir' }).click();
  await expect(page.getByRole('heading', { name: 'Ya puede cerrar esta página' })).toBeFocused();
  expect(new URL(page.url()).pathname).toBe('/');
  await expect(page.getByLabel('Contraseña')).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Volver a mi código' }).click();
  await expect(page.getByText('$50,000').first()).toBeVisible();
  // A person who works here and opened a voucher by mistake.
  await page.getByRole('button', { name: 'Salir' }).click();
  await page.getByRole('link', { name: 'Trabajo en el mercado' }).click();
  await expect(page.getByRole('heading', { name: 'Iniciar Sesión' })).toBeVisible();
});

test('lo que no alcanza se dice antes del toque; el estante usado queda de primero; "Pagado" se mueve', async () => {
  const { urlCodeQr } = await topUp(market, 22_500, '24684522');
  const { page } = await day.open({ width: 360, height: 740 });
  await page.goto(urlCodeQr);
  await expect(page.getByText('1 de 2')).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await page.getByRole('button', { name: `Escoger ${stallNames.otherStall}` }).click();
  const amount = page.getByLabel('Monto de la compra');
  await expect(amount).toBeFocused();
  await amount.fill('32500');
  await expect(page.getByText('No alcanza con este código').first()).toBeVisible();
  await expect(page.getByText('Le faltan')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Comprar', exact: true })).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Compra en proceso...')).toHaveCount(0);
  await amount.fill('12500');
  await expect(page.getByText('Le quedan')).toBeInViewport({ ratio: 1 });
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Su compra se ha realiza correctamente')).toBeVisible();
  await expect(page.getByText(/^Hace [2-9] s/)).toBeVisible();
  await page.getByRole('button', { name: 'Seguir Comprando' }).click();
  await expect(page.getByRole('heading', { name: '1. Escoja el estante' })).toBeFocused();
  const slide = page.getByRole('group', { name: '1 de 2' });
  await expect(slide).toContainText(stallNames.otherStall);
  await expect(slide).toContainText('Compró aquí el');
  await page.getByRole('button', { name: 'Ver los 2' }).click();
  const list = page.getByRole('dialog', { name: 'Escoja el estante' });
  await expect(list.getByRole('heading', { level: 3 })).toHaveText([
    'Donde ya compró',
    'Los demás, de la A a la Z',
  ]);
  expect(await barriers(page)).toEqual([]);
  await list.getByRole('button', { name: stallNames.stall }).click();
  await expect(amount).toBeFocused();
});

test('"¿Algo no cuadra?" da el teléfono del mercado y un mensaje con la compra, en el recibo y en Mis compras', async () => {
  const { urlCodeQr } = await topUp(market, 22_500, '24684529');
  const { page, context } = await day.open({ width: 360, height: 740 });
  await page.goto(urlCodeQr);
  await page.getByRole('button', { name: `Escoger ${stallNames.stall}` }).click();
  await page.getByLabel('Monto de la compra').fill('8500');
  await page.getByRole('button', { name: 'Comprar', exact: true }).click();
  const write = page.getByRole('link', { name: 'Escribir por WhatsApp' });
  const ask = async () => {
    await page.getByRole('button', { name: '¿Algo no cuadra?' }).click();
    const address = new URL((await write.getAttribute('href')) ?? '');
    expect(`${address.origin}${address.pathname}`).toBe('https://wa.me/573105550101');
    await expect(page.getByRole('link', { name: 'Llamar al 310 555 0101' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    return address.searchParams.get('text') ?? '';
  };
  const said = await ask();
  expect(said).toMatch(/^Buenas\. Algo no cuadra en mi compra C-[0-9A-Z]{8}: \$8,500 en /);
  expect(said).toContain(stallNames.stall);
  await page.getByRole('button', { name: 'Seguir Comprando' }).click();
  await page.getByRole('button', { name: 'Mis compras' }).click();
  expect(await ask()).toBe(said);
  // Without a link it says so, and the button stays.
  await page.reload();
  await page.getByRole('button', { name: 'Mis compras' }).click();
  await page.getByRole('button', { name: '¿Algo no cuadra?' }).waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: '¿Algo no cuadra?' }).click();
  await expect(page.getByRole('dialog').getByText(/conexión/)).toBeVisible();
  await expect(page.getByRole('button', { name: '¿Algo no cuadra?' })).toBeVisible();
});

test('sin conexión se ve el último saldo con su hora y el código entero; se intenta de nuevo', async () => {
  const { urlCodeQr } = await topUp(market, 22_500, '24684523');
  const { page, context } = await openDevice(browser, market, devices.phone);
  await page.goto(urlCodeQr);
  await expect(page.getByText('$22,500')).toBeVisible();
  await installed(page, false);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^Su saldo de las \d+:\d\d$/)).toBeVisible();
  await expect(page.getByText('$22,500')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Mostrar mi código' }).click();
  const drawn = page.getByRole('img', { name: 'Su código' });
  expect(await textInPicture(await drawn.screenshot())).toBe(urlCodeQr);
  await page.getByRole('button', { name: 'Cerrar' }).click();
  // The page retries automatically once the link is back, so the button must be seen before.
  await expect(page.getByRole('button', { name: 'Intentar ahora' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Comprar', exact: true })).toBeVisible();
});

test('una compra que no se cobró: se cambia el monto sin escoger otra vez el estante, y se cobra una sola vez', async () => {
  const voucher = await topUp(market, 20_000, '24684524');
  const { urlCodeQr, uuid } = voucher;
  const { page } = await day.open(devices.phone);
  await page.goto(urlCodeQr);
  await page.getByRole('button', { name: `Escoger ${stallNames.stall}` }).click();
  const amount = page.getByLabel('Monto de la compra');
  await amount.fill('15000');
  // Spent elsewhere meanwhile, so this page's balance is outdated.
  await buy(market, voucher, 10_000);
  await page.getByRole('button', { name: 'Comprar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No se cobró' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recargar' })).toBeVisible();
  let letThrough = () => {};
  const isThrough = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(`**/api/v1/code-qr/search/${uuid}`, (route) => isThrough.then(() => route.continue()));
  await page.getByRole('button', { name: 'Cambiar el monto' }).click();
  await expect(page.getByRole('button', { name: 'Procesando...' }).last()).toBeFocused();
  letThrough();
  await expect(page.getByRole('heading', { name: 'No se cobró' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Cambiar el estante: ${stallNames.stall}` })).toBeVisible();
  await expect(page.getByText('$10,000').first()).toBeVisible();
  await amount.fill('4000');
  await page.getByRole('button', { name: 'Comprar', exact: true }).click();
  await expect(page.getByText('Su compra se ha realiza correctamente')).toBeVisible();
  expect(await balanceOf(market, uuid)).toBe(6_000);
});

test('un papel muestra lo suyo y no los otros; el que vence pronto lo dice, y el vencido dice qué fue de lo que tenía', async () => {
  const first = await topUp(market, 22_500, '24684525');
  const another = async (monto: number) => {
    const uuid = crypto.randomUUID();
    const command = { monto, uuid, clientId: first.clientId };
    const path = '/code-qr/create-recharger';
    return { uuid, ...(await askAs<{ urlCodeQr: string }>(market, people.topUpPoint, path, command)) };
  };
  const [soon, ended] = [await another(50_000), await another(70_000)];
  await market.withDatabase(async (database) => {
    for (const [days, uuid] of [
      [12, soon.uuid],
      [-1, ended.uuid],
    ] as const)
      await database.query({
        text: "update voucher set expires_at = now() + $2 * interval '1 day' where id = $1",
        values: [uuid, days],
      });
  });
  const { page } = await day.open({ width: 360, height: 740 });
  await page.goto(first.urlCodeQr);
  await expect(page.getByText(/^Recarga del .* · Vigente hasta /).filter({ visible: true })).toBeVisible();
  await expect(page.getByText('$72,500')).toHaveCount(0);
  await page.goto(soon.urlCodeQr);
  await expect(page.getByText(/^Vence en 12 días, el /)).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.goto(ended.urlCodeQr);
  await expect(page.getByText('Lo que quedaba, $70,000, pasa al mercado, como dice el papel.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Comprar', exact: true })).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Dónde recargar' }).click();
  const where = page.getByRole('dialog', { name: 'Dónde recargar' });
  await expect(where.getByRole('listitem').filter({ hasText: 'Jairo' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await where.getByRole('button', { name: 'Cerrar' }).click();
});

test('un enlace que no sirve dice qué hacer, y no ofrece recargar', async () => {
  const { page } = await day.open(devices.phone);
  await page.goto('/code-qr?userId=u');
  await expect(page.getByRole('heading', { name: 'El enlace está incompleto' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recargar' })).toHaveCount(0);
  // The retry reads the same address.
  await expect(page.getByRole('button', { name: 'Intentar otra vez' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Salir' })).toBeVisible();
});
