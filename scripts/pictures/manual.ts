import type { Page } from '@playwright/test';
import { demoPassword } from '#scripts/demo/stories.ts';
import type { TokenPair } from '#src/contract/accounts/login.ts';
import type { MarketCode } from '#src/contract/markets/market-code.ts';
import { caller } from '#tests/e2e/market-people.ts';
import { installed } from '#tests/e2e/open-device.ts';
import { offline, pin, typeAmount, typeCode } from '#tests/e2e/stall-without-link.ts';
import { saveManual as save, signIn, type Studio } from './studio.ts';

/** The pictures of docs/manual, one for each task, in the order in which a market day makes them possible. */
export async function takeManual(studio: Studio): Promise<void> {
  await takeWaitingTablet(studio);
  const link = await takePoint(studio);
  await takeStall(studio, link);
  await takeCustomer(studio, link);
  await takePointWithoutLink(studio);
  await takeStallWithoutLink(studio, link);
  await takeMarket(studio);
  await takeOthers(studio);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

async function takeWaitingTablet(studio: Studio): Promise<void> {
  const { page, context } = await studio.open('phone');
  await signIn(page, 'estante3@demo.co', 'Estante');
  await installed(page);
  await fillEnrolment(page, 'Tableta 3');
  await button(page, 'Inscribir').click();
  await page.getByText('Espera la aprobación de su mercado').waitFor();
  await save(page, 'inscribir');
  await context.close();
}

async function fillEnrolment(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/dispositivos');
  await page.getByLabel('Nombre del dispositivo').fill(name);
  await page.getByLabel('PIN de 6 números').fill(pin);
  await page.getByLabel('Repita el PIN').fill(pin);
}

async function enrol(page: Page, name: string, purpose: 'enrol-stall' | 'enrol-top-up'): Promise<void> {
  const call = caller({ url: new URL(page.url()).origin });
  const who = { email: 'mercado@demo.co', password: demoPassword, userType: 'GLOBAL_MARKET' };
  const { token } = await call<TokenPair>('/auth/login', who);
  const { code } = await call<MarketCode>('/market/codes', { purpose }, token);
  await installed(page);
  await fillEnrolment(page, name);
  await page.getByLabel('Código del mercado (opcional)').fill(code);
  await button(page, 'Inscribir').click();
  await page.getByText(`${name}, inscrito.`).waitFor();
}

async function topUp(page: Page, identification: string, amount: string): Promise<string> {
  await page.goto('/dashboard/puntos-de-recarga/create');
  await page.getByLabel('Correo o identificación').fill(identification);
  await button(page, 'Buscar').click();
  await page.getByText(`Identificación ${identification}`).first().waitFor();
  await page.getByLabel('Monto de la recarga').fill(amount);
  const answered = page.waitForResponse((response) => response.url().endsWith('/create-recharger'));
  await button(page, 'Recargar').click();
  const { urlCodeQr } = (await (await answered).json()) as { urlCodeQr: string };
  await page.getByText('Código creado correctamente').waitFor();
  return urlCodeQr;
}

/** Returns the link of a voucher of $50,000. */
async function takePoint(studio: Studio): Promise<string> {
  const { page, context } = await studio.open('desk');
  await signIn(page, 'recarga@demo.co', 'Punto Recarga');
  const link = await topUp(page, '24684521', '50000');
  await save(page, 'recarga');
  await page
    .getByRole('button', { name: /^Juntar/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await save(page, 'juntar');
  await topUp(page, '24684521', '20000');
  await button(page, 'Anular recarga').click();
  await page.getByRole('dialog').waitFor();
  await save(page, 'anular-recarga');
  await page.goto('/dashboard/caja');
  await page.getByRole('link', { name: 'Contar la caja' }).click();
  await page.getByLabel('Billetes de $50,000').fill('2');
  await save(page, 'contar-caja');
  await context.close();
  return link;
}

async function takeStall(studio: Studio, link: string): Promise<void> {
  const { page, context } = await studio.open('phone');
  await signIn(page, 'estante@demo.co', 'Estante');
  await page.goto('/dashboard/escanear');
  await typeCode(page, link);
  await typeAmount(page, 60_000);
  await button(page, 'Completar con otro código').waitFor();
  await save(page, 'varios-codigos');
  await page.goto('/dashboard/escanear');
  await typeCode(page, link);
  await typeAmount(page, 12_500);
  await save(page, 'cobrar');
  await page.getByRole('button', { name: /^Cobrar/ }).click();
  await page.getByText('Pagado', { exact: true }).waitFor();
  await button(page, 'Anular').click();
  await page.getByRole('dialog').waitFor();
  await save(page, 'anular-compra');
  await page.goto('/dashboard/caja');
  await page.getByText('El mercado le debe').first().waitFor();
  await save(page, 'que-le-paguen');
  await page.goto('/dashboard/estantes/products');
  await page.getByRole('heading', { name: 'Productos' }).first().waitFor();
  await save(page, 'productos');
  await page.goto('/dashboard/ajustes');
  await page.getByLabel('Vender solo con dibujos').check();
  await page.goto('/dashboard/escanear');
  await typeCode(page, link);
  await page
    .getByRole('button', { name: /10,000/ })
    .first()
    .click();
  await save(page, 'dibujos-y-voz');
  await context.close();
}

async function takeCustomer(studio: Studio, link: string): Promise<void> {
  const { page, context } = await studio.open('phone');
  await page.goto(link);
  await page.getByText('$37,500').first().waitFor();
  await page.locator('[data-piece]').first().waitFor();
  await save(page, 'saldo');
  await page
    .getByRole('button', { name: /^Escoger/ })
    .first()
    .click();
  await page.getByLabel('Monto de la compra').fill('5000');
  await save(page, 'comprar');
  await context.close();
}

async function takePointWithoutLink(studio: Studio): Promise<void> {
  const { page, context } = await studio.open('desk');
  await signIn(page, 'recarga@demo.co', 'Punto Recarga');
  await enrol(page, 'Caja principal', 'enrol-top-up');
  await page.goto('/dashboard/puntos-de-recarga/create');
  await offline({ page, context });
  await page.getByLabel('Correo o identificación').fill('99887766');
  await page.keyboard.press('Enter');
  await button(page, 'Registrar a 99887766').click();
  await page.getByLabel('Nombre', { exact: true }).fill('Pedro Nuevo');
  await page.getByLabel('Aceptó que guardemos sus datos').check();
  await button(page, 'Registrar').click();
  await page.getByText('Guardado aquí').waitFor();
  await page.getByLabel('Monto de la recarga').fill('30000');
  await button(page, 'Recargar').click();
  await page.getByText('Código entregado sin conexión').waitFor();
  await save(page, 'recarga-sin-conexion');
  await context.setOffline(false);
  await page.getByText('Código creado correctamente').waitFor();
  await context.close();
}

/** Two tablets without a link sell with the same code: the second sale leaves a shortfall for the market. */
async function takeStallWithoutLink(studio: Studio, link: string): Promise<void> {
  const tablets = [];
  for (const [email, name] of [
    ['estante2@demo.co', 'Tableta 7'],
    ['estante4@demo.co', 'Tableta 9'],
  ] as const) {
    const tablet = await studio.open('phone');
    await signIn(tablet.page, email, 'Estante');
    await enrol(tablet.page, name, 'enrol-stall');
    tablets.push(tablet);
  }
  for (const { page, context } of tablets) {
    await page.goto('/dashboard/escanear');
    await offline({ page, context });
    await typeCode(page, link);
    await typeAmount(page, 25_000);
    await page.getByRole('button', { name: /^Cobrar/ }).click();
    await page.getByText('Entregue el producto').waitFor();
  }
  const [first] = tablets;
  if (first) await save(first.page, 'cobrar-sin-conexion');
  for (const { page, context } of tablets) {
    const sent = page.waitForResponse(
      (response) => response.ok() && (response.request().postData() ?? '').includes('"kind":"acceptance"'),
    );
    await context.setOffline(false);
    await sent;
    await context.close();
  }
}

async function takeMarket(studio: Studio): Promise<void> {
  const { page, context } = await studio.open('desk');
  await signIn(page, 'mercado@demo.co', 'Mercado Global');
  await page.getByText('Por hacer').first().waitFor();
  await save(page, 'mercado');
  await page.goto('/dashboard/caja');
  await page
    .getByRole('button', { name: /^Pagar a/ })
    .first()
    .waitFor();
  await save(page, 'pagar-estantes');
  await page.getByText('Recibir', { exact: true }).first().click();
  await page
    .getByRole('button', { name: /^Recibir el efectivo/ })
    .first()
    .waitFor();
  await save(page, 'recibir-efectivo');
  await page.goto('/dashboard/ajustes');
  await page.getByText('Topes y reglas').click();
  await page.getByLabel('El mercado devuelve saldos en efectivo, cuando él lo decide').check();
  await button(page, 'Guardar ajustes').click();
  await page.getByText('Ajustes guardados').waitFor();
  await page.goto('/dashboard/caja');
  await page.getByRole('group', { name: 'Secciones de caja' }).getByText('Más').click();
  await button(page, 'Devoluciones').click();
  await page.getByText('Saldos por devolver').waitFor();
  await save(page, 'devolucion');
  await page.goto('/dashboard/pendientes');
  await page
    .getByRole('button', { name: /^Ver y asignar/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await save(page, 'por-resolver');
  await page.goto('/dashboard/clientes');
  await page.getByRole('button', { name: /^Ver/ }).first().click();
  await page.getByText('Bloquear').first().waitFor();
  await save(page, 'papel-perdido');
  await page.goto('/dashboard/estantes');
  await page.getByRole('button', { name: /^Ver/ }).first().click();
  await page.getByText('Dar código para contraseña nueva').waitFor();
  await save(page, 'clave');
  await page.goto('/dashboard/dispositivos');
  await page.getByText('Tableta 7').first().waitFor();
  await save(page, 'despues-de-restaurar');
  await context.close();
}

async function takeOthers(studio: Studio): Promise<void> {
  const { page, context } = await studio.open('desk');
  await signIn(page, 'admin@demo.co');
  await page.goto('/dashboard/auditoria');
  await page.getByText('Amparo Restrepo').filter({ visible: true }).first().waitFor();
  await save(page, 'administrador');
  await context.close();
  const supplier = await studio.open('phone');
  await signIn(supplier.page, 'proveedor@demo.co', 'Proveedor');
  await supplier.page.goto('/dashboard/proveedores');
  await supplier.page.getByText('Semilla de papa').waitFor();
  await save(supplier.page, 'proveedor');
  await supplier.context.close();
}
