import type { Page } from '@playwright/test';
import { test } from 'vitest';
import type { CustomerDetail } from '#src/contract/customers/schemas.ts';
import type { MarketCode } from '#src/contract/markets/market-code.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { askAs, people, topUp } from '../market-people.ts';
import { devices, signIn } from '../open-device.ts';
import type { RunningMarket } from '../running-market.ts';
import { balanceOf, completeSale, prepareSale, seeVerdict } from '../stall-sale.ts';
import { typeCode } from '../stall-without-link.ts';
import { openCustomer, type HardDay } from './day.ts';

/** A customer with nine vouchers pays with three of them, and has the others joined. */
export function ninePapers(day: HardDay): void {
  test('quien trae nueve papeles paga 60,000 con tres, y junta los otros en uno', async () => {
    const { market } = day;
    const first = await topUp(market, 25_000, '24684522');
    const { clientId } = first;
    const papers = [first.uuid];
    for (const monto of [20_000, 30_000, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000]) {
      const uuid = crypto.randomUUID();
      await askAs(market, people.topUpPoint, '/code-qr/create-recharger', { monto, uuid, clientId });
      papers.push(uuid);
    }
    const [, second = '', third = ''] = papers;
    const { page } = await day.open(devices.tablet);
    await signIn(page, people.stall);
    await prepareSale(page, first.uuid, 60_000);
    await completeSale(page);
    await readNext(page, second);
    await completeSale(page);
    await readNext(page, third);
    await page.getByRole('button', { name: 'Cobrar $15,000' }).click();
    await seeVerdict(page, 'Pagado');
    const left = await Promise.all(papers.slice(0, 3).map((uuid) => balanceOf(market, uuid)));
    expect(left).toEqual([0, 0, 15_000]);

    const manager = await day.open(devices.kiosk);
    await signIn(manager.page, people.market);
    await openCustomer(manager.page, '24684522', 'Luz Marina Ospina');
    await manager.page.getByRole('button', { name: 'Juntar códigos' }).click();
    const active = (await clientOf(market, clientId)).vouchers.filter(({ status }) => status);
    expect(active).toHaveLength(7);
    for (const { shortCode } of active)
      await manager.page.getByRole('checkbox', { name: new RegExp(shortCode) }).check();
    await manager.page.getByLabel('Identificación del cliente').fill('24684522');
    const code = manager.page.getByLabel('Código del mercado');
    if (await code.isVisible()) {
      const made = await askAs<MarketCode>(market, people.market, '/market/codes', { purpose: 'reissue' });
      await code.fill(made.code);
    }
    await manager.page.getByRole('button', { name: 'Sí, juntar' }).click();
    await expect(manager.page.getByText('Código creado correctamente')).toBeVisible();
    const after = await clientOf(market, clientId);
    expect([after.balance, after.vouchers.filter(({ status }) => status).length]).toEqual([36_000, 1]);
  });
}

const clientOf = (market: RunningMarket, id: string) =>
  askAs<CustomerDetail>(market, people.market, `/client/${id}`);

async function readNext(page: Page, voucherUuid: string): Promise<void> {
  await seeVerdict(page, 'Pagado');
  await page.getByRole('button', { name: 'Leer otro código' }).click();
  await typeCode(page, shortCodeOf(voucherUuid));
}
