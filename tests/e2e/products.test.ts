import { beforeAll, test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { admitSupplier, people, stallNames, supplier, topUp } from './market-people.ts';
import { devices } from './open-device.ts';
import { tapWithLetter } from './page-walks.ts';
import { preparePurchase, seeVerdict } from './stall-purchase.ts';

const day = openDay();
const { market } = day;

beforeAll(() => admitSupplier(market));

test('un estante crea, cambia, suma al cobrar y quita un producto', async () => {
  const { page } = await day.open(devices.tablet, people.stall);
  await page.goto('/dashboard/estantes/create');
  await expect(page.getByRole('heading', { name: 'Formulario De Creación de Productos' })).toBeVisible();
  await page.getByLabel('Nombre').fill('Tomate chonto');
  await page.getByRole('button', { name: 'Crear producto' }).click();
  await expect(page.getByText('Todos los campos son requeridos.')).toBeVisible();
  await page.getByLabel('Precio').fill('2500');
  await page.locator('summary').click();
  await page.getByLabel('Se vende por').selectOption({ label: 'libra' });
  await page.getByLabel('Tipo de producto').fill('Verduras');
  await page.getByLabel('Descripción').fill('De la huerta');
  await page.getByRole('button', { name: 'Crear producto' }).dblclick();
  await expect(page.getByText('producto creado exitosamente!')).toBeVisible();
  await expect(page.getByText('producto creado exitosamente!')).toBeHidden();
  await expect(page.getByLabel('Nombre')).toHaveValue('');

  await page.getByRole('link', { name: 'Ver sus productos' }).click();
  await page.getByRole('button', { name: 'Cambiar Tomate chonto' }).click();
  await page.getByLabel('Precio').fill('3000');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('$3,000')).toBeVisible();

  const { uuid } = await topUp(market, 50_000, 'producto-1');
  const charge = await preparePurchase(page, uuid, 500);
  await expect(charge).toBeVisible();
  await page.getByRole('button', { name: 'Productos', exact: true }).click();
  await page.getByRole('button', { name: 'Sumar Tomate chonto' }).click();
  await page.getByRole('button', { name: 'Sumar Tomate chonto' }).click();
  // Weighed goods are counted in halves.
  await expect(page.getByRole('dialog').getByText('$3,000 por libra')).toBeVisible();
  await page.getByRole('button', { name: 'Sumar Tomate chonto' }).click();
  await expect(page.getByRole('dialog').locator('li output')).toHaveText('1.5');
  await page.getByRole('button', { name: 'Restar Tomate chonto' }).click();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Listo' }).click();
  await page.getByRole('button', { name: 'Cobrar $3,500' }).click();
  await seeVerdict(page, 'Pagado');
  await page.goto('/dashboard/ventas');
  await page
    .getByRole('row', { name: /\$3,500/ })
    .getByRole('button')
    .click();
  await expect(page.getByRole('dialog')).toContainText('1 libra de Tomate chonto');
  await page.keyboard.press('Escape');
  await page.goto('/dashboard/reportes');
  await page.getByRole('button', { name: 'Ver en tablas' }).click();
  const sold = page.getByRole('row', { name: /Tomate chonto/ });
  await expect(sold).toContainText('1 libra');
  await expect(sold).toContainText('$3,000');
  expect(await barriers(page)).toEqual([]);

  await page.goto('/dashboard/estantes/products');
  await page.getByRole('button', { name: 'Quitar Tomate chonto' }).click();
  await expect(page.getByRole('button', { name: 'No quitar' })).toBeFocused();
  await page.getByRole('button', { name: 'Sí, quitar' }).click();
  await expect(page.getByText('Todavía no hay productos')).toBeVisible();
});

test('un mercado busca un estante en la lista: con el teclado y con el dedo', async () => {
  const { page, context } = await day.open({ width: 360, height: 740 }, people.market);
  await page.goto('/dashboard/estantes/products');
  const field = page.getByRole('combobox', { name: 'Estante' });
  await field.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: stallNames.stall })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.type('rosalba');
  await expect(page.getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: '1 estante' })).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/estante=/);
  await page.reload();
  await expect(field).toHaveValue(stallNames.stall);
  // On a slow tablet too: there an Escape came before the effects of the empty list, and was lost.
  const slow = await context.newCDPSession(page);
  for (const rate of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await slow.send('Emulation.setCPUThrottlingRate', { rate });
    await tapWithLetter(field, 'n');
    await page.keyboard.type('adie');
    await expect(page.getByText('Nada con nadie')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await expect(field).toHaveValue(stallNames.stall);
  }
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
});

test('un proveedor publica, un estante lo encuentra, y cuando lo quita ya no está', async () => {
  const { page } = await day.open(devices.phone, supplier);
  await page.goto('/dashboard/estantes/create');
  await page.getByLabel('Nombre').fill('Semilla de papa');
  await page.getByLabel('Precio').fill('42000');
  await page.getByLabel('Tipo de producto').fill('Insumos');
  await page.getByLabel('Descripción').fill('Bulto de 50 kilos');
  await page.getByRole('button', { name: 'Crear producto' }).click();
  await expect(page.getByText('producto creado exitosamente!')).toBeVisible();
  await page.goto('/dashboard/proveedores');
  await expect(page.getByText('Semilla de papa')).toBeVisible();

  const other = await day.open(devices.tablet, people.stall);
  await other.page.goto('/dashboard/proveedores');
  await other.page.getByLabel('Buscar producto o proveedor').fill('papa');
  await other.page.getByRole('button', { name: `Ver ${supplier.name}` }).click();
  await expect(other.page.getByRole('dialog').getByText('3105550199')).toBeVisible();
  await expect(other.page.getByRole('dialog').getByText('$42,000')).toBeVisible();
  await other.page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Quitar Semilla de papa' }).click();
  await page.getByRole('button', { name: 'Sí, quitar' }).click();
  await expect(page.getByText('Todavía no hay productos')).toBeVisible();
  await other.page.reload();
  await other.page.getByLabel('Buscar producto o proveedor').fill('papa');
  await expect(other.page.getByText('Nada con papa')).toBeVisible();
});
