import { readFileSync } from 'node:fs';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { test } from 'vitest';
import { barriers } from '../barriers.ts';
import { askAs, people, topUp } from '../market-people.ts';
import { devices, signIn } from '../open-device.ts';
import { balanceOf } from '../stall-sale.ts';
import { openCustomer, type HardDay } from './day.ts';

/** Somebody asks for all that is kept, gets it, and is forgotten. */
export function forgotten(day: HardDay): void {
  test('alguien pide todo lo que se guarda de sí, lo recibe, y es olvidado sin que las cuentas cambien', async () => {
    const { market } = day;
    const { clientId, uuid } = await topUp(market, 7_000, '71984299');
    const stalls = await askAs<{ _id: string }[]>(market, people.market, '/estantes');
    const sale = { userId: clientId, estanteId: stalls[0]?._id, codeQrUuid: uuid, price: 7_000 };
    await fetch(`${market.url}/api/v1/shopping/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(sale),
    });
    expect(await balanceOf(market, uuid)).toBe(0);
    // How far the day sums are is the timer's, and not the ledger's.
    const ledger = async () => ({ ...(await market.audit()), folded: null });
    const before = await ledger();
    const { page } = await day.open(devices.kiosk);
    await signIn(page, people.market);
    await openCustomer(page, '71984299', 'Luz Marina Ospina');
    await page.getByRole('button', { name: 'Datos personales', exact: true }).click();
    await page.getByRole('button', { name: 'Ver lo que se guarda' }).click();
    await expect(page.getByRole('button', { name: 'Guardar archivo (JSON)' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Guardar archivo (JSON)' }).click();
    const kept = readFileSync(await (await coming).path(), 'utf8');
    expect(kept).toContain('71984299');
    expect(kept).toContain('7000');
    await page.getByRole('button', { name: 'Borrar sus datos' }).click();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sí, borrar sus datos' }).click();
    await expect(page.getByText('Datos borrados')).toBeVisible();
    await page.goto('/dashboard/clientes');
    await page.getByLabel('Buscar por nombre').fill('71984299');
    await expect(page.getByRole('button', { name: 'Ver Luz Marina Ospina' })).toHaveCount(0);
    expect(await ledger()).toEqual(before);
  });
}
