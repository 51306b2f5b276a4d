import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { describe, test } from 'vitest';
import type { User } from '#src/contract/accounts/schemas.ts';
import { catchPrinting, nextPrinted, printToPdf } from '#tests/support/browser/chromium-printed.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { openDay } from './day.ts';
import { askAs, buy, password, people, stallNames, tokenOf, topUp } from './market-people.ts';
import { devices, signIn } from './open-device.ts';

const day = openDay();
const { market } = day;

async function download(page: Page, name: string): Promise<Download> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  return coming;
}

describe('reportes', () => {
  test('un mercado mira la semana y el mes, guarda e imprime', async () => {
    await buy(market, await topUp(market, 50_000, 'reporte-1'), 12_500);
    const { page } = await day.open(devices.kiosk);
    await catchPrinting(page);
    await signIn(page, people.market);
    await page.goto('/dashboard/reportes');
    await expect(page.getByRole('img', { name: /^Recargado y cobrado por día, de/ })).toBeVisible();
    await expect(page.getByText(/^Esta semana se cobró \$/)).toBeVisible();
    const bars = page.getByRole('slider', { name: 'Día que se lee' });
    await expect(bars).toHaveAttribute('aria-valuetext', /Cobrado \$/);
    await page.getByRole('button', { name: 'Ver en tablas' }).click();
    await expect(page.getByRole('region', { name: 'Tabla por estante' })).toContainText(stallNames.stall);

    const csv = await download(page, 'CSV');
    expect(csv.suggestedFilename()).toMatch(/^reporte-\d{4}-\d\d-\d\d-a-\d{4}-\d\d-\d\d\.csv$/);
    const text = readFileSync(await csv.path(), 'utf8');
    expect(text).toContain('Estante;Compras;Cobrado;Anulado;Pagado');
    await page.getByRole('button', { name: 'Este mes', exact: true }).click();
    await expect(page.getByRole('img', { name: /^Recargado y cobrado por día, de 01\// })).toBeVisible();
    const xlsx = await download(page, 'Excel');
    expect(xlsx.suggestedFilename()).toMatch(/^reporte-\d{4}-\d\d-01-a-/);
    expect(
      readFileSync(await xlsx.path())
        .subarray(0, 4)
        .toString('latin1'),
    ).toBe('PK\u0003\u0004');

    await page.getByRole('button', { name: 'Imprimir' }).click();
    const { pages } = await printToPdf(page, await nextPrinted(page));
    expect(pages.widthMm).toBe(210);
  });
});

describe('ajustes y auditoría', () => {
  test('un mercado cierra su registro, y queda escrito', async () => {
    const { page } = await day.open(devices.kiosk, people.market);
    await page.goto('/dashboard/ajustes');
    await page.getByText('Topes y reglas').click();
    await page.getByLabel('Recibir registros de estantes y puntos de recarga').uncheck();
    await page.getByRole('button', { name: 'Guardar ajustes' }).click();
    await expect(page.getByText('Ajustes guardados')).toBeVisible();

    await page.goto('/dashboard/auditoria');
    await page.getByLabel('Qué pasó').selectOption({ label: 'Cambió los ajustes' });
    await expect(page.getByText('Recibe registros: Sí → No')).toBeVisible();
    await page.getByRole('button', { name: /^Ver Cambió los ajustes/ }).click();
    await page.getByRole('button', { name: `Solo lo de ${people.market.name}` }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    const csv = await download(page, 'CSV');
    expect(readFileSync(await csv.path(), 'utf8')).toContain('Recibe registros: Sí → No');
    await page.getByLabel('Buscar por nombre o dato').fill('nadie-tiene-esto');
    await expect(page.getByText('Nada con estos filtros')).toBeVisible();
  });

  test('quien olvidó su contraseña pide un código a su mercado y entra con la nueva', async () => {
    const { page } = await day.open(devices.kiosk, people.market);
    await page.goto('/dashboard/estantes');
    await page.getByRole('button', { name: `Ver ${stallNames.otherStall}` }).click();
    await page.getByRole('button', { name: 'Dar código para contraseña nueva' }).click();
    const code = (await page.getByRole('dialog').locator('strong').textContent()) ?? '';

    const other = await day.open(devices.phone);
    await other.page.goto('/login');
    await other.page.getByRole('link', { name: 'Olvidé mi contraseña' }).click();
    // The entrance has fields of the same names until the page is there.
    await expect(other.page.getByRole('heading', { name: 'Contraseña nueva' })).toBeVisible();
    await other.page.getByLabel('Correo electrónico').fill(people.otherStall.email);
    await other.page.getByLabel('Tipo de usuario').selectOption({ label: 'Estante' });
    await other.page.getByLabel('Código').fill('AAAA-AAAA');
    await other.page.getByLabel('Contraseña nueva', { exact: true }).fill('otra-clave');
    await other.page.getByLabel('Repita la contraseña nueva').fill('otra-clave');
    await other.page.getByRole('button', { name: 'Cambiar contraseña' }).click();
    await expect(other.page.getByText('El código no es correcto o ya no sirve')).toBeVisible();
    await other.page.getByLabel('Código').fill(code.toLowerCase());
    await other.page.getByRole('button', { name: 'Cambiar contraseña' }).click();
    await expect(other.page.getByText('Ya puede ingresar con la nueva')).toBeVisible();

    await other.page.getByRole('link', { name: 'Iniciar Sesión' }).click();
    await expect(other.page.getByRole('heading', { name: 'Iniciar Sesión' })).toBeVisible();
    await other.page.getByLabel('Correo electrónico').fill(people.otherStall.email);
    await other.page.getByLabel('Tipo de usuario').selectOption({ label: 'Estante' });
    await other.page.getByLabel('Contraseña', { exact: true }).fill('otra-clave');
    await other.page.getByRole('button', { name: 'Ingresar' }).click();
    await other.page.waitForURL('**/dashboard/home');

    await other.page.goto('/dashboard/ajustes');
    await other.page.getByLabel('Contraseña actual').fill('otra-clave');
    await other.page.getByLabel('Contraseña nueva', { exact: true }).fill(password);
    await other.page.getByLabel('Repita la contraseña nueva').fill(password);
    await other.page.getByRole('button', { name: 'Cambiar contraseña' }).click();
    await other.page.waitForURL('**/login');
    await signIn(other.page, people.otherStall);
  });

  test('un mercado rechaza con motivo y restaura', async () => {
    const { page } = await day.open(devices.phone, people.market);
    await page.goto('/dashboard/estantes');
    await page.getByRole('button', { name: `Ver ${stallNames.otherStall}` }).click();
    await page.getByRole('button', { name: 'Rechazar' }).click();
    await page.getByLabel('Motivo').fill('Falta la cédula.');
    await page.getByRole('button', { name: 'Sí, rechazar' }).click();
    await page.getByRole('button', { name: /^Rechazados/ }).click();
    await page.getByRole('button', { name: `Ver ${stallNames.otherStall}` }).click();
    await expect(page.getByRole('dialog').getByText('Falta la cédula.')).toBeVisible();
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByRole('button', { name: 'Sí, eliminar' }).click();
    await page.getByRole('button', { name: 'Eliminados' }).click();
    await page.getByRole('button', { name: `Restaurar ${stallNames.otherStall}` }).click();
    await expect(page.getByText('Nada eliminado')).toBeVisible();
    const found = '/auth/users?userType=ESTANTE&q=Roble';
    const { items } = await askAs<{ items: User[] }>(market, people.market, found);
    expect(items[0]?.visible).toBe(true);
  });
});

describe('las cifras de hoy', () => {
  test('una compra desde el teléfono del cliente se avisa en el estante; una de otra tableta no', async () => {
    const stall = await day.open(devices.tablet);
    const manager = await day.open(devices.kiosk);
    const isRead = stall.page.waitForResponse('**/shopping/history/mercado-global/**');
    await signIn(stall.page, people.stall);
    await signIn(manager.page, people.market);
    await isRead;
    const sold = manager.page.locator('dl').getByText(/^\d+ compras?$/);
    const before = Number.parseInt((await sold.textContent()) ?? '', 10);
    const voucher = await topUp(market, 100_000, 'de-hoy');
    await buy(market, voucher, 3_300, { token: await tokenOf(market, people.stall) });
    await buy(market, voucher, 7_700);
    await expect(stall.page.getByText('Le pagaron $7,700 desde un teléfono')).toBeVisible({
      timeout: 30_000,
    });
    await expect(stall.page.getByText('Le pagaron $3,300')).toHaveCount(0);
    await expect(sold).toHaveText(new RegExp(`^${before + 2} compra`), { timeout: 30_000 });
  });
});
