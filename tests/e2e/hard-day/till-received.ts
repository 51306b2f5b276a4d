import { test } from 'vitest';
import type { Till } from '#src/contract/cash/till.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from '../barriers.ts';
import { askAs, people, stallNames, topUp } from '../market-people.ts';
import { devices, signIn } from '../open-device.ts';
import type { HardDay } from './day.ts';

const money = (amount: number): string => `$${amount.toLocaleString('en-US')}`;

/** The evening: the till is counted by notes and its cash received. */
export function tillIsReceived(day: HardDay): void {
  test('la caja empieza con su base, y el mercado recibe su efectivo por billetes', async () => {
    const { market } = day;
    await sellAtRosalba(day, 60_000);
    const [till] = await askAs<Till[]>(market, people.market, '/cash/tills');
    const expected = (till?.expected ?? 0) + 50_000;
    const pieces = piecesOf(expected);
    const { page } = await day.open(devices.tablet);
    await signIn(page, people.market);
    await page.goto('/dashboard/caja');
    await page.getByRole('button', { name: 'Recibir', exact: true }).click();
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

    await page.getByRole('button', { name: 'Recibir el efectivo de Jairo Martínez' }).click();
    for (const { label, typed } of pieces.fields) await page.getByLabel(label).fill(typed);
    await page.getByRole('button', { name: `Comparar ${money(expected)}` }).click();
    await expect(page.getByText('Cuadra').first()).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: `Recibir ${money(expected)}` }).click();
    await expect(page.getByRole('heading', { name: 'Recibido' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  });
}

/** A sale of today. */
async function sellAtRosalba({ market }: HardDay, price: number): Promise<void> {
  const { clientId: userId, uuid: codeQrUuid } = await topUp(market, price, 'dia-de-pago');
  const stalls = await askAs<{ _id: string; estanteName?: string }[]>(market, people.market, '/estantes');
  const estanteId = stalls.find(({ estanteName }) => estanteName === stallNames.stall)?._id;
  await askAs(market, people.stall, '/shopping/create', { userId, estanteId, codeQrUuid, price });
}

/** An amount as a person counts it: the typed pieces, and the display of the count afterwards. */
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
