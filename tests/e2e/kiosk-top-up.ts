import type { Page } from '@playwright/test';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { readTable } from './device-database.ts';
import type { Device } from './open-device.ts';
import { offline } from './stall-without-link.ts';

/** Registers a customer and tops up $30,000 without a link; returns the link in the code. */
export async function topUpOffline(kiosk: Device, name: string, identificacion: string): Promise<string> {
  const { page } = kiosk;
  await offline(kiosk);
  await page.goto('/dashboard/puntos-de-recarga/create');
  // The number finds no customer, and is not typed twice.
  await page.getByLabel('Correo o identificación').fill(identificacion);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Registrar a ${identificacion}` }).click();
  await expect(page.getByLabel('Identificación', { exact: true })).toHaveValue(identificacion);
  await page.getByLabel('Nombre', { exact: true }).fill(name);
  await page.getByLabel('Aceptó que guardemos sus datos').check();
  await page.getByRole('button', { name: 'Registrar', exact: true }).click();
  await page.getByText('Guardado aquí').waitFor();
  await page.getByLabel('Monto de la recarga').fill('30000');
  await page.getByRole('button', { name: 'Recargar', exact: true }).click();
  await page.getByText('Código entregado sin conexión').waitFor();
  return issuedLink(page);
}

/** Returns the link in the code on the kiosk's screen, from its database. */
async function issuedLink(page: Page): Promise<string> {
  const topUp = (await readTable(page, 'envelopes')).find(({ kind }) => kind === 'top-up');
  const status = (await readTable(page, 'statuses')).find(({ opId }) => opId === topUp?.opId);
  if (topUp?.kind !== 'top-up' || status?.offline?.kind !== 'issued') throw new Error('no top-up was kept');
  const { clientId, uuid } = topUp.payload;
  return `${new URL(page.url()).origin}/code-qr?userId=${clientId}&codeQrId=${uuid}#${status.offline.proof}`;
}
