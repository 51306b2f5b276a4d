import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { toAmount, toOpId, toVoucherId } from '#src/contract/brands.ts';
import type { StallBalance } from '#src/contract/cash/schemas.ts';
import type { MarketCode } from '#src/contract/markets/market-code.ts';
import type { Stall } from '#src/contract/markets/stall.ts';
import type { Conflict } from '#src/contract/settlement/schemas.ts';
import type { AfterRestore } from '#src/contract/sync/after-restore.ts';
import { readTable } from '#tests/e2e/device-database.ts';
import { marketForPages } from '#tests/e2e/market-for-pages.ts';
import { askAs, caller, people, stallNames, tokenOf, topUp } from '#tests/e2e/market-people.ts';
import { openDevice, devices, signIn, type Device } from '#tests/e2e/open-device.ts';
import { balanceOf, prepareSale, seeVerdict } from '#tests/e2e/stall-sale.ts';
import { enrol, find, offline, take } from '#tests/e2e/stall-without-link.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { ask, type Asked } from '#tests/support/server/test-app.ts';

const quarterAhead = 16 * 60_000;
/** A process whose clock is off by this much, ms: overrides its `Date`. */
const clockOff = (ms: number): string =>
  `--import=data:text/javascript,${encodeURIComponent(
    `const Real = Date; globalThis.Date = class extends Real {
      constructor(...given) { given.length ? super(...given) : super(Real.now() + ${ms}); }
      static now() { return Real.now() + ${ms}; }
    };`,
  )}`;

/** A day on which everything differs from the product's own model (design 8). */
const { market, browser } = marketForPages();
let kiosk: Device;
let tablets: { one: Device; two: Device; three: Device };
const folder = mkdtempSync(join(tmpdir(), 'day-'));
const copy = join(folder, 'copy');

