import type { Browser, Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { practiceTexts } from '#src/extras/practice/texts/practice-texts.ts';
import { barriers } from '#tests/e2e/barriers.ts';
import { admitPeople, people, topUp } from '#tests/e2e/market-people.ts';
import { devices, installed, openDevice, signIn, type Device } from '#tests/e2e/open-device.ts';
import { seeLarge } from '#tests/e2e/page-walks.ts';
import { startMarket, type RunningMarket } from '#tests/e2e/running-market.ts';
import { balanceOf, seeVerdict } from '#tests/e2e/stall-sale.ts';
import { enrol, offline, typeAmount, typeCode } from '#tests/e2e/stall-without-link.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';

/** Loading ten pages and waiting for automatic steps takes long on a small machine, milliseconds. */
const timeout = 300_000;

let market: RunningMarket;
let browser: Browser;
let device: Device;
let page: Page;
/** Requests that left this browser since practice was entered. */
let left: string[];

beforeAll(async () => {
  [market, browser] = await Promise.all([startMarket(), launchChromium()]);
  await admitPeople(market);
  device = await openDevice(browser, market, devices.tablet);
  page = device.page;
  await signIn(page, people.stall);
  await installed(page);
  await page.goto('/dashboard/ayuda');
  await page.getByRole('button', { name: 'Practicar' }).click();
  await seeList(page);
  left = [];
  device.context.on('request', (request) => left.push(request.url()));
}, timeout);

afterAll(async () => {
  await browser.close();
  await market.stop();
});

async function seeList(at: Page): Promise<void> {
  await expect(at.getByRole('heading', { name: practiceTexts.title })).toBeVisible({ timeout: 30_000 });
}

/** Opens an exercise from the list. */
async function begin(at: Page, title: string): Promise<void> {
  await at.goto('/practica');
  await at.getByRole('link', { name: title }).click();
}

/** Happens automatically, milliseconds. */
const slow = { timeout: 60_000 };

async function told(at: Page, words: RegExp): Promise<void> {
  await expect(at.getByRole('status').filter({ hasText: words })).toBeVisible(slow);
}

/** Detected by its actions, and stored. */
function finished(at: Page, title: string): Locator {
  return at.getByRole('status').filter({ hasText: `Bien hecho: ${title}.` });
}

async function charge(at: Page, amount: number): Promise<void> {
  await typeAmount(at, amount);
  await at.getByRole('button', { name: `Cobrar $${amount.toLocaleString('en-US')}` }).click();
}

/** The customer by document number, the amount by the keys, and the one button. */
async function makeTopUp(at: Page, document: string, amount: number): Promise<void> {
  await at.getByLabel('Correo o identificación').fill(document);
  await at.getByRole('button', { name: 'Buscar' }).click();
  await at.getByLabel('Monto de la recarga').fill(String(amount));
  await at.getByRole('button', { name: 'Recargar', exact: true }).click();
}

async function print(at: Page): Promise<void> {
  await at.getByRole('button', { name: 'Imprimir' }).first().click();
  await at.getByRole('dialog').getByRole('button', { name: 'Imprimir' }).click();
}

describe('diez ejercicios, hechos y no marcados', () => {
  test('cobre a doña Rosa: la cámara lee su papel', { timeout }, async () => {
    await begin(page, 'Cobre a doña Rosa');
    await charge(page, 12_500);
    await seeVerdict(page, 'Pagado');
    await expect(finished(page, 'Cobre a doña Rosa')).toBeVisible(slow);
    expect(await page.title()).toMatch(/^PRÁCTICA · /);
    expect(await barriers(page)).toEqual([]);
  });

  test('el saldo no alcanza: se cobra lo que hay', { timeout }, async () => {
    await begin(page, 'El saldo no alcanza');
    await typeAmount(page, 12_500);
    await expect(page.getByText('El saldo no alcanza').first()).toBeVisible();
    await expect(async () => {
      // It ignores taps for a moment, so that the last key does not trigger it.
      await page.getByRole('button', { name: 'Cobrar $8,000' }).click({ timeout: 2_000 });
      await expect(page.getByRole('heading', { name: 'Pagado' })).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await expect(finished(page, 'El saldo no alcanza')).toBeVisible(slow);
  });

  test('se fue la conexión: se abre con PIN, se cobra y se envía sola', { timeout }, async () => {
    await begin(page, 'Se fue la conexión');
    await page.getByRole('heading', { name: 'Escriba su PIN' }).waitFor({ timeout: 60_000 });
    await page.keyboard.type('258046');
    await charge(page, 12_500);
    await seeVerdict(page, 'Aceptada sin conexión');
    await told(page, /la venta se envía sola/);
    await expect(finished(page, 'Se fue la conexión')).toBeVisible(slow);
  });

  test('un papel copiado: no se recibe, y se atiende a quien sigue', { timeout }, async () => {
    await begin(page, 'Un papel copiado');
    await page.getByRole('heading', { name: 'No reciba este código' }).waitFor();
    await page.getByRole('button', { name: 'Leer otro código' }).click();
    await charge(page, 6_000);
    await expect(finished(page, 'Un papel copiado')).toBeVisible(slow);
  });

  test('anule una parte', { timeout }, async () => {
    await begin(page, 'Anule una parte');
    await page.getByRole('button', { name: /^Ver/ }).filter({ visible: true }).first().click();
    await page
      .getByRole('button', { name: /^Anular/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Una parte' }).click();
    for (const digit of '112500')
      await page.getByRole('dialog').getByRole('button', { name: digit, exact: true }).click();
    await page.getByRole('button', { name: 'Monto equivocado' }).click();
    await page.getByRole('button', { name: 'Sí, anular $112,500' }).click();
    await expect(finished(page, 'Anule una parte')).toBeVisible(slow);
  });

  test('una venta sin saldo: se lee en Pendientes que al estante sí le pagan', { timeout }, async () => {
    await begin(page, 'Una venta sin saldo');
    await charge(page, 12_500);
    await seeVerdict(page, 'Aceptada sin conexión');
    await told(page, /Abra Pendientes/);
    await page.getByRole('button', { name: 'Cobrar otra' }).click();
    await page.getByRole('link', { name: 'Pendientes' }).filter({ visible: true }).click();
    await expect(finished(page, 'Una venta sin saldo')).toBeVisible(slow);
  });

  test('la primera recarga, y el papel dice que no vale', { timeout }, async () => {
    await begin(page, 'La primera recarga');
    await makeTopUp(page, '1000000001', 50_000);
    await expect(page.getByText(/^PRAC-/).first()).toBeVisible();
    await page.evaluate(() => {
      const mark = (): void => {
        const copy = document.querySelector('iframe')?.contentDocument;
        const view = copy?.querySelector('html[data-paper]') ? copy.defaultView : null;
        if (copy && view)
          document.body.dataset['printed'] = view.getComputedStyle(copy.body, '::before').content;
      };
      setInterval(mark, 20);
    });
    await print(page);
    await expect(finished(page, 'La primera recarga')).toBeVisible(slow);
    await expect(page.locator('body')).toHaveAttribute('data-printed', /NO VALE COMO PAGO/);
  });

  test('el papel salió mal: se imprime otra vez', { timeout }, async () => {
    await begin(page, 'El papel salió mal');
    await makeTopUp(page, '1000000002', 20_000);
    await print(page);
    await told(page, /Imprima otra vez el mismo código/);
    await expect(async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'Imprimir' }).click();
      await expect(page.getByText('Bien hecho: El papel salió mal.')).toBeVisible({ timeout: 2_000 });
    }).toPass();
  });

  test('un cero de más se anula', { timeout }, async () => {
    await begin(page, 'Un cero de más');
    await makeTopUp(page, '1000000003', 500_000);
    await told(page, /Anule esa recarga/);
    await page.getByRole('button', { name: 'Anular recarga' }).first().click();
    await page.getByRole('button', { name: 'Monto equivocado' }).click();
    await page.getByRole('button', { name: /^Sí, anular/ }).click();
    await told(page, /Ahora sí/);
    await page.getByRole('button', { name: 'Recargar bien' }).click();
    await page.getByLabel('Monto de la recarga').fill('50000');
    await page.getByRole('button', { name: 'Recargar', exact: true }).click();
    await expect(finished(page, 'Un cero de más')).toBeVisible(slow);
  });

  test('la caja no cuadra: se entrega lo que hay', { timeout }, async () => {
    await begin(page, 'La caja no cuadra');
    await page.getByRole('link', { name: 'Contar y cerrar la caja' }).click();
    await page.getByLabel('Cuánto entrega').fill('180000');
    await page.getByRole('button', { name: 'Entregar $180,000' }).click();
    await expect(finished(page, 'La caja no cuadra')).toBeVisible(slow);
  });

  test('nada salió de la tableta, y la lista lo recuerda', { timeout }, async () => {
    await page.goto('/practica');
    await seeList(page);
    await expect(page.getByText('10 de 10')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    expect(left.filter((url) => url.includes('/api/'))).toEqual([]);
    expect(device.complaints).toEqual([]);
    await page.getByRole('button', { name: 'Salir' }).click();
    await page.waitForURL('**/dashboard/ayuda');
    await expect(page.getByRole('heading', { name: 'Ayuda', level: 1 })).toBeVisible();
  });
});

describe('lo de verdad y lo inventado no se mezclan', () => {
  test('con una venta sin enviar y sin conexión se practica, y la venta sigue ahí', { timeout }, async () => {
    const { uuid, urlCodeQr } = await topUp(market, 50_000, '24684530');
    const stall = await openDevice(browser, market, devices.tablet);
    const real = stall.page;
    await enrol(real, 'Tableta de verdad', people.stall);
    await offline(stall);
    await real.goto('/dashboard/escanear');
    await typeCode(real, urlCodeQr);
    await charge(real, 20_000);
    await seeVerdict(real, 'Aceptada sin conexión');
    await real.goto('/dashboard/pendientes');
    await expect(real.getByText('$20,000').filter({ visible: true }).first()).toBeVisible();

    await real.goto('/dashboard/ayuda');
    await real.getByRole('button', { name: 'Practicar' }).click();
    await seeList(real);
    await begin(real, 'Cobre a doña Rosa');
    await charge(real, 12_500);
    await seeVerdict(real, 'Pagado');
    await real.getByRole('button', { name: 'Cobrar otra' }).click();
    await real.getByRole('link', { name: 'Pendientes' }).filter({ visible: true }).click();
    await expect(real.getByRole('heading', { name: 'Pendientes', level: 1 })).toBeVisible();
    await expect(real.getByText('$20,000')).toHaveCount(0);
    await real.getByRole('button', { name: 'Salir' }).click();
    await real.waitForURL('**/dashboard/ayuda');

    await real.goto('/dashboard/pendientes');
    await expect(real.getByText('$20,000').filter({ visible: true }).first()).toBeVisible();
    await expect(real.getByText('$12,500')).toHaveCount(0);
    await stall.context.setOffline(false);
    await expect.poll(() => balanceOf(market, uuid), { timeout: 60_000 }).toBe(30_000);
    expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
    expect(stall.complaints).toEqual([]);
  });

  test('un estante de verdad no recibe un papel de práctica, y la práctica no recibe uno de verdad', async () => {
    const { uuid } = await topUp(market, 50_000, '24684531');
    const link = (id: string) => `${market.url}/code-qr?userId=${id}&codeQrId=${id}`;
    await page.goto('/dashboard/escanear');
    await typeCode(page, link('b614c000-0100-8000-8000-000000000001'));
    await expect(page.getByRole('heading', { name: 'No reciba este código' })).toBeVisible();
    await expect(page.getByText('Es de práctica. No es dinero.')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.goto('/practica/anule-una-parte');
    await page.getByRole('link', { name: 'Escanear' }).filter({ visible: true }).click();
    await typeCode(page, link(uuid));
    await expect(page.getByText('Es de verdad, y aquí se practica.')).toBeVisible();
    expect(await balanceOf(market, uuid)).toBe(50_000);
  });

  test('quien practica con letras grandes, en un teléfono y de noche lo ve todo', { timeout }, async () => {
    const phone = await openDevice(browser, market, { width: 360, height: 740 });
    await phone.page.emulateMedia({ colorScheme: 'dark' });
    await phone.page.goto('/practica');
    await seeList(phone.page);
    expect(await barriers(phone.page)).toEqual([]);
    expect(await seeLarge(phone.page)).toEqual([]);
    await phone.page.setViewportSize(devices.kiosk);
    expect(await barriers(phone.page)).toEqual([]);
    await phone.page.setViewportSize({ width: 360, height: 740 });
    await begin(phone.page, 'La caja no cuadra');
    await phone.page.getByRole('meter').waitFor();
    expect(await barriers(phone.page)).toEqual([]);
    expect(await seeLarge(phone.page)).toEqual([]);
  });
});
