import { describe, test } from 'vitest';
import { barriers } from '#tests/e2e/barriers.ts';
import { openHardDay } from '#tests/e2e/hard-day/day.ts';
import { people } from '#tests/e2e/market-people.ts';
import { devices, signIn } from '#tests/e2e/open-device.ts';
import { csvOf, latin1, untidyCustomers } from '#tests/extras/notebook/untidy-sheet.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';

/** Hundreds of rows, on a busy machine. */
const inTime = { timeout: 60_000 };

/**
 * Faults in a notebook, and a page that dies during the import; the import itself is a scene of the hard day.
 */
describe('las filas de un cuaderno', () => {
  const day = openHardDay();

  test('cada fila con falta dice qué pasa; lo que se corrige entra, y una persona sin correo ingresa con su papelito', async () => {
    const { page } = await day.open(devices.tablet);
    await signIn(page, people.market);
    const rows = [
      ['Puesto', 'Dueño', 'Teléfono', 'Debe'],
      ['Ñapas del Valle', 'ÁNGELA MUÑOZ', '3105550', '12.000'],
      ['Tamales Doña Flor', 'Flor Vélez', '3125550190', '20 mil'],
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
      page.getByText('«20 mil» no es un monto. ¿Son $20,000?').filter({ visible: true }),
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
    await page.getByRole('button', { name: 'Subir 2 estantes' }).click();
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
    await page.getByRole('button', { name: 'Subir 700 clientes' }).click();
    await expect(page.getByText('No hay conexión.')).toBeVisible(inTime);
    await page.goto('/dashboard/traer-hoja');
    await page.unroute('**/api/v1/sheets/rows');
    await page.getByRole('button', { name: 'Seguir', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Entraron 700 clientes' })).toBeVisible(inTime);
    // The page's errors about the cut call are no fault of it.
    complaints.length = 0;
  });
});