beforeAll(async () => {
  const open = (viewport: { width: number; height: number }) => openDevice(browser, market, viewport);
  kiosk = await open(devices.kiosk);
  tablets = {
    one: await open(devices.tablet),
    two: await open(devices.tablet),
    three: await open(devices.phone),
  };
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

const asMarket = <T>(path: string, body?: object): Promise<T> => askAs<T>(market, people.market, path, body);

describe('un estante escribe lo que le paga, con una llave bien registrada', () => {
  const perVoucher = 50_000;
  let liar: SignedDevice;
  let stall: Stall;

  const owed = async (): Promise<StallBalance> => {
    const all = await asMarket<StallBalance[]>('/cash/stalls');
    const found = all.find(({ estanteId }) => estanteId === stall._id);
    if (!found) throw new Error('the stall has no balance');
    return found;
  };
  const paper = async (monto: number) => {
    const { urlCodeQr, uuid, clientId, _id } = await topUp(market, monto, `c-${randomInt(1e9)}`);
    const proof = urlCodeQr.split('#')[1] ?? '';
    return { _id, userId: clientId, codeQrUuid: toVoucherId(uuid), proof };
  };
  type Paper = Awaited<ReturnType<typeof paper>>;
  const spend = ({ userId, codeQrUuid }: Paper, price: number) =>
    caller(market)('/shopping/create', { userId, codeQrUuid, price, estanteId: stall._id });
  const lie = async ({ userId, codeQrUuid, proof }: Paper, price: number, change = {}, envelope = {}) => {
    const sale = { userId, codeQrUuid, proof, price };
    const { envelope: written } = liar.writeAcceptance(toOpId(randomUUID()), sale, change);
    const { seq, prevHash, payload } = written;
    const entry = liar.write('acceptance', payload as never, { seq, prevHash, ...envelope });
    const { results } = await liar.sync([entry]);
    return results[0]?.state === 'in-review' ? results[0].reason : results[0]?.state;
  };

  beforeAll(async () => {
    const app = overHttp(market.url);
    liar = new SignedDevice(app);
    const stalls = await caller(market)<Stall[]>('/estantes');
    const found = stalls.find(({ estanteName }) => estanteName === stallNames.otherStall);
    if (!found) throw new Error('there is no such stall');
    stall = found;
    const { code } = await asMarket<MarketCode>('/market/codes', { purpose: 'enrol-stall' });
    const token = await tokenOf(market, people.otherStall);
    expect((await liar.enrol(stall._id, token, { marketCode: code })).status).toBe(201);
    await liar.askForList();
  });

  test('cuarenta contactos de una venta por un papel gastado pagan una, y esa queda retenida', async () => {
    const spent = await paper(perVoucher);
    await spend(spent, perVoucher);
    const before = await owed();
    const said: (string | undefined)[] = [];
    for (let contact = 0; contact < 40; contact += 1) said.push(await lie(spent, perVoucher));
    expect(said[0]).toBe('settled-with-overspend');
    expect(new Set(said.slice(1))).toEqual(new Set(['TOLD_SPENT']));
    const after = await owed();
    expect([after.owed - before.owed, after.held - before.held]).toEqual([perVoucher, perVoucher]);
  });

  test('límites, listas, relojes y sumas inventados, y un papel perdido, no pagan nada', async () => {
    const good = await paper(9_000);
    const before = await owed();
    const past = new Date(Date.now() - 400 * 86_400_000).toISOString();
    const lost = await paper(5_000);
    await asMarket('/code-qr/block', { id: lost._id, reason: 'Papel perdido' });
    await liar.askForList();
    const said = [
      await lie(lost, 5_000),
      await lie(good, 100, { limitsVersion: 0 }),
      await lie(good, 100, { snapshotAsOf: Date.now() - 60_000 }),
      await lie(good, 100, { snapshotAsOf: 1 }),
      await lie(good, 100, { snapshotAsOf: Date.parse(past) }, { occurredAt: past }),
      await lie(good, 100, {}, { occurredAt: '9999-12-31T23:59:59.999Z' }),
    ];
    await spend(good, 8_000);
    said.push(await lie(good, perVoucher + 1, { deviceOpen: toAmount(0), spentHere: toAmount(0) }));
    expect(said).toEqual([
      'VOUCHER_BLOCKED',
      'BEYOND_LIMITS',
      'LIST_UNKNOWN',
      'BEYOND_LIMITS',
      'LIST_UNKNOWN',
      'BEYOND_LIMITS',
      'BEYOND_LIMITS',
    ]);
    const after = await owed();
    // Only the holder's own purchase, and none of the invented ones.
    expect(after.owed - before.owed).toBe(8_000);
  });

  test('todo lo demás está en la lista del mercado, y lo retenido no se paga sin verlo', async () => {
    const { items } = await asMarket<{ items: Conflict[] }>('/sync/conflicts?limit=100');
    expect(items.length).toBe(40 + 7);
    const { owed: sum, held } = await owed();
    const payout = async (body: object) =>
      (
        await ask(overHttp(market.url), 'POST', '/cash/payout', {
          body: { estanteId: stall._id, ...body },
          token: await tokenOf(market, people.market),
          headers: { 'idempotency-key': randomUUID() },
        })
      ).status;
    expect(await payout({ monto: sum - held + 1 })).toBe(409);
    expect(await payout({ monto: sum - held })).toBe(201);
    expect(await payout({ monto: 1 })).toBe(409);
  });
});

describe('la base del servidor vuelve a una copia de antes', () => {
  let sold: Awaited<ReturnType<typeof topUp>>;
  let fresh: string;

  const returning = async (): Promise<string[]> => {
    const { devices: all } = await asMarket<AfterRestore>('/devices/after-restore');
    return all.flatMap(({ name, returnedAt, waiting }) => (returnedAt === null || waiting > 0 ? [name] : []));
  };

  test('un punto y tres tabletas trabajan después de la copia', async () => {
    await enrol(kiosk.page, 'Caja principal', people.topUpPoint);
    await enrol(tablets.one.page, 'Tableta 1', people.stall);
    await enrol(tablets.two.page, 'Tableta 2', people.otherStall);
    await enrol(tablets.three.page, 'Teléfono 3', people.stall);
    sold = await topUp(market, 100_000, 'cliente');
    await market.backUp(copy);
    fresh = await sellTopUp(kiosk.page, 50_000);
    await charge(tablets.one.page, fresh, 12_000);
    await charge(tablets.two.page, sold.uuid, 7_000);
    await offline(tablets.three);
    await find(tablets.three.page, sold.urlCodeQr);
    await take(tablets.three.page, 3_000);
    await tablets.three.page.getByText('Entregue el producto').waitFor();
    await tablets.three.context.setOffline(false);
    await expect.poll(() => balanceOf(market, sold.uuid), { timeout: 60_000 }).toBe(90_000);
    expect(await balanceOf(market, fresh)).toBe(38_000);
  });

  test('el estante informa antes que el punto; al final está todo, y nada dos veces', async () => {
    for (const { context } of [kiosk, ...Object.values(tablets)]) await context.setOffline(true);
    // The new process has a clock that is sixteen minutes fast as well.
    await market.putBack(copy, { NODE_OPTIONS: clockOff(quarterAhead) });
    expect(await balanceOf(market, sold.uuid)).toBe(100_000);
    await comeBack(tablets.one);
    await expect.poll(returning, { timeout: 60_000 }).toContain('Caja principal');
    expect(await returning()).toContain('Tableta 1');
    await comeBack(kiosk);
    await comeBack(tablets.two);
    await comeBack(tablets.three);
    await expect.poll(() => balanceOf(market, fresh), { timeout: 60_000 }).toBe(50_000);
    // The first tablet's sale waited for the kiosk's top-up: its next report brings it.
    await comeBack(tablets.one);
    await expect.poll(() => balanceOf(market, fresh), { timeout: 90_000 }).toBe(38_000);
    await expect.poll(() => balanceOf(market, sold.uuid), { timeout: 90_000 }).toBe(90_000);
    // The dishonest tablet never came: the market keeps seeing its name.
    await expect.poll(returning, { timeout: 90_000 }).toEqual(['Tableta 7']);
  });

  test('el mercado lee que todo volvió, y los libros cuadran con un reloj que salta y vuelve', async () => {
    const { page } = await openDevice(browser, market, devices.tablet);
    await signIn(page, people.market);
    await page.goto('/dashboard/dispositivos');
    await expect(page.getByRole('table', { name: 'Después de restaurar' })).toContainText('Caja principal');
    expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
    const before = await asMarket('/today/market');
    await market.kill();
    await market.restart({ NODE_OPTIONS: clockOff(-20_000) });
    expect(await asMarket('/today/market')).toEqual(before);
    expect(await balanceOf(market, sold.uuid)).toBe(90_000);
    expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
  });
});

/** At the top-up point, for a new customer. */
async function sellTopUp(page: Page, monto: number): Promise<string> {
  await page.goto('/dashboard/puntos-de-recarga/create');
  await page.getByLabel('Nombre', { exact: true }).fill('Pedro Nuevo');
  await page.getByLabel('Identificación', { exact: true }).fill('99887766');
  await page.getByLabel('Aceptó que guardemos sus datos').check();
  await page.getByRole('button', { name: 'Registrar', exact: true }).click();
  await page.getByLabel('Monto de la recarga').fill(String(monto));
  await page.getByRole('button', { name: 'Recargar', exact: true }).click();
  await page.getByRole('button', { name: 'Nueva Recarga' }).waitFor();
  const envelopes = await readTable(page, 'envelopes');
  const [uuid] = envelopes.flatMap(({ kind, payload }) => (kind === 'top-up' ? [payload.uuid] : []));
  if (uuid === undefined) throw new Error('the kiosk wrote no top-up down');
  return uuid;
}

async function charge(page: Page, uuid: string, amount: number): Promise<void> {
  await (await prepareSale(page, uuid, amount)).click();
  await seeVerdict(page, 'Pagado');
}

async function comeBack({ page, context }: Device): Promise<void> {
  await context.setOffline(false);
  await page.reload();
}

/** The server at this address, called like one in this process. */
function overHttp(url: string): Asked {
  return {
    inject: async ({ method, url: path, headers = {}, payload }) => {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { ...headers, ...(payload ? { 'content-type': 'application/json' } : {}) },
        ...(payload ? { body: JSON.stringify(payload) } : {}),
      });
      const rawPayload = Buffer.from(await answer.arrayBuffer());
      return {
        statusCode: answer.status,
        body: rawPayload.toString(),
        rawPayload,
        headers: Object.fromEntries(answer.headers),
      };
    },
  };
}
