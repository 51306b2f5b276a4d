import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { beforeAll, describe, test } from 'vitest';
import type { User } from '#src/contract/accounts/schemas.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { ask, openTestApp } from '#tests/support/server/test-app.ts';
import { barriers } from './barriers.ts';
import { openDayWithoutLink } from './day-without-link.ts';
import { askAs, password, people, stallNames, type Person } from './market-people.ts';
import { devices, signIn } from './open-device.ts';
import { prepareSale, seeVerdict } from './stall-sale.ts';

const dayMs = 86_400_000;
/** The stall's usual daily sales, so 500,000 are paid without review today. */
const usual = 150_000;
const ceiling = 1_500_000;

describe('un día que no es como los demás', () => {
  const day = openDayWithoutLink();
  let customer: User;
  let stall: User;

  const soundBooks = async (): Promise<void> =>
    expect(await day.market.audit()).toMatchObject({ total: 0, findings: [] });
  const voucher = async (monto: number): Promise<string> => {
    const uuid = randomUUID();
    const body = { monto, uuid, clientId: customer._id };
    await askAs(day.market, people.topUpPoint, '/code-qr/create-recharger', body);
    return uuid;
  };
  const sell = async (price: number): Promise<void> => {
    const body = { userId: customer._id, estanteId: stall._id, codeQrUuid: await voucher(price), price };
    await askAs(day.market, people.stall, '/shopping/create', body);
  };
  const office = async (): Promise<Page> => {
    const { page } = await day.open(devices.kiosk);
    await signIn(page, people.market);
    return page;
  };

  /** A server with another day's clock sold there, with the same database. */
  async function sellBefore(days: number): Promise<void> {
    await day.market.withDatabase(async (database) => {
      const app = await openTestApp(database, { now: () => new Date(Date.now() - days * dayMs) });
      const tokenOf = async ({ email, userType }: Person): Promise<string> =>
        String(
          (await ask(app, 'POST', '/auth/login', { body: { email, password, userType } })).body['token'],
        );
      const [point, seller] = [await tokenOf(people.topUpPoint), await tokenOf(people.stall)];
      const codeQrUuid = randomUUID();
      const made = { monto: usual, uuid: codeQrUuid, clientId: customer._id };
      const topUp = await ask(app, 'POST', '/code-qr/create-recharger', { body: made, token: point });
      const sale = { userId: customer._id, estanteId: stall._id, codeQrUuid, price: usual };
      const sold = await ask(app, 'POST', '/shopping/create', { body: sale, token: seller });
      expect([topUp.status, sold.status]).toEqual([201, 201]);
      await app.close();
    });
  }

  beforeAll(async () => {
    const settings = await askAs<object>(day.market, people.market, '/market/settings');
    await askAs(day.market, people.market, '/market/settings', { ...settings, tillCeiling: ceiling });
    const body = { ownerName: 'luz marina ospina', identificacion: '9001' };
    customer = await askAs<User>(day.market, people.topUpPoint, '/client/create', body);
    const listed = await askAs<{ items: User[] }>(day.market, people.market, '/auth/users?userType=ESTANTE');
    stall = listed.items.find(({ email }) => email === people.stall.email) as User;
    for (const days of [7, 5, 3]) await sellBefore(days);
  });

  test('el estante vende cinco veces lo de costumbre, y ve que el mercado mira una parte', async () => {
    await sell(400_000);
    await sell(260_000);
    const last = await voucher(90_000);
    const { page } = await day.open(devices.phone);
    await signIn(page, people.stall);
    // By its short code, which the market sees.
    await (await prepareSale(page, last, 90_000)).click();
    await seeVerdict(page, 'Pagado');
    await page.goto('/dashboard/ventas');
    await expect(page.getByText('Vendió más que de costumbre. El mercado mira 2 ventas.')).toBeVisible();
    await expect(page.getByText('Usted ya cobró: no devuelva nada.')).toBeVisible();
    await expect(page.getByText('Por revisar').first()).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.goto('/dashboard/caja');
    await expect(page.getByText('$250,000')).toBeVisible();
    await soundBooks();
  });

  test('el punto llega a su tope, y ve quién debe venir', async () => {
    await voucher(300_000);
    const { page } = await day.open(devices.kiosk);
    await signIn(page, people.topUpPoint);
    await page.goto('/dashboard/puntos-de-recarga/create');
    await page.getByLabel('Correo o identificación').fill('9001');
    await page.getByRole('button', { name: 'Buscar' }).click();
    await page.getByLabel('Monto de la recarga').fill('50001');
    await expect(page.getByText('Caja llena: le caben $0')).toBeVisible();
    await page.getByRole('button', { name: 'Recargar', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Caja llena' })).toBeFocused();
    await expect(page.getByText('El cliente no ha pagado nada. El efectivo es de él.')).toBeVisible();
    await expect(page.getByText('Pida al mercado que venga a contar y recibir el efectivo.')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Otro monto' }).click();
    await soundBooks();
  });

  test('el mercado recibe el efectivo, y el punto debe lo que falta', async () => {
    const page = await office();
    await page.goto('/dashboard/caja?ver=recibir');
    await page.getByRole('button', { name: 'Recibir el efectivo de Jairo Martínez' }).click();
    await page.getByLabel('Billetes de $100,000').fill('14');
    await page.getByRole('button', { name: 'Comparar $' }).click();
    await page.getByRole('radio', { name: 'Los debe el punto' }).check();
    await page.getByRole('button', { name: 'Recibir $' }).click();
    await expect(page.getByRole('heading', { name: 'Recibido' })).toBeVisible();
    await soundBooks();
  });

  test('el mercado mira las ventas, las libera, paga y cierra el día', async () => {
    const page = await office();
    await page.getByRole('link', { name: /Ver.*Ventas por revisar/ }).click();
    await expect(
      page.getByRole('heading', { name: 'Doña Rosalba vendió 5 veces lo de costumbre' }),
    ).toBeVisible();
    await expect(page.getByText('2 ventas retenidas, $250,000')).toBeVisible();
    await expect(page.getByText('Código escrito', { exact: true })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.goto('/dashboard/caja');
    await expect(page.getByRole('link', { name: '$250,000 por revisar' })).toBeVisible();
    await page.getByRole('button', { name: `Pagar a ${stallNames.stall}` }).click();
    await expect(page.getByText('$250,000 están por revisar y no entran en este pago.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('link', { name: '$250,000 por revisar' }).click();
    await page.getByRole('button', { name: 'Liberar $250,000' }).click();
    await expect(page.getByRole('heading', { name: 'Nada por revisar' })).toBeVisible();
    await soundBooks();

    // Later sales wait anew; they are released from the home page with one tap.
    await sell(60_000);
    await page.goto('/dashboard');
    const card = page.getByRole('region', { name: `${stallNames.stall} · $60,000` });
    await expect(card.getByText('Vendió más que de costumbre: 1 venta espera')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await card.getByRole('button', { name: `Liberar $60,000 de ${stallNames.stall}` }).click();
    await expect(card).toHaveCount(0);
    await soundBooks();

    await page.goto('/dashboard/caja');
    await page.getByRole('button', { name: `Pagar a ${stallNames.stall}` }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Sí, pagar $1,260,000' }).click();
    await expect(page.getByRole('button', { name: `Pagar a ${stallNames.stall}` })).toHaveCount(0);
    await soundBooks();
    await page.getByRole('button', { name: 'Cierre', exact: true }).click();
    await page.getByRole('button', { name: 'Cerrar el día' }).click();
    await page.getByRole('button', { name: 'Sí, cerrar el día' }).click();
    await expect(page.getByText(/^Cerrado por/)).toBeVisible();
    await soundBooks();
    await page.goto('/dashboard/auditoria');
    await expect(page.getByRole('cell', { name: 'Recibió el efectivo de un punto' }).first()).toBeVisible();
  });
});
