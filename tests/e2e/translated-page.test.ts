import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { openDay } from './day.ts';
import { people, stallNames, topUp } from './market-people.ts';
import { signIn } from './open-device.ts';
import { preparePurchase, seeVerdict } from './stall-purchase.ts';

const day = openDay();
const { market } = day;

/**
 * In the page: rewrites it like Chrome's translation. Each text node, now or later, is replaced by another in
 * a `<font>`, except where the page asks for no translation.
 */
function translatePage(): void {
  const rewrite = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) texts.push(node);
    for (const text of texts) {
      const parent = text.parentElement;
      if (parent === null || !parent.translate || parent.closest('font, script, style, svg')) continue;
      const font = document.createElement('font');
      font.textContent = text.textContent;
      parent.replaceChild(font, text);
    }
  };
  new MutationObserver(() => rewrite(document)).observe(document, {
    childList: true,
    characterData: true,
    subtree: true,
  });
}

const phone = { width: 360, height: 740 };

test('la página del cliente traducida cobra y muestra cada suma como es', async () => {
  const { urlCodeQr } = await topUp(market, 50_000, '8401');
  const { page, context } = await day.open(phone);
  await context.addInitScript(translatePage);
  await page.goto(urlCodeQr);
  await expect(page.locator('h1 font').first()).toHaveText('Su saldo');
  await page.getByRole('button', { name: `Escoger ${stallNames.stall}` }).click();
  const amount = page.getByLabel('Monto de la compra');
  await amount.fill('7');
  await amount.fill('60000');
  const sums = page.locator('dl').first();
  await expect(sums).toContainText('Le faltan');
  await expect(sums).toContainText('$10,000');
  await amount.fill('7500');
  await expect(sums).toContainText('$7,500');
  await expect(sums).toContainText('Le quedan');
  await expect(sums).toContainText('$42,500');
  await page.getByRole('button', { name: 'Comprar', exact: true }).click();
  await expect(page.getByText('Su compra se ha realiza correctamente')).toBeVisible();
  await expect(page.getByText('$42,500').first()).toBeVisible();
  await page.getByRole('button', { name: 'Seguir Comprando' }).click();
  await expect(page.getByText('$42,500').first()).toBeVisible();
  await expect(page.getByText('Compró aquí el')).toBeVisible();
  await page.getByRole('button', { name: 'Mis compras' }).click();
  await expect(page.getByRole('dialog').getByText('$7,500')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click();
});

test('las páginas del mercado no se dejan traducir: recarga y venta siguen hasta la próxima', async () => {
  const { uuid } = await topUp(market, 40_000, '8402');
  const kiosk = await day.open({ width: 1280, height: 800 });
  await kiosk.context.addInitScript(translatePage);
  await signIn(kiosk.page, people.topUpPoint);
  await kiosk.page.goto('/dashboard/puntos-de-recarga/create');
  await kiosk.page.getByLabel('Correo o identificación').fill('8402');
  await kiosk.page.getByRole('button', { name: 'Buscar' }).click();
  await kiosk.page.getByLabel('Monto de la recarga').fill('20000');
  await kiosk.page.getByRole('button', { name: 'Recargar', exact: true }).click();
  await expect(kiosk.page.getByText('Código creado correctamente')).toBeVisible();
  await kiosk.page.getByRole('button', { name: 'Nueva Recarga' }).first().click();
  await expect(kiosk.page.getByLabel('Correo o identificación')).toBeFocused();

  const stall = await day.open(phone);
  await stall.context.addInitScript(translatePage);
  await signIn(stall.page, people.stall);
  await (await preparePurchase(stall.page, uuid, 7_000)).click();
  await seeVerdict(stall.page, 'Pagado');
  await expect(stall.page.getByText('$33,000').first()).toBeVisible();
  await expect(stall.page.locator('html')).toHaveCSS('overscroll-behavior-y', 'contain');
  await stall.page.getByRole('button', { name: 'Cobrar otra' }).click();
  await expect(stall.page.getByRole('button', { name: 'Escribir código' }).first()).toBeVisible();
});
