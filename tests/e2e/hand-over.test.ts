import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDayWithoutLink } from './day-without-link.ts';
import { people, topUp } from './market-people.ts';
import { devices, signIn } from './open-device.ts';
import { offline } from './stall-without-link.ts';

const day = openDayWithoutLink();

/** Returns the cash that the server counts as handed over but not received. */
function onItsWay(): Promise<number> {
  return day.market.withDatabase(async (database) => {
    const text = `select 0 - coalesce(sum(p.amount), 0)::int as sum from ledger_account a
      join posting p on p.account_id = a.id where a.kind = 'in-transit'`;
    return (await database.query<{ sum: number }>({ text })).rows[0]?.sum ?? -1;
  });
}

/** After each step the ledger must add up, with these amounts for the market and on the way. */
async function expectBooks(treasury: number, inTransit: number): Promise<void> {
  await expect.poll(readBooks).toEqual({ treasury, 'in-transit': inTransit });
  expect(await day.market.audit()).toMatchObject({ total: 0, findings: [] });
}

async function readBooks(): Promise<Record<string, number>> {
  const sums = await day.market.withDatabase(async (database) => {
    const text = `select a.kind, 0 - coalesce(sum(p.amount), 0)::int as sum from ledger_account a
      left join posting p on p.account_id = a.id where a.kind in ('treasury', 'in-transit') group by a.kind`;
    return (await database.query<{ kind: string; sum: number }>({ text })).rows;
  });
  return Object.fromEntries(sums.map(({ kind, sum }) => [kind, sum]));
}

test('el punto entrega sin red, la entrega llega, y el mercado la recibe con una diferencia', async () => {
  await topUp(day.market, 80_000, '7007');
  const kiosk = await day.enrolled('Caja de las entregas', people.topUpPoint, devices.phone);
  await kiosk.page.goto('/dashboard/caja');
  await expect(kiosk.page.getByRole('meter')).toHaveAttribute('aria-valuenow', '80000');
  await expectBooks(0, 0);

  await offline(kiosk);
  await kiosk.page.goto('/dashboard/caja');
  await expect(kiosk.page.getByText('$80,000').first()).toBeVisible();
  expect(await barriers(kiosk.page)).toEqual([]);
  await kiosk.page.getByRole('link', { name: 'Entregar efectivo' }).click();
  for (let notes = 0; notes < 3; notes += 1)
    await kiosk.page.getByRole('button', { name: 'Poner un billete de 20,000' }).click();
  // Large counts of one value are typed, not tapped.
  await kiosk.page.getByRole('button', { name: '3 de $20,000. Escribir cuántos' }).click();
  await kiosk.page.getByRole('button', { name: '4', exact: true }).click();
  await kiosk.page.getByRole('button', { name: 'Listo' }).click();
  await expect(kiosk.page.getByText('En la caja quedan $0')).toBeVisible();
  expect(await barriers(kiosk.page)).toEqual([]);
  await kiosk.page.getByRole('button', { name: 'Entregar $80,000' }).click();
  await expect(kiosk.page.getByRole('heading', { name: 'En camino' })).toBeVisible();
  const code = /E-[0-9A-Z]{5}/.exec(await kiosk.page.getByRole('alert').innerText())?.[0] ?? '';
  expect(code).not.toBe('');
  await kiosk.page.getByRole('button', { name: 'Volver a la caja' }).click();
  await expect(kiosk.page.getByText('Todavía sin enviar.')).toBeVisible();
  await expectBooks(0, 0);

  await kiosk.context.setOffline(false);
  await expect.poll(() => onItsWay(), { timeout: 40_000 }).toBe(80_000);
  // The page reads the list again with the answer; its own refresh is half a minute later.
  await expect(kiosk.page.getByRole('button', { name: 'No la entregué' })).toBeVisible({ timeout: 15_000 });
  await expectBooks(0, 80_000);

  const office = await day.open(devices.kiosk);
  await signIn(office.page, people.market);
  await office.page.goto('/dashboard/caja?ver=recibir');
  await office.page.getByRole('button', { name: 'Contar lo de Jairo Martínez' }).click();
  await office.page.getByLabel('Billetes de $20,000').fill('3');
  await office.page.getByLabel('Billetes de $10,000').fill('1');
  await office.page.getByRole('button', { name: 'Comparar $70,000' }).click();
  const receive = office.page.getByRole('button', { name: 'Recibir $70,000' });
  await expect(receive).toBeDisabled();
  await office.page.getByRole('radio', { name: 'El punto' }).check();
  await expect(office.page.getByText('Jairo Martínez queda debiendo $10,000')).toBeVisible();
  expect(await barriers(office.page)).toEqual([]);
  await receive.click();
  await expect(office.page.getByRole('heading', { name: 'Recibido' })).toBeVisible();
  await expect(office.page.getByText(`${code}, Jairo Martínez`)).toBeVisible();
  await office.page.getByRole('button', { name: 'Imprimir' }).click();
  await expect(office.page.getByText('setenta mil pesos')).toBeVisible();
  await expect(office.page.getByText('1 × $10,000')).toBeVisible();
  await expect(office.page.getByText('Monedas', { exact: true })).toHaveCount(0);
  await expectBooks(70_000, 0);

  await kiosk.page.reload();
  await expect(kiosk.page.getByText('Faltaron $10,000')).toBeVisible();
  await expect(kiosk.page.getByRole('meter')).toHaveAttribute('aria-valuenow', '10000');
});

test('el mercado cuenta en el punto, y el punto responde por lo que falta', async () => {
  const { page } = await day.open(devices.kiosk);
  await signIn(page, people.market);
  await page.goto('/dashboard/caja?ver=recibir');
  await page.getByRole('button', { name: 'Contar en el punto, sin entrega' }).click();
  await page.getByRole('button', { name: 'Contar la caja de Jairo Martínez' }).click();
  await page.getByLabel('Contado').fill('8000');
  await page.getByRole('button', { name: 'Cerrar caja' }).click();
  await expect(page.getByText('Escoja quién responde por la diferencia.')).toBeVisible();
  await page.getByRole('radio', { name: 'El punto' }).check();
  await page.getByLabel('Motivo de la diferencia').fill('Dio vueltos de más');
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cerrar caja' }).click();
  await expect(page.getByText('Jairo Martínez queda debiendo $2,000')).toBeVisible();
  await page.getByRole('button', { name: 'Sí, cerrar con $8,000' }).click();
  await expectBooks(78_000, 0);
  await page.getByRole('button', { name: 'Volver a las cajas' }).click();
  await expect(page.getByText('Responde el punto')).toBeVisible();
});
