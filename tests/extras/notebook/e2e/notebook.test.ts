import type { Page } from '@playwright/test';
import { describe, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { barriers } from '#tests/e2e/barriers.ts';
import { plugPrinter, takePaper } from '#tests/e2e/fake-printer.ts';
import { openHardDay } from '#tests/e2e/hard-day/day.ts';
import { people } from '#tests/e2e/market-people.ts';
import { devices, signIn } from '#tests/e2e/open-device.ts';
import { csvOf, untidyProducts, untidyStalls } from '#tests/extras/notebook/untidy-sheet.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { textsInPicture } from '#tests/support/browser/qr-frames-read.ts';
import { pngOfPaper } from '#tests/support/printer/read-paper.ts';

/** Hundreds of rows, on a busy machine. */
const inTime = { timeout: 60_000 };

/** A market's notebook is imported once. */
describe('el cuaderno', () => {
  const day = openHardDay();

  test('80 estantes y 400 productos entran de una hoja desordenada en menos de 30 toques, y una sola vez', async () => {
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
    await expect(page.getByRole('button', { name: 'Subir 80 estantes' })).toBeEnabled(inTime);
    expect(await barriers(page)).toEqual([]);
    await tap('Subir 80 estantes');
    await expect(page.getByRole('heading', { name: 'Entraron 80 estantes' })).toBeVisible(inTime);
    expect(await barriers(page)).toEqual([]);
    await tap('Imprimir papelitos de ingreso');
    await expect(page.getByText('Sirve hasta el').first()).toBeVisible(inTime);
    await tap('Volver');

    await tap('Subir otra lista');
    await tap('Productos');
    await page.getByTestId('sheet-file').setInputFiles(file);
    await expect(page.getByText('400 filas para revisar.')).toBeVisible(inTime);
    await tap('Seguir');
    await tap('Subir 400 productos');
    await expect(page.getByRole('heading', { name: 'Entraron 400 productos' })).toBeVisible(inTime);
    // Two more for each file that a person looks for.
    expect(count() + 4).toBeLessThan(30);

    // The same list again finds everything and has nothing to import.
    await tap('Subir otra lista');
    await tap('Estantes');
    await page.getByTestId('sheet-file').setInputFiles(file);
    await tap('Seguir');
    await expect(page.getByText('Todo esto ya está en el mercado.')).toBeVisible(inTime);
  });

  test('los papelitos de ingreso salen de la impresora de recibos, cada uno cortado', async () => {
    const { page, context } = await day.open(devices.tablet);
    await plugPrinter(context);
    await signIn(page, people.market);
    const { tap } = tapsOn(page);
    await page.goto('/dashboard/traer-hoja?que=stalls');
    const rows = ['Aromáticas del Páramo', 'Ñames y Yucas', 'Miel de Ángela'].map((stall, n) => [
      stall,
      `Teresa Güiza ${n}`,
      `31077700${n}${n}`,
      '0',
    ]);
    await page.getByTestId('sheet-file').setInputFiles({
      name: 'nuevos.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csvOf([['Puesto', 'Dueño', 'Celular', 'Debe'], ...rows]), 'utf8'),
    });
    await tap('Seguir');
    await tap('Subir 3 estantes');
    await expect(page.getByRole('heading', { name: 'Entraron 3 estantes' })).toBeVisible(inTime);
    await tap('Imprimir papelitos de ingreso');
    await expect(page.getByText('Sirve hasta el').first()).toBeVisible(inTime);
    await page.getByRole('button', { name: 'Escoger impresora' }).click();
    await page.getByRole('button', { name: 'Buscar por cable USB' }).click();
    await page.getByRole('button', { name: 'Imprimir la prueba' }).click();
    await page.getByRole('button', { name: 'Sí, quedó bien' }).click();
    await page
      .getByRole('dialog', { name: 'Impresora' })
      .getByRole('button', { name: 'Volver' })
      .last()
      .click();
    await takePaper(page);
    await page.getByRole('button', { name: 'Imprimir', exact: true }).click();
    await expect(page.getByText('Impreso.', { exact: true })).toBeVisible(inTime);
    expect(await barriers(page)).toEqual([]);
    const paper = await takePaper(page);
    expect(paper).toMatchObject({ cuts: 3, drawerOpenings: 0, letters: '', isTorn: false });
    const link: unknown = expect.stringContaining('/recuperar?usuario=');
    expect(await textsInPicture(pngOfPaper(paper))).toContainEqual(link);
  });
});

/** Counts a finger's actions. */
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
