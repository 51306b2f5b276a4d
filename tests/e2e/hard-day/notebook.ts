import { expect, type Page } from '@playwright/test';
import { test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { csvOf, latin1, untidyCustomers, untidyProducts, untidyStalls } from '#tests/support/untidy-sheet.ts';
import { barriers } from '../barriers.ts';
import { people } from '../market-people.ts';
import { devices, signIn } from '../open-device.ts';
import type { HardDay } from './day.ts';

/** Hundreds of rows, on a machine that has other work. */
const inTime = { timeout: 60_000 };

/** The notebook of a market comes in, goes again and comes in once more. */
export function notebookComesIn(day: HardDay): void {
  test('80 estantes y 400 productos entran de una hoja desordenada en menos de 30 toques, salen y vuelven a entrar', async () => {
    const { page } = await day.open(devices.tablet);
    await signIn(page, people.market);
    const file = {
      name: 'puestos 2026 BUENA (2).xlsx',
      mimeType: 'application/octet-stream',
      buffer: await workbook(),
    };
    const { tap, count } = tapsOn(page);

    await page.goto('/dashboard/traer-hoja?que=stalls');
    await page.getByTestId('sheet-file').setInputFiles(file);
    await expect(page.getByText('80 filas para revisar.')).toBeVisible(inTime);
    await expect(page.getByRole('combobox', { name: 'Qué es vlr debe' })).toHaveValue('amount');
    expect(await barriers(page)).toEqual([]);
    await tap('Seguir');
    await expect(page.getByRole('button', { name: 'Traer 80 estantes' })).toBeEnabled(inTime);
    expect(await barriers(page)).toEqual([]);
    await tap('Traer 80 estantes');
    await expect(page.getByRole('heading', { name: 'Entraron 80 estantes' })).toBeVisible(inTime);
    expect(await barriers(page)).toEqual([]);
    await tap('Imprimir papelitos de ingreso');
    await expect(page.getByText('Sirve hasta el').first()).toBeVisible(inTime);
    await tap('Volver');

    await tap('Traer otra hoja');
    await tap('Productos');
    await page.getByTestId('sheet-file').setInputFiles(file);
    await expect(page.getByText('400 filas para revisar.')).toBeVisible(inTime);
    await tap('Seguir');
    await tap('Traer 400 productos');
    await expect(page.getByRole('heading', { name: 'Entraron 400 productos' })).toBeVisible(inTime);
    // Two more for each file that a person looks for.
    expect(count() + 4).toBeLessThan(30);

    await tap('Traer otra hoja');
    await page.getByRole('button', { name: /80 estantes/ }).click();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByRole('button', { name: 'Sí, deshacer' }).click();
    await expect(page.getByRole('heading', { name: 'Hoja deshecha' })).toBeVisible(inTime);
    await expect(page.getByText('No quedó nada de ella.')).toBeVisible();
    await tap('Traer otra hoja');
    await page.getByTestId('sheet-file').setInputFiles(file);
    await tap('Seguir');
    await tap('Traer 80 estantes');
    await expect(page.getByRole('heading', { name: 'Entraron 80 estantes' })).toBeVisible(inTime);
  });

  test('cada fila con falta dice qué pasa; lo que se corrige entra, y una persona sin correo ingresa con su papelito', async () => {
    const { page } = await day.open(devices.tablet);
    await signIn(page, people.market);
    const rows = [
      ['Puesto', 'Dueño', 'Teléfono', 'Debe'],
      ['Ñapas del Valle', 'ÁNGELA MUÑOZ', '3105550', '12.000'],
      ['Tamales Doña Flor', 'Flor Vélez', '3125550190', 'debe 20 mil'],
      ['', 'Iván Páez', '3125550191', '5000'],
    ];
    await page.goto('/dashboard/traer-hoja?que=stalls');
    const buffer = Buffer.from(latin1(csvOf(rows)));
    await page.getByTestId('sheet-file').setInputFiles({ name: 'otros.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Seguir', exact: true }).click();
    await expect(
      page.getByText('El teléfono tiene 7 números. Debe tener 10.').filter({ visible: true }),
    ).toBeVisible();
    await expect(
      page.getByText('«debe 20 mil» no es un monto. ¿Son $20,000?').filter({ visible: true }),
    ).toBeVisible();
    await expect(page.getByText('Falta: Nombre del estante.').filter({ visible: true })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sí, $20,000' }).click();
    await page.getByRole('button', { name: 'Corregir' }).first().click();
    await page.getByLabel('Teléfono').fill('310 555 0199');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('button', { name: 'Seguir con 2' }).click();
    await expect(page.getByText('El mercado responde por $32,000')).toBeVisible();
    await page.getByRole('button', { name: 'Traer 2 estantes' }).click();
    await expect(page.getByRole('heading', { name: 'Entraron 2 estantes' })).toBeVisible(inTime);
    await page.getByRole('button', { name: 'Imprimir papelitos de ingreso' }).click();
    const slip = page.getByRole('article').filter({ hasText: 'Ñapas del Valle' });
    await expect(slip).toBeVisible(inTime);
    const [user = '', code = ''] = await slip.getByRole('definition').allInnerTexts();
    expect(user).toBe('napasdelvalle');

    const other = await day.open(devices.phone);
    await other.page.goto(`/recuperar?usuario=${user}&tipo=ESTANTE#${code}`);
    await expect(other.page.getByLabel('Correo electrónico')).toHaveValue(user);
    await other.page.getByLabel('Contraseña nueva', { exact: true }).fill('clave-segura');
    await other.page.getByLabel('Repita la contraseña nueva').fill('clave-segura');
    await other.page.getByRole('button', { name: 'Cambiar contraseña' }).click();
    await expect(other.page.getByText('Contraseña cambiada.')).toBeVisible();
    await signIn(other.page, { ...people.stall, email: user });
    await expect(other.page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('una página que muere a la mitad sigue donde iba, y ninguna fila entra dos veces', async () => {
    const { page, complaints } = await day.open(devices.tablet);
    await signIn(page, people.market);
    await page.goto('/dashboard/traer-hoja?que=customers');
    const buffer = Buffer.from(latin1(csvOf(untidyCustomers(700))));
    await page
      .getByTestId('sheet-file')
      .setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Seguir', exact: true }).click();
    // The second call gets no answer, and the page is gone.
    let calls = 0;
    await page.route('**/api/v1/sheets/rows', (route) =>
      (calls += 1) === 2 ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Traer 700 clientes' }).click();
    await expect(page.getByText('No hay conexión.')).toBeVisible(inTime);
    await page.goto('/dashboard/traer-hoja');
    await page.unroute('**/api/v1/sheets/rows');
    await page.getByRole('button', { name: 'Seguir', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Entraron 700 clientes' })).toBeVisible(inTime);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByRole('button', { name: 'Sí, deshacer' }).click();
    await expect(page.getByText('No quedó nada de ella.')).toBeVisible(inTime);
    // What the page says of the call that was cut off is not a fault of it.
    complaints.length = 0;
  });
}

/** Counts what a finger does. */
function tapsOn(page: Page) {
  let taps = 0;
  return {
    tap: async (name: string | RegExp): Promise<void> => {
      taps += 1;
      await page.getByRole('button', { name }).filter({ visible: true }).first().click();
    },
    count: () => taps,
  };
}

async function workbook(): Promise<Buffer> {
  const sheetOf = (sheet: string, rows: readonly (readonly string[])[]) => ({
    sheet,
    data: rows.map((row) => row.map((value) => ({ value, type: String }))),
  });
  return writeXlsxFile([
    sheetOf('Puestos', untidyStalls(80)),
    sheetOf('Precios', untidyProducts(80, 400)),
  ]).toBuffer();
}
