import { test } from 'vitest';
import { catchPrinting, nextPrinted, printToPdf } from '#tests/support/browser/chromium-printed.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { people, password, topUp } from './market-people.ts';
import { devices, signIn } from './open-device.ts';
import { preparePurchase, seeVerdict } from './stall-purchase.ts';

const day = openDay();
const { market } = day;

test('al ingresar se marca lo que falta, y el foco va a lo primero; al llenarlo se quita', async () => {
  const { page } = await day.open(devices.phone);
  await page.goto('/login');
  await expect(page).toHaveTitle('Iniciar Sesión · Mercado Campesino');
  await page.getByLabel('Correo electrónico').fill('rosalba@plaza.co');
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('alert')).toHaveText('Todos los campos son obligatorios');
  const type = page.getByLabel('Tipo de usuario');
  await expect(type).toBeFocused();
  await expect(type).toHaveAccessibleDescription('Falta el tipo de usuario');
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Correo electrónico')).not.toHaveAttribute('aria-invalid');
  expect(await barriers(page)).toEqual([]);
  await type.selectOption({ label: 'Estante' });
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL('**/dashboard/home');
});

test('el mercado invita con un enlace que lleva su código, y lo imprime para la pared', async () => {
  const { page } = await day.open(devices.kiosk);
  await catchPrinting(page);
  await signIn(page, people.market);
  await page.goto('/dashboard/mercados-globales');
  await page.getByRole('button', { name: 'Punto de recarga', exact: true }).click();
  const link = (await page.getByText('/register?mercado=').textContent()) ?? '';
  await expect(page.getByRole('link', { name: 'Enviar por WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa[.]me/[?]text=.*${encodeURIComponent(encodeURIComponent(link)).slice(-6)}`),
  );
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Imprimir el afiche' }).click();
  await page.getByText('Hoja A4', { exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Imprimir', exact: true }).click();
  const html = await nextPrinted(page);
  expect(html).toContain(link.replace('&', '&amp;'));
  expect((await printToPdf(page, html)).pages).toMatchObject({ count: 1, widthMm: 210 });
  await page.goto(link);
  await expect(page.getByLabel('Tipo de usuario')).toHaveValue('RECARGA');
  await expect(page.getByLabel('Id del mercado global')).toHaveValue(/^[0-9A-Z]{6}$/);
});

test('lo que el navegador ofrece instalar se ofrece en Más, y el ícono cuenta lo que falta por enviar', async () => {
  const { uuid } = await topUp(market, 50_000, '24684521');
  const { page, context } = await day.open(devices.phone);
  await page.addInitScript(() => {
    const shown: (number | null)[] = [];
    Object.assign(window, { shown, prompts: 0 });
    Object.assign(Object.getPrototypeOf(navigator), {
      setAppBadge: async (count: number) => void shown.push(count),
      clearAppBadge: async () => void shown.push(null),
    });
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) =>
      query.includes('standalone') ? Object.assign(real('all'), {}) : real(query);
    // Before the app has rendered anything.
    document.addEventListener('DOMContentLoaded', () => {
      const prompt = async () => {
        Object.assign(window, { prompts: 1 });
        return { outcome: 'accepted' };
      };
      dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
    });
  });
  const shown = () => page.evaluate(() => (window as unknown as { shown: (number | null)[] }).shown);
  await signIn(page, people.stall);
  await page.getByRole('button', { name: 'Más' }).click();
  const install = page.getByRole('button', { name: 'Instalar la aplicación' });
  await install.click();
  await expect(install).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { prompts: number }).prompts)).toBe(1);
  await page.keyboard.press('Escape');
  const charge = await preparePurchase(page, uuid, 12_500);
  await context.setOffline(true);
  await charge.click();
  await seeVerdict(page, 'Pendiente de confirmar');
  await expect.poll(async () => (await shown()).at(-1)).toBe(1);
  await context.setOffline(false);
  await seeVerdict(page, 'Pagado');
  await expect.poll(async () => (await shown()).at(-1)).toBe(null);
});

test('en un navegador muy viejo que todavía abre la aplicación queda dicho qué hacer', async () => {
  const { page, complaints } = await day.open(devices.phone);
  await page.addInitScript(() => Reflect.deleteProperty(Object, 'hasOwn'));
  const failed = page.waitForEvent('pageerror');
  await page.goto('/code-qr?userId=x&codeQrId=0f8fad5b-d9cb-469f-a165-70867728950e');
  await failed;
  await expect(page.getByText('1Y7T-TPYS')).toBeVisible();
  complaints.length = 0;
});
