import { describe, test } from 'vitest';
import { headOf } from '#src/extras/notebook/domain/template.ts';
import { openHardDay } from '#tests/e2e/hard-day/day.ts';
import { people } from '#tests/e2e/market-people.ts';
import { devices, signIn } from '#tests/e2e/open-device.ts';
import { csvOf, customerRows, latin1 } from '#tests/extras/notebook/sheet-rows.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';

/** Hundreds of rows, on a busy machine. */
const inTime = { timeout: 60_000 };

/** People without an email, and a page that dies during the import; the import itself is a scene of the hard day. */
describe('las filas de una lista', () => {
  const day = openHardDay();

  test('una persona sin correo ingresa con su papelito', async () => {
    const { page } = await day.open(devices.tablet);
    await signIn(page, people.market);
    await page.goto('/dashboard/traer-hoja');
    const rows = [headOf('stalls'), ['Ñapas del Valle', 'Ángela Muñoz', '', '', '12.000']];
    const buffer = Buffer.from(latin1(csvOf(rows)));
    await page.getByTestId('sheet-file').setInputFiles({ name: 'otros.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Traer 1 estante' }).click();
    await expect(page.getByRole('heading', { name: 'Entró 1 estante' })).toBeVisible(inTime);
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

  test('una página que muere a la mitad trae el archivo otra vez, y ninguna fila entra dos veces', async () => {
    const { page, complaints } = await day.open(devices.tablet);
    await signIn(page, people.market);
    await page.goto('/dashboard/traer-hoja');
    const file = {
      name: 'clientes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(latin1(csvOf(customerRows(700)))),
    };
    await page.getByTestId('sheet-file').setInputFiles(file);
    // The second call gets no answer, and the page is gone.
    let calls = 0;
    await page.route('**/api/v1/sheets/rows', (route) =>
      (calls += 1) === 2 ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Traer 700 clientes' }).click();
    await expect(page.getByText('No hay conexión.')).toBeVisible(inTime);
    await page.goto('/dashboard/traer-hoja');
    await page.unroute('**/api/v1/sheets/rows');
    await page.getByTestId('sheet-file').setInputFiles(file);
    await page.getByRole('button', { name: 'Traer 700 clientes' }).click();
    await expect(page.getByRole('heading', { name: 'Entraron 500 clientes' })).toBeVisible(inTime);
    // The page's errors about the cut call are no fault of it.
    complaints.length = 0;
  });
});
