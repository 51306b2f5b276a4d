import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { people, topUp } from './market-people.ts';
import { balanceOf, preparePurchase, seeVerdict } from './stall-purchase.ts';

const day = openDay();
const { market } = day;

const phone = { width: 360, height: 740 };

test('el escáner dice qué fue de la última venta, también después de recargar, y la anula', async () => {
  const { uuid } = await topUp(market, 40_000, '8101');
  const { page } = await day.open(phone, people.stall);
  await (await preparePurchase(page, uuid, 7_000)).click();
  await seeVerdict(page, 'Pagado');
  await page.reload();
  const last = page.getByRole('region', { name: 'Última venta' });
  await expect(last).toContainText('$7,000');
  await expect(last).toContainText('Luz Marina Ospina');
  await expect(last).toContainText('Pagada');
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Escribir código' })).toBeInViewport({ ratio: 1 });
  expect(await barriers(page)).toEqual([]);
  await last.getByRole('button', { name: 'Anular' }).click();
  await page.getByRole('button', { name: 'Monto equivocado' }).click();
  await page.getByRole('button', { name: 'Sí, anular $7,000' }).click();
  await expect(last).toContainText('Anulada');
  expect(await balanceOf(market, uuid)).toBe(40_000);
  await page.reload();
  await expect(last).toContainText('Anulada');
  await expect(last.getByRole('button', { name: 'Anular' })).toHaveCount(0);
});
