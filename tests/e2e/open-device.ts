import type { Browser, BrowserContext, Page } from '@playwright/test';
import { laterFilesMark, staffFilesMark } from '#src/contract/staff-files.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { password, type Person } from './market-people.ts';
import type { RunningMarket } from './running-market.ts';

/** Typical devices, in CSS pixels. */
export const devices = {
  kiosk: { width: 1366, height: 768 },
  tablet: { width: 800, height: 1280 },
  phone: { width: 390, height: 844 },
} as const;

export type Device = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the page; a test ends by expecting none. */
  readonly complaints: string[];
};

export type Manner = {
  /** Time zone of its clock. */
  timezoneId?: string;
  /** False: like a browser whose person allows no installation. */
  installs?: boolean;
};

/**
 * For scenes about neither installation nor missing links: installing everything takes two fifths of such a
 * scene.
 */
export const visiting: Manner = { installs: false };

/** Opens a separate device with empty storage. */
export async function openDevice(
  browser: Browser,
  market: RunningMarket,
  viewport: { width: number; height: number },
  { timezoneId = 'America/Bogota', installs = true }: Manner = {},
): Promise<Device> {
  const context = await browser.newContext({
    baseURL: market.url,
    viewport,
    timezoneId,
    locale: 'es-CO',
    serviceWorkers: installs ? 'allow' : 'block',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return { page, context, complaints: listen(page) };
}

/** Signs in on a separate device; returns the entries of its session storage. */
export async function sessionOf(
  browser: Browser,
  market: RunningMarket,
  person: Person,
): Promise<[key: string, value: string][]> {
  const { page, context } = await openDevice(browser, market, devices.tablet, visiting);
  await signIn(page, person);
  const session = await page.evaluate(() => Object.entries(sessionStorage) as [string, string][]);
  await context.close();
  return session;
}

/**
 * Collects errors and warnings of the page itself. Refused or cut calls are the network's, and a font
 * requested seconds before a loaded machine uses it is the machine's.
 */
export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    const isOfTheMachine =
      text.startsWith('Failed to load resource') ||
      text === 'Service Worker registration blocked by Playwright' ||
      /\.woff2 was preloaded using link preload but/.test(text);
    if ((message.type() === 'error' || message.type() === 'warning') && !isOfTheMachine)
      complaints.push(text);
  });
  return complaints;
}

/**
 * Resolves when the service worker answers for this page; with `wholly`, when it has also cached all staff
 * files, or the later files of a phone.
 */
export async function installed(page: Page, wholly: boolean | 'later' = true): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  if (wholly === false) return;
  const mark = wholly === 'later' ? laterFilesMark : staffFilesMark;
  const holdsAll = () => page.evaluate(async (name) => (await caches.match(name)) !== undefined, mark);
  await expect.poll(holdsAll, { timeout: 30_000 }).toBe(true);
}

const typeNames: Partial<Record<Person['userType'], string>> = {
  ESTANTE: 'Estante',
  RECARGA: 'Punto Recarga',
  GLOBAL_MARKET: 'Mercado Global',
  PROVEEDOR: 'Proveedor',
};

/** Signs in on the login screen like a person. Rejects with what the page shows when the home does not open. */
export async function signIn(page: Page, person: Person): Promise<void> {
  const name = typeNames[person.userType];
  await page.goto(name === undefined ? '/login/administrador' : '/login');
  const byPassword = page.getByRole('button', { name: 'Ingresar con contraseña' }).filter({ visible: true });
  const email = page.getByLabel('Correo electrónico');
  await byPassword.or(email).first().waitFor();
  // An enrolled device opens on the PIN.
  if (await byPassword.isVisible()) await byPassword.click();
  await email.fill(person.email);
  if (name !== undefined) await page.getByLabel('Tipo de usuario').selectOption({ label: name });
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL('**/dashboard/home').catch(async (cause: unknown) => {
    // A refusal reads differently from a tap that nothing received.
    const shown = await page.locator('body').innerText();
    throw new Error(`${person.email} is not signed in, ${page.url()} shows: ${shown}`, { cause });
  });
}
