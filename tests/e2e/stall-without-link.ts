import type { Page } from '@playwright/test';
import type { MarketCode } from '#src/contract/markets/market-code.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { askAs, people, type Person } from './market-people.ts';
import { installed, signIn, type Device } from './open-device.ts';

/** The PIN of every operator who enrols here. */
export const pin = '482915';

/** Signs in, enrols this browser under `name` with a market code, and waits until it can work offline. */
export async function enrol(
  page: Page,
  name: string,
  person: Person,
  manager: Person = people.market,
): Promise<void> {
  await signIn(page, person);
  await installed(page);
  await page.goto('/dashboard/dispositivos');
  await page.getByLabel('Nombre del dispositivo').fill(name);
  await page.getByLabel('PIN de 6 números').fill(pin);
  await page.getByLabel('Repita el PIN').fill(pin);
  await page.getByLabel('Código del mercado (opcional)').fill(await enrolmentCode(page, person, manager));
  await page.getByRole('button', { name: 'Inscribir' }).click();
  await expect(page.getByText(`${name}, inscrito.`)).toBeVisible({ timeout: 30_000 });
}

/** Returns a one-time market code for a person of this role. */
export async function enrolmentCode(
  page: Page,
  { userType }: Person,
  manager: Person = people.market,
): Promise<string> {
  const purpose = userType === 'RECARGA' ? 'enrol-top-up' : 'enrol-stall';
  const market = { url: new URL(page.url()).origin };
  return (await askAs<MarketCode>(market, manager, '/market/codes', { purpose })).code;
}

/** The link is cut, and the page has noticed. */
export async function offline({ page, context }: Pick<Device, 'page' | 'context'>): Promise<void> {
  await context.setOffline(true);
  await seesNoLink(page);
}

async function seesNoLink(page: Page): Promise<void> {
  await page
    .getByText(/^Sin conexión/)
    .first()
    .waitFor();
}

/** Types a code at a stall that knows it has no link. */
export async function find(page: Page, code: string): Promise<void> {
  await page.goto('/dashboard/escanear');
  await seesNoLink(page);
  await typeCode(page, code);
}

/** The same where the scanner is already open: a page opened with a PIN is locked again by a reload. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Escribir código' }).first().click();
  await page.getByLabel('Código corto').fill(code);
  await page.getByRole('dialog').getByRole('button', { name: 'Buscar' }).click();
}

/** Sells on the code that the stall has found: the amount by the pad, and the one button. */
export async function take(page: Page, amount: number): Promise<void> {
  await (await typed(page, amount)).click();
}

/** Types the amount on the pad; returns the charging button. */
export async function typed(page: Page, amount: number) {
  await typeAmount(page, amount);
  return page.getByRole('button', { name: `Cobrar $${amount.toLocaleString('en-US')}` });
}

export async function typeAmount(page: Page, amount: number): Promise<void> {
  await page.getByLabel('Monto de la compra').waitFor();
  for (const digit of String(amount)) await page.getByRole('button', { name: digit, exact: true }).click();
}

/** From the entrance to the dashboard with only the PIN, on a keyboard. */
export async function openWithPin(page: Page): Promise<void> {
  await page.goto('/login');
  await typePin(page, pin);
  await page.waitForURL('**/dashboard/**');
  await page.getByRole('button', { name: 'Más', exact: true }).waitFor();
}

/** Six digits at the door, each seen before the next. */
export async function typePin(page: Page, typedPin: string): Promise<void> {
  await page.getByText('PIN, 0 de 6').waitFor({ state: 'attached' });
  for (const digit of typedPin) await page.keyboard.press(digit);
}
