import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { describe, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { headOf } from '#src/extras/notebook/domain/template.ts';
import { barriers } from '#tests/e2e/barriers.ts';
import { openDay } from '#tests/e2e/day.ts';
import { plugPrinter, takePaper } from '#tests/e2e/fake-printer.ts';
import { people } from '#tests/e2e/market-people.ts';
import { devices, signIn } from '#tests/e2e/open-device.ts';
import { csvOf, customerRows, stallRows } from '#tests/extras/notebook/sheet-rows.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { textsInPicture } from '#tests/support/browser/qr-frames-read.ts';
import { pngOfPaper } from '#tests/support/printer/read-paper.ts';

/** Hundreds of rows, on a busy machine. */
const inTime = { timeout: 60_000 };

/** A market's list is imported from the template, once. */
describe('la lista de un mercado', () => {
  const day = openDay({ VOUCHER_DAYS: '365' });

  test('la plantilla descargada no trae sus ejemplos; otras columnas se dicen', async () => {
    const { page } = await day.open(devices.phone, people.market);
    await page.goto('/dashboard/traer-hoja');
    for (const name of ['Excel', 'CSV de estantes', 'CSV de clientes']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      const buffer = readFileSync(await download.path());
      await choose(page, download.suggestedFilename(), buffer);
      await expect(page.getByText('La lista no tiene filas suyas.')).toBeVisible();
    }
    await choose(
      page,
      'cuaderno.csv',
      Buffer.from(
        csvOf([
          ['Puesto', 'Debe'],
          ['Uno', '5000'],
        ]),
      ),
    );
    await expect(page.getByText('Este archivo tiene otras columnas.')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  });

  test('80 estantes y 60 clientes entran de un libro, con sus saldos, y otra vez no entra nada', async () => {
    const { page } = await day.open(devices.tablet, people.market);
    await page.goto('/dashboard/traer-hoja');
    const file = await workbook();
    await choose(page, 'mercado.xlsx', file);
    await expect(page.getByRole('button', { name: 'Traer 80 estantes' })).toBeEnabled(inTime);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Traer 80 estantes' }).click();
    await expect(page.getByRole('heading', { name: 'Entraron 80 estantes' })).toBeVisible(inTime);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Traer otra lista' }).click();
    await choose(page, 'mercado.xlsx', file);
    await expect(page.getByRole('button', { name: 'Traer 80 estantes' })).toBeDisabled(inTime);
    await page.getByRole('button', { name: 'Traer 60 clientes' }).click();
    await expect(page.getByRole('heading', { name: 'Entraron 60 clientes' })).toBeVisible(inTime);
    await page.getByRole('button', { name: 'Traer otra lista' }).click();
    await choose(page, 'mercado.xlsx', file);
    await expect(page.getByText('Todo esto ya está en el mercado.')).toHaveCount(2, inTime);
  });

  test('cada fila con falta dice su celda y qué pasa, y se queda; las otras entran', async () => {
    const { page } = await day.open(devices.tablet, people.market);
    await page.goto('/dashboard/traer-hoja');
    const rows = [
      ['Ñapas del Valle', 'Ángela Muñoz', '3105550', '', '12.000'],
      ['Tamales Doña Flor', 'Flor Vélez', '3125550190', '', '20 mil'],
      ['', 'Iván Páez', '3125550191', '', '5000'],
      ['Quesos del Páramo', 'Nubia Tovar', '', '', '7.000'],
      ['TOTAL', '', '', '', '24.000'],
    ];
    await choose(page, 'otros.csv', Buffer.from(csvOf([headOf('stalls'), ...rows])));
    const faults = page.getByRole('table', { name: 'Filas que no se traen' });
    for (const [cell, says] of [
      ['«3105550»', 'El teléfono tiene 7 números. Debe tener 10.'],
      ['«20 mil»', 'No es un monto.'],
      ['—', 'Falta: Nombre del estante.'],
      ['«TOTAL»', 'Parece la suma de la lista, y no un estante.'],
    ] as const)
      await expect(faults.getByRole('row').filter({ hasText: cell }).filter({ hasText: says })).toBeVisible(
        inTime,
      );
    await expect(page.getByText('El mercado responde por $7,000')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Traer 1 estante' }).click();
    await expect(page.getByRole('heading', { name: 'Entró 1 estante' })).toBeVisible(inTime);
  });

  test('los papelitos de ingreso salen de la impresora de recibos, cada uno cortado', async () => {
    const { page, context } = await day.open(devices.tablet);
    await plugPrinter(context);
    await signIn(page, people.market);
    await page.goto('/dashboard/traer-hoja');
    const rows = ['Aromáticas del Páramo', 'Ñames y Yucas', 'Miel de Ángela'].map((stall, n) => [
      stall,
      `Teresa Güiza ${n}`,
      `31077700${n}${n}`,
      '',
      '0',
    ]);
    await choose(page, 'nuevos.csv', Buffer.from(csvOf([headOf('stalls'), ...rows])));
    await page.getByRole('button', { name: 'Traer 3 estantes' }).click();
    await expect(page.getByRole('heading', { name: 'Entraron 3 estantes' })).toBeVisible(inTime);
    await page.getByRole('button', { name: 'Imprimir papelitos de ingreso' }).click();
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

function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  return page.locator('[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

async function workbook(): Promise<Buffer> {
  const sheetOf = (sheet: string, rows: readonly (readonly string[])[]) => ({
    sheet,
    data: rows.map((row) => row.map((value) => ({ value, type: String }))),
  });
  return writeXlsxFile([
    sheetOf('Estantes', stallRows(80)),
    sheetOf('Clientes', customerRows(60)),
  ]).toBuffer();
}
