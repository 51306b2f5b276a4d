import { save, signIn, type Studio } from './studio.ts';

/** The market, its administrator and its suppliers: the office pages. */
export async function takeOffice(studio: Studio): Promise<void> {
  await takeMarket(studio);
  await takeAdministrator(studio);
  await takeSupplier(studio);
}

async function takeMarket(studio: Studio): Promise<void> {
  const { page, context } = await studio.open('desktop');
  await signIn(page, 'mercado@demo.co', 'Mercado Global');
  await page.goto('/dashboard/reportes');
  await page.getByRole('button', { name: 'Otras fechas' }).click();
  await page.getByLabel('Desde').fill(dayBack(6));
  await page.getByLabel('Hasta').fill(dayBack(0));
  await page.getByRole('button', { name: 'Ver', exact: true }).click();
  await page.getByRole('img', { name: new RegExp(`por día, de ${dayBack(6)}`) }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await save(page, 'reportes');
  await page.goto('/dashboard/caja');
  await page
    .getByRole('button', { name: /^Pagar a/ })
    .first()
    .waitFor();
  await save(page, 'caja');
  await page.goto('/dashboard/ventas');
  await page.getByText('Confirmada').first().waitFor();
  await save(page, 'ventas');
  await page.goto('/dashboard/pendientes');
  await page.getByText('Faltan $17,000').waitFor();
  await save(page, 'linea');
  await page.goto('/dashboard/estantes');
  await page.getByText('Flores de Yolanda').waitFor();
  await save(page, 'mercado');
  await context.close();
}

async function takeAdministrator(studio: Studio): Promise<void> {
  const { page, context } = await studio.open('desktop');
  await signIn(page, 'admin@demo.co');
  await page.goto('/dashboard/auditoria');
  await page
    .getByRole('cell', { name: /Pagó a un estante/ })
    .first()
    .waitFor();
  await save(page, 'administrador');
  await context.close();
}

async function takeSupplier(studio: Studio): Promise<void> {
  const { page, context } = await studio.open('desktop');
  await signIn(page, 'proveedor@demo.co', 'Proveedor');
  await page.goto('/dashboard/proveedores');
  await page.getByText('Semilla de papa').waitFor();
  await save(page, 'proveedor');
  await context.close();
}

/** Returns the day `days` ago in Bogotá, "21/11/2026". */
function dayBack(days: number): string {
  const at = new Date(Date.now() - days * 86_400_000);
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Bogota' }).format(at);
}
