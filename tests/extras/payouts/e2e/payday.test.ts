import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import { barriers } from '#tests/e2e/barriers.ts';
import { openDay, type Day } from '#tests/e2e/day.ts';
import { askAs, buy, caller, password, people, stallNames, topUp } from '#tests/e2e/market-people.ts';
import { devices } from '#tests/e2e/open-device.ts';
import { catchPrinting, nextPrinted, printToPdf } from '#tests/support/browser/chromium-printed.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';

const money = (amount: number): string => `$${amount.toLocaleString('en-US')}`;
/** All stalls are paid in one run, each by its own way. */
describe('los estantes cobran', () => {
  const day = openDay({ VOUCHER_DAYS: '365' });

  test('el mercado paga a todos los estantes en cinco toques, y cada uno firma su renglón', async () => {
    await sellAt(day, stallNames.stall, 2_500);
    const { page } = await day.open(devices.phone, people.market);
    await catchPrinting(page);
    await page.goto('/dashboard/home');
    const tap = async (role: 'button' | 'link', name: string | RegExp): Promise<void> => {
      const target = page.getByRole(role, { name }).filter({ visible: true }).first();
      await target.click();
    };
    await tap('link', 'Caja');
    await tap('link', 'Pagar varios');
    await expect(page.getByRole('heading', { level: 1, name: 'Pagar varios' })).toBeVisible();
    await expect(
      page.getByRole('checkbox', { name: new RegExp(`${stallNames.stall}.*\\$2,500`) }),
    ).toBeChecked();
    expect(await barriers(page)).toEqual([]);
    await tap('button', 'Pagar $2,500');
    await tap('button', 'Sí, pagar $2,500');
    await expect(page.getByRole('heading', { level: 1, name: 'Pagado' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Hoja de firmas' })).toBeFocused();
    expect(await barriers(page)).toEqual([]);
    await tap('button', 'Hoja de firmas');
    const { pages } = await printToPdf(page, await nextPrinted(page));
    expect(pages).toEqual({ count: 1, widthMm: 210, heightMm: 297 });
    await page.getByRole('button', { name: 'Volver a Caja' }).click();
    await expect(page.getByRole('link', { name: /^Hoja de firmas de P-20/ })).toBeVisible();
    await page.getByRole('link', { name: 'Pagar varios' }).click();
    await expect(page.getByText('No se le debe a nadie')).toBeVisible();
    const stall = await day.open(devices.tablet, people.stall);
    await stall.page.goto('/dashboard/caja');
    await expect(stall.page.getByText('$0', { exact: true }).first()).toBeVisible();
    await expect(stall.page.getByRole('row', { name: /P-20/ })).toContainText('$2,500');
  });

  test('el estante dice con qué llave le pagan, y lo que no es una llave se dice', async () => {
    const { page } = await day.open(devices.phone, people.stall);
    await page.goto('/dashboard/caja');
    await expect(page.getByText('En efectivo')).toBeVisible();
    await page.getByRole('button', { name: 'Cambiar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cuenta' }).click();
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog.getByText('Entre 6 y 20 números.')).toBeVisible();
    // An account typed in groups is one number.
    await dialog.getByLabel('Número de cuenta').fill('000 123 456-789');
    await expect(dialog.getByText('Entre 6 y 20 números.')).toBeHidden();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Llave' }).click();
    await dialog.getByLabel('Llave Bre-B').fill('310 555');
    await dialog.getByLabel('Titular', { exact: true }).fill('Rosalba Giraldo');
    await dialog.getByLabel('Documento del titular').fill('24684521');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog.getByText('Escriba la llave como está en su banco.')).toBeVisible();
    await dialog.getByLabel('Llave Bre-B').fill('3105550112');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Llave 3105550112')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  });

  test('el mercado paga a todos en un acto, con su hoja de firmas y el archivo del banco', async () => {
    const { market } = day;
    await sellAtMany(day);
    const balances = () => askAs<StallBalance[]>(market, people.market, '/cash/stalls');
    const before = await balances();
    const rosalba = owedTo(before, stallNames.stall);
    const paid = before.filter(({ owed, withheld }) => owed > withheld);
    const total = paid.reduce((sum, { owed, withheld }) => sum + owed - withheld, 0);
    // More than one sheet of signatures.
    expect(paid.length).toBeGreaterThan(10);
    const { page } = await day.open(devices.tablet, people.market);
    const press = (name: string) =>
      page.getByRole('button', { name }).filter({ visible: true }).first().click();
    await page.goto('/dashboard/caja?pagar=varios');
    await expect(page.getByRole('listitem').filter({ hasText: /Rosalba/ })).toContainText(money(rosalba));
    expect(await barriers(page)).toEqual([]);
    await press(`Pagar ${money(total)}`);
    await expect(page.getByRole('dialog')).toContainText('cambió su forma de pago en estos días');
    await expect(page.getByRole('dialog')).toContainText(`1 · ${money(rosalba)}`);
    await press(`Sí, pagar ${money(total)}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Pagado' })).toBeVisible();
    const sheet = page.getByRole('row', { name: /Rosalba/, includeHidden: true });
    await expect(sheet).toContainText(money(rosalba));

    const [download] = await Promise.all([page.waitForEvent('download'), press('Archivo del banco')]);
    expect(download.suggestedFilename()).toMatch(/^pago-P-20.*\.csv$/);
    const file = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(file).toHaveLength(2);
    expect(file[1]).toContain(`Rosalba Giraldo,CC,24684521,llave,3105550112,,,,${rosalba},Doña Rosalba`);
    await expect(page.getByText('A estos se les entrega en efectivo')).toBeVisible();
    expect(await barriers(page)).toEqual([]);

    await press('Volver a Caja');
    await expect(page.getByRole('link', { name: /^Hoja/ }).filter({ visible: true }).first()).toBeVisible();
    const left = before.reduce((sum, { owed }) => sum + owed, 0) - total;
    expect((await balances()).reduce((sum, { owed }) => sum + owed, 0)).toBe(left);
  });
});

async function sellAt({ market }: Day, stall: string, price: number): Promise<void> {
  await buy(market, await topUp(market, price, randomUUID()), price, { stall });
}

/** Ten more stalls are approved and sell, as does the one that changed its payment way. */
async function sellAtMany(day: Day): Promise<void> {
  const { market } = day;
  const [{ globalMarketId } = {}] = await askAs<User[]>(market, people.market, '/estantes');
  for (let place = 1; place <= 10; place += 1) {
    const { _id: id } = await caller(market)<User>('/estantes/create-estantes', {
      email: `puesto${place}@plaza.co`,
      password,
      ownerName: `Dueña del puesto ${place}`,
      phone: '3105550101',
      estanteName: `Puesto ${place}`,
      globalMarketId,
    });
    await askAs(market, people.market, '/auth/approve', { id, userType: 'ESTANTE' });
    await sellAt(day, `Puesto ${place}`, 25_000);
  }
  await sellAt(day, stallNames.stall, 60_000);
}

function owedTo(balances: readonly StallBalance[], stall: string): number {
  return balances.find(({ estanteName }) => estanteName === stall)?.owed ?? 0;
}
