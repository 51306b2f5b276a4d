import type { Browser, BrowserContext, Page } from '@playwright/test';
import { staffFilesMark } from '#src/contract/staff-files.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { password, type Person } from './market-people.ts';
import type { RunningMarket } from './running-market.ts';

/** What people hold in their hands, in CSS pixels. */
export const devices = {
  kiosk: { width: 1366, height: 768 },
  tablet: { width: 800, height: 1280 },
  phone: { width: 390, height: 844 },
} as const;

export type Device = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Everything the page complained of; a test ends by expecting none. */
  readonly complaints: string[];
};

export type Manner = {
  /** where its clock stands */
  timezoneId?: string;
  /** false: as in a browser whose person allows nothing to be installed */
  installs?: boolean;
};

/** What is about neither being installed nor having no link. To install all of it takes two fifths of such a scene. */
export const visiting: Manner = { installs: false };

/** A device of its own with nothing stored yet. */
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

/**
 * Gathers errors and warnings of the page itself. A refused or cut call is the network's word, and that a font was asked for
 * some seconds before a loaded machine came to draw with it is the machine's.
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

/** Resolves when the service worker answers for this page; with `wholly`, when it has all that staff needs as well. */
export async function installed(page: Page, wholly = true): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  if (!wholly) return;
  const holdsAll = () =>
    page.evaluate(async (mark) => (await caches.match(mark)) !== undefined, staffFilesMark);
  await expect.poll(holdsAll, { timeout: 30_000 }).toBe(true);
}

const typeNames: Partial<Record<Person['userType'], string>> = {
  ESTANTE: 'Estante',
  RECARGA: 'Punto Recarga',
  GLOBAL_MARKET: 'Mercado Global',
  PROVEEDOR: 'Proveedor',
};

/** Signs in on the login screen, as a person does. */
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
  await page.waitForURL('**/dashboard/home');
}
