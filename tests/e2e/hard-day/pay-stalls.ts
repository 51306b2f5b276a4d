import { readFileSync } from 'node:fs';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { test } from 'vitest';
import type { StallBalance } from '#src/contract/cash/schemas.ts';
import type { Till } from '#src/contract/cash/till.ts';
import { barriers } from '../barriers.ts';
import { askAs, caller, password, people, stallNames, tokenOf, topUp } from '../market-people.ts';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { Stall } from '#src/contract/markets/stall.ts';
import { devices, signIn } from '../open-device.ts';
import type { HardDay } from './day.ts';

const money = (amount: number): string => `$${amount.toLocaleString('en-US')}`;
const fee = 20_000;
/** registered for this day, each with one sale */
const moreStalls = 40;

/** The evening: the till is handed over by notes and received, and all stalls are paid in one act with the fee off. */
export function stallsArePaid(day: HardDay): void {
  test('la caja empieza con su base, se entrega por billetes y la recibe el mercado', async () => {
    const { market } = day;
    await sellAtRosalba(day, 60_000);
    const [till] = await askAs<Till[]>(market, people.market, '/cash/tills');
    const expected = (till?.expected ?? 0) + 50_000;
    const pieces = piecesOf(expected - 2_500);
    const { page } = await day.open(devices.tablet);
    await signIn(page, people.market);
    await page.goto('/dashboard/caja');
    await page.getByRole('button', { name: 'Cajas' }).click();
    await page
      .getByRole('button', { name: 'Dar base de caja a Jairo Martínez' })
      .filter({ visible: true })
      .click();
    await page.getByLabel('Monto de la base').fill('50000');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sí, dar $50,000' }).click();
    await expect(page.getByRole('row', { name: /Jairo/ }).first()).toContainText(money(expected));

    const { page: point } = await day.open(devices.tablet);
    await signIn(point, people.topUpPoint);
    await point.goto('/dashboard/caja');
    await expect(point.getByText('Base de caja')).toBeVisible();
    await expect(point.getByText(money(expected), { exact: true }).first()).toBeVisible();
    await point.getByRole('link', { name: 'Entregar efectivo' }).click();
    for (const { label, typed } of pieces.fields) await point.getByLabel(label).fill(typed);
    await expect(point.getByText('En la caja quedan $2,500')).toBeVisible();
    expect(await barriers(point)).toEqual([]);
    await point.getByRole('button', { name: `Entregar ${money(expected - 2_500)}` }).click();
    await expect(point.getByRole('heading', { name: 'En camino' })).toBeVisible();

    await page.reload();
    await page.getByRole('button', { name: 'Recibir', exact: true }).click();
    await page.getByRole('button', { name: /^Contar lo de/ }).click();
    for (const { label, typed } of pieces.fields) await page.getByLabel(label).fill(typed);
    await page.getByRole('button', { name: `Comparar ${money(expected - 2_500)}` }).click();
    await expect(page.getByText('Cuadra').first()).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: `Recibir ${money(expected - 2_500)}` }).click();
    await expect(page.getByRole('heading', { name: 'Recibido' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  });

  test('el estante dice con qué llave le pagan, y lo que no es una llave se dice', async () => {
    const { page } = await day.open(devices.phone);
    await signIn(page, people.stall);
    await page.goto('/dashboard/caja');
    await expect(page.getByText('En efectivo')).toBeVisible();
    await page.getByRole('button', { name: 'Cambiar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cuenta' }).click();
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog.getByText('Entre 6 y 20 números.')).toBeVisible();
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

  test('el mercado descuenta la cuota a todos, otra cosa a uno, y devuelve lo que no era', async () => {
    const { market } = day;
    await sellAtMoreStalls(day);
    const balances = () => askAs<StallBalance[]>(market, people.market, '/cash/stalls');
    const before = await balances();
    const rosalba = owedTo(before, stallNames.stall);
    const paid = before.filter(({ owed, held }) => owed - held > fee);
    const net = rosalba - fee - 3_000;
    const total = paid.reduce((sum, { owed, held }) => sum + owed - held - fee, -3_000);
    expect(paid.length).toBeGreaterThan(moreStalls);
    const { page } = await day.open(devices.tablet);
    await signIn(page, people.market);
    const press = (name: string) =>
      page.getByRole('button', { name }).filter({ visible: true }).first().click();
    await page.goto('/dashboard/caja?pagar=varios');
    await expect(page.getByRole('row', { name: /Rosalba/ })).toContainText(money(rosalba));
    await press('Descontar a todos');
    await page.getByLabel('Cuota del puesto').fill('20000');
    expect(await barriers(page)).toEqual([]);
    await press('Aplicar');
    await expect(page.getByRole('row', { name: /Rosalba/ })).toContainText(money(rosalba - fee));
    await page.getByRole('button', { name: /^Descuento de Doña Rosalba/ }).click();
    await page.getByLabel('Otro descuento').fill('3000');
    await press('Aplicar');
    await expect(page.getByText('Escriba por qué se descuenta.')).toBeVisible();
    await page.getByLabel('Por qué').fill('Aseo');
    await press('Aplicar');
    await expect(page.getByRole('row', { name: /Rosalba/ })).toContainText(money(net));
    expect(await barriers(page)).toEqual([]);
    await press(`Pagar ${money(total)}`);
    await expect(page.getByRole('dialog')).toContainText(`−${money(paid.length * fee + 3_000)}`);
    await expect(page.getByRole('dialog')).toContainText('cambió su forma de pago en estos días');
    await expect(page.getByRole('dialog')).toContainText(`1 · ${money(net)}`);
    await press(`Sí, pagar ${money(total)}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Pagado' })).toBeVisible();
    const sheet = page.getByRole('row', { name: /Rosalba/, includeHidden: true });
    for (const part of [money(rosalba), 'Cuota del puesto −$20,000', 'Aseo −$3,000', money(net)])
      await expect(sheet).toContainText(part);

    const [download] = await Promise.all([page.waitForEvent('download'), press('Archivo del banco')]);
    expect(download.suggestedFilename()).toMatch(/^pago-P-20.*\.csv$/);
    const file = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(file).toHaveLength(2);
    expect(file[1]).toContain(`Rosalba Giraldo,CC,24684521,llave,3105550112,,,,${net},Doña Rosalba`);
    await expect(page.getByText('A estos se les entrega en efectivo')).toBeVisible();
    expect(await barriers(page)).toEqual([]);

    await press('Volver a Caja');
    await page
      .getByRole('button', { name: /^Devolver un descuento/ })
      .filter({ visible: true })
      .last()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Sí, devolver/ }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByLabel('Por qué se devuelve').fill('No usó el puesto');
    await dialog.getByRole('button', { name: 'Sí, devolver $20,000' }).click();
    await expect(page.getByText(/\$20,000 se le deben otra vez/)).toBeVisible();
    const left = before.reduce((sum, { owed }) => sum + owed, 0) - total - paid.length * fee - 3_000 + fee;
    expect((await balances()).reduce((sum, { owed }) => sum + owed, 0)).toBe(left);
  });
}

/** A sale of today, so that the stall has more to receive than the fee. */
async function sellAtRosalba({ market }: HardDay, price: number): Promise<void> {
  const { clientId: userId, uuid: codeQrUuid } = await topUp(market, price, 'dia-de-pago');
  const stalls = await askAs<{ _id: string; estanteName?: string }[]>(market, people.market, '/estantes');
  const estanteId = stalls.find(({ estanteName }) => estanteName === stallNames.stall)?._id;
  await askAs(market, people.stall, '/shopping/create', { userId, estanteId, codeQrUuid, price });
}

/** Admits the other stalls and sells at each of them more than the fee, all to one customer. */
async function sellAtMoreStalls({ market }: HardDay): Promise<void> {
  const price = 30_000;
  const call = caller(market);
  const token = await tokenOf(market, people.market);
  const [{ globalMarketId } = { globalMarketId: '' }] = await call<Stall[]>('/estantes');
  const { clientId: userId, uuid: codeQrUuid } = await topUp(market, price * moreStalls, 'puestos');
  for (let number = 1; number <= moreStalls; number += 1) {
    const { _id: estanteId } = await call<User>('/estantes/create-estantes', {
      email: `puesto${number}@plaza.co`,
      ownerName: `Dueña ${number}`,
      phone: '3105550101',
      password,
      estanteName: `Puesto ${number}`,
      globalMarketId,
    });
    await call('/auth/approve', { id: estanteId, userType: 'ESTANTE' }, token);
    await call('/shopping/create', { userId, estanteId, codeQrUuid, price });
  }
}

function owedTo(balances: readonly StallBalance[], stall: string): number {
  return balances.find(({ estanteName }) => estanteName === stall)?.owed ?? 0;
}

/** An amount as somebody counts it: what is typed, and how the count is told afterwards. */
function piecesOf(amount: number): { fields: { label: string; typed: string }[] } {
  let rest = amount;
  const fields: { label: string; typed: string }[] = [];
  for (const [kind, value] of [
    ['Billetes', 50_000],
    ['Billetes', 2_000],
    ['Monedas', 200],
  ] as const) {
    const count = Math.floor(rest / value);
    rest -= count * value;
    if (count === 0) continue;
    fields.push({ label: `${kind} de ${money(value)}`, typed: String(count) });
  }
  if (rest > 0) {
    fields.push({ label: 'Monedas pesadas', typed: String(rest) });
  }
  return { fields };
}
