import type { BrowserContext, Page } from '@playwright/test';
import { afterEach, beforeEach, test } from 'vitest';
import { dashboardPagesOf } from '#src/client/pages.tsx';
import { roleOf } from '#src/client/screens/demo/demo-tabs.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { listen } from './open-device.ts';
import { runDemo } from './running-demo.ts';
import { typed } from './stall-without-link.ts';

const demo = runDemo();
let context: BrowserContext;
let complaints: string[];

beforeEach(async () => {
  context = await demo.visit();
  complaints = [];
  context.on('page', (page) => (complaints = listen(page)));
});
afterEach(async () => {
  expect(complaints).toEqual([]);
  await context.close();
});

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await expect(band(page)).toBeVisible();
  return page;
}

const band = (page: Page) => page.getByRole('region', { name: 'Demostración' });

async function charge(stall: Page, amount: number): Promise<void> {
  await band(stall).getByRole('button', { name: 'Mostrar el código' }).click();
  await (await typed(stall, amount)).click();
}

const verdict = (page: Page, name: string) => page.getByRole('heading', { name });

test.each([
  ['stall', 'estante'],
  ['market', 'gerente'],
] as const)('every page of %s opens below the mark, also after a sale', async (person, start) => {
  if (person === 'stall') {
    const stall = await open('/demo/estante');
    await charge(stall, 1_000);
    await expect(verdict(stall, 'Pagado')).toBeVisible();
  }
  const page = await open(`/demo/${start}`);
  await page.waitForURL('**/dashboard/**');
  for (const { path } of dashboardPagesOf(roleOf[person])) {
    await page.goto(`/dashboard/${path}`);
    await expect(band(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    expect([path, await page.getByText(commonTexts.moneyIsSafe).count()]).toEqual([path, 0]);
  }
});

test('Sin señal: one button cuts the link, the sale is accepted, and the receipt comes with the link', async () => {
  const steps = await context.newPage();
  await steps.goto('/demo');
  const [stall] = await Promise.all([
    context.waitForEvent('page'),
    steps.getByRole('link', { name: 'Cortar la señal' }).click(),
  ]);
  await expect(band(stall).getByRole('button', { name: 'Devolver la señal' })).toBeVisible();
  // A reload does not bring it back, and the other tabs have theirs.
  await stall.reload();
  await expect(stall.getByText('Sin conexión').first()).toBeVisible();
  const manager = await open('/demo/gerente');
  await expect(manager.getByText('En línea')).toBeVisible();
  await (await typed(stall, 2_000)).click();
  await expect(verdict(stall, 'Aceptada sin conexión')).toBeVisible();
  await expect(stall.getByText('Entregue el producto')).toBeVisible();
  await band(stall).getByRole('button', { name: 'Devolver la señal' }).click();
  await expect(verdict(stall, 'Pagado')).toBeVisible();
  await expect(steps.getByRole('listitem', { name: 'Sin señal' })).toContainText('Abierto');
});
