import type { Page } from '@playwright/test';
import { test } from 'vitest';
import type { Till } from '#src/contract/cash/till.ts';
import type { TopUpPage } from '#src/contract/topups/schemas.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from '../barriers.ts';
import { askAs, people } from '../market-people.ts';
import { devices, type Device } from '../open-device.ts';
import { enrol, offline } from '../stall-without-link.ts';
import type { HardDay } from './day.ts';

/**
 * A mistyped top-up is corrected before the customer has left, with and without a link. First of the day,
 * because it counts all tills.
 */
export function topUpVoids(day: HardDay): void {
  test('500,000 por 50,000 se corrige antes de que el cliente se vaya', async () => {
    const { page } = await kiosk(day, 'Caja 1');
    await register(page, 'Luz Marina Ospina', '24684521');
    await charge(page, 500_000);
    await page.getByText('Código creado correctamente').waitFor();
    await undo(page, '$500,000');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Recargar bien' }).click();
    await charge(page, 50_000);
    await page.getByText('Código creado correctamente').waitFor();
    expect(await till(day)).toBe(50_000);
    expect((await topUps(day)).map(({ monto, state }) => [monto, state])).toEqual([
      [50_000, 'ACTIVE'],
      [500_000, 'VOIDED'],
    ]);

    // And from the till's list, that one too.
    await page.goto('/dashboard/caja');
    await page.getByRole('button', { name: 'Anular la recarga de $50,000 de Luz Marina Ospina' }).click();
    await page.getByRole('button', { name: 'Otra persona' }).click();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sí, anular $50,000' }).click();
    await expect(page.getByText('Devuelva $50,000')).toBeVisible();
    await page.getByRole('button', { name: 'Listo' }).click();
    await expect(page.getByText('Anulado', { exact: true }).first()).toBeVisible();
    expect(await till(day)).toBe(0);
  });

  test('sin conexión también: cuenta una vez o ninguna', async () => {
    const device = await kiosk(day, 'Caja 2');
    const { page } = device;
    await offline(device);
    await page.goto('/dashboard/puntos-de-recarga/create');
    await register(page, 'Pedro Nuevo', '99887766');
    await charge(page, 50_000);
    await page.getByText('Código entregado sin conexión').waitFor();
    await undo(page, '$50,000');
    await page.getByText('La anulación se envía sola al mercado.').waitFor();
    await page.getByRole('button', { name: 'Recargar bien' }).click();
    await charge(page, 5_000);
    await page.getByText('Código entregado sin conexión').waitFor();
    await page.goto('/dashboard/pendientes');
    await expect(page.getByText('Anulada', { exact: true })).toBeVisible();
    await device.context.setOffline(false);
    await expect.poll(() => till(day), { timeout: 60_000 }).toBe(5_000);
    await expect
      .poll(
        async () =>
          (await topUps(day))
            .slice(0, 2)
            .map(({ monto, state }) => [monto, state])
            .toSorted(([a], [b]) => Number(a) - Number(b)),
        {
          timeout: 60_000,
        },
      )
      .toEqual([
        [5_000, 'ACTIVE'],
        [50_000, 'VOIDED'],
      ]);
  });
}

async function kiosk(day: HardDay, name: string): Promise<Device> {
  const device = await day.open(devices.kiosk, { installs: true });
  await enrol(device.page, name, people.topUpPoint);
  await device.page.goto('/dashboard/puntos-de-recarga/create');
  return device;
}

async function register(page: Page, name: string, number: string): Promise<void> {
  await page.getByLabel('Nombre', { exact: true }).fill(name);
  await page.getByLabel('Identificación', { exact: true }).fill(number);
  await page.getByLabel('Aceptó que guardemos sus datos').check();
  await page.getByRole('button', { name: 'Registrar', exact: true }).click();
}

async function charge(page: Page, amount: number): Promise<void> {
  await page.getByLabel('Monto de la recarga').fill(String(amount));
  await page.getByRole('button', { name: 'Recargar', exact: true }).click();
}

/** Three taps: the way back, the reason, and the confirmation. */
async function undo(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Anular recarga' }).click();
  await page.getByRole('button', { name: 'Monto equivocado' }).click();
  await page.getByRole('button', { name: `Sí, anular ${amount}` }).click();
  await expect(page.getByText(`Devuelva ${amount}`)).toBeVisible();
  await expect(page.getByText('Recarga anulada')).toBeVisible();
}

async function till({ market }: HardDay): Promise<number> {
  const tills = await askAs<Till[]>(market, people.market, '/cash/tills');
  return tills.reduce((sum, { expected }) => sum + expected, 0);
}

async function topUps({ market }: HardDay): Promise<TopUpPage['items']> {
  return (await askAs<TopUpPage>(market, people.market, '/code-qr/list')).items;
}
