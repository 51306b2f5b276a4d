import { test } from 'vitest';
import type { CashReceivedPage } from '#src/contract/cash/till.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { askAs, people, topUp } from './market-people.ts';
import { devices } from './open-device.ts';
import { offline } from './stall-without-link.ts';

const day = openDay();

/** After each step the ledger must add up, with these amounts at the market and in the till. */
async function expectBooks(treasury: number, cash: number): Promise<void> {
  await expect.poll(readBooks).toEqual({ treasury, cash });
  expect(await day.market.audit()).toMatchObject({ total: 0, findings: [] });
}

async function readBooks(): Promise<Record<string, number>> {
  const sums = await day.market.withDatabase(async (database) => {
    const text = `select a.kind, 0 - coalesce(sum(p.amount), 0)::int as sum from ledger_account a
      left join posting p on p.account_id = a.id where a.kind in ('treasury', 'cash') group by a.kind`;
    return (await database.query<{ kind: string; sum: number }>({ text })).rows;
  });
  return Object.fromEntries(sums.map(({ kind, sum }) => [kind, sum]));
}

test('el punto cuenta su caja sin red: una nota en papel, que no cambia las cuentas', async () => {
  await topUp(day.market, 80_000, '7007');
  const kiosk = await day.enrolled('Caja que se cuenta', people.topUpPoint, devices.phone);
  await kiosk.page.goto('/dashboard/caja');
  await expect(kiosk.page.getByRole('meter')).toHaveAttribute('aria-valuenow', '80000');
  await offline(kiosk);
  await kiosk.page.goto('/dashboard/caja');
  await expect(kiosk.page.getByText('$80,000').first()).toBeVisible();
  expect(await barriers(kiosk.page)).toEqual([]);
  await kiosk.page.getByRole('link', { name: 'Contar la caja' }).click();
  for (let notes = 0; notes < 2; notes += 1)
    await kiosk.page.getByRole('button', { name: 'Poner un billete de 20,000' }).click();
  // Large counts of one value are typed, not tapped.
  await kiosk.page.getByRole('button', { name: '2 de $20,000. Escribir cuántos' }).click();
  await kiosk.page.getByRole('button', { name: '3', exact: true }).click();
  await kiosk.page.getByRole('button', { name: 'Listo' }).click();
  expect(await barriers(kiosk.page)).toEqual([]);
  await kiosk.page.getByRole('button', { name: 'Comparar $60,000' }).click();
  await expect(kiosk.page.getByText('Faltan')).toBeVisible();
  await expect(kiosk.page.getByText('No cambia las cuentas.')).toBeVisible();
  expect(await barriers(kiosk.page)).toEqual([]);
  await kiosk.page.getByRole('button', { name: 'Imprimir' }).click();
  await expect(kiosk.page.getByText('sesenta mil pesos')).toBeVisible();
  await kiosk.context.setOffline(false);
  await expectBooks(0, 80_000);
});

test('el mercado recibe una parte en tres toques: la respuesta se pierde y queda una sola vez', async () => {
  const { page, context } = await day.open(devices.phone, people.market);
  await page.goto('/dashboard/caja?ver=recibir');
  await page.getByRole('button', { name: 'Recibir el efectivo de Jairo Martínez' }).click();
  for (let notes = 0; notes < 3; notes += 1)
    await page.getByRole('button', { name: 'Poner un billete de 20,000' }).click();
  await expect(page.getByText('$80,000')).toHaveCount(0);
  await page.getByRole('button', { name: 'Comparar $60,000' }).click();
  const receive = page.getByRole('button', { name: 'Recibir $60,000' });
  await expect(receive).toBeDisabled();
  await page.getByRole('radio', { name: 'Siguen en la caja' }).check();
  await expect(page.getByText('Jairo Martínez sigue con $20,000')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await context.route('**/cash/receive', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await receive.click();
  await expect(page.getByText('No llegó la respuesta. Puede que ya esté hecho.')).toBeVisible();
  await context.unroute('**/cash/receive');
  await expectBooks(60_000, 20_000);
  // The person leaves and returns: the same operation is sent again, without another count.
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click();
  await page.getByRole('button', { name: 'Recibir el efectivo de Jairo Martínez' }).click();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Intentar otra vez' }).click();
  await expect(page.getByRole('heading', { name: 'Recibido' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Imprimir' }).click();
  await expect(page.getByText('3 × $20,000')).toBeVisible();
  await expectBooks(60_000, 20_000);
  const { items } = await askAs<CashReceivedPage>(day.market, people.market, '/cash/received');
  expect(items).toMatchObject([{ received: 60_000, left: 20_000, closes: false }]);
});

test('el mercado da la base y fija el tope de un solo punto, y la caja llena dice quién debe venir', async () => {
  const { page } = await day.open(devices.tablet, people.market);
  await page.goto('/dashboard/caja?ver=recibir');
  await page.getByRole('button', { name: 'Dar base de caja a Jairo Martínez' }).click();
  await page.getByLabel('Monto de la base').fill('50000');
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sí, dar $50,000' }).click();
  await expectBooks(10_000, 70_000);
  await page.getByRole('button', { name: 'Cambiar el tope de la caja de Jairo Martínez' }).click();
  await page.getByRole('checkbox', { name: 'El mismo de todo el mercado' }).uncheck();
  await page.getByLabel('Tope de esta caja').fill('20000');
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Guardar tope' }).click();
  await expect(page.getByText('Jairo Martínez puede tener hasta $20,000')).toBeVisible();

  await page.getByRole('button', { name: 'Recibir el efectivo de Jairo Martínez' }).click();
  await page.getByLabel('Billetes de $20,000').fill('3');
  // An amount that cannot be read does not count as 0.
  await page.getByLabel('Monedas pesadas').fill('5e4');
  await expect(page.getByRole('button', { name: 'Comparar $60,000' })).toBeDisabled();
  await page.getByLabel('Monedas pesadas').fill('400');
  await expect(page.getByText('Faltan').first()).toBeVisible();

  const { page: point } = await day.open(devices.phone, people.topUpPoint);
  await point.goto('/dashboard/caja');
  await expect(point.getByText('Puede tener hasta $20,000')).toBeVisible();
  await expect(point.getByText('Base de caja')).toBeVisible();
});
