import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { openKillable, type KillableBrowser } from '#lab/kill/killable-browser.ts';
import { makeDevicePair, signBytes } from '#src/client/device/crypto.ts';
import { toVoucherId } from '#src/contract/brands.ts';
import type { StallBalance } from '#src/contract/cash/schemas.ts';
import type { ConflictPage, OfflineSalePage } from '#src/contract/settlement/schemas.ts';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import type { VoucherBlocked } from '#src/contract/vouchers/voucher-care.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import {
  readVoucherProof,
  voucherProofMessage,
  writeVoucherProof,
} from '#src/domain/voucher/voucher-proof.ts';
import { acceptedSales, readTable, type AcceptedSale } from '#tests/e2e/device-database.ts';
import { marketForPages } from '#tests/e2e/market-for-pages.ts';
import { askAs, people, topUp } from '#tests/e2e/market-people.ts';
import { moveClock } from '#tests/e2e/move-clock.ts';
import { devices, listen, openDevice, signIn, type Device } from '#tests/e2e/open-device.ts';
import { balanceOf, seeVerdict } from '#tests/e2e/stall-sale.ts';
import {
  enrol,
  find,
  offline,
  openWithPin,
  take,
  typeCode,
  typed,
  typeAmount,
} from '#tests/e2e/stall-without-link.ts';
import { frameOfPicture, showToCamera, smallCamera } from '#tests/support/browser/camera.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { textInPicture } from '#tests/support/browser/qr-frames-read.ts';
import { emptyFrame } from '#tests/support/browser/qr-frames.ts';
import { beyondLimits, flap } from './lost-answers.ts';

/** Jump of the third tablet's clock before it comes back: a day and thirteen minutes, ms. */
const clockJumpMs = (24 * 60 + 13) * 60_000;

type Voucher = Awaited<ReturnType<typeof topUp>>;

const folder = mkdtempSync(join(tmpdir(), 'day-without-link-'));
const cameraFile = join(folder, 'camera.y4m');
const { market, browser } = marketForPages({ cameraFile });
let kiosk: Device;
let one: Device;
let two: Device;
let third: KillableBrowser;
let thirdComplaints: string[];
let vouchers: Record<'blocked' | 'known' | 'large', Voucher>;
/** The kiosk's own voucher: only its printout exists until the evening. */
let paper: { picture: Buffer; link: string; uuid: string };
/** Sales shown as accepted, by tablet. */
const shown: { one: number[]; two: number[]; third: number[] } = { one: [], two: [], third: [] };
let accepted: Record<'one' | 'two' | 'third', AcceptedSale[]>;

/** The steps of one day; each continues where the previous one ended. */
beforeAll(async () => {
  showToCamera(cameraFile, emptyFrame());
  vouchers = {
    blocked: await topUp(market, 20_000, 'bloqueado'),
    known: await topUp(market, 60_000, 'conocido'),
    large: await topUp(market, 90_000, 'grande'),
  };
  kiosk = await openDevice(browser, market, devices.kiosk);
  one = await openDevice(browser, market, devices.tablet);
  two = await openDevice(browser, market, devices.tablet);
  await openThird();
});

afterAll(async () => {
  await third.context.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('en la mañana, con red', () => {
  test('el punto y tres tabletas se registran con PIN, y se bloquea un código', async () => {
    await enrol(kiosk.page, 'Caja principal', people.topUpPoint);
    await enrol(one.page, 'Tableta 1', people.stall);
    const { createAt } = await askAs<VoucherBlocked>(market, people.market, '/code-qr/block', {
      id: vouchers.blocked._id,
      reason: 'Papel perdido',
    });
    await enrol(two.page, 'Tableta 2', people.otherStall);
    await enrol(third.page, 'Tableta 3', people.stall);
    // A page that opens requests the changes of the list.
    await one.page.reload();
    for (const { page } of [one, two, third])
      await expect.poll(() => listAsOf(page), { timeout: 60_000 }).toBeGreaterThan(Date.parse(createAt));
  });
});

describe('se va la red para todos', () => {
  test('el punto registra, recarga y entrega el código impreso', async () => {
    for (const device of [kiosk, one, two, third]) await offline(device);
    const { page } = kiosk;
    await page.goto('/dashboard/puntos-de-recarga/create');
    await page.getByLabel('Nombre', { exact: true }).fill('Pedro Nuevo');
    await page.getByLabel('Identificación', { exact: true }).fill('99887766');
    await page.getByLabel('Aceptó que guardemos sus datos').check();
    await page.getByRole('button', { name: 'Registrar', exact: true }).click();
    await page.getByText('Guardado aquí').waitFor();
    await page.getByLabel('Monto de la recarga').fill('50000');
    await page.getByRole('button', { name: 'Recargar', exact: true }).click();
    await expect(page.getByText('Código entregado sin conexión')).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Descargar' }).click();
    const picture = readFileSync(await (await downloading).path());
    const link = await textInPicture(picture);
    paper = { picture, link, uuid: new URL(link).searchParams.get('codeQrId') ?? '' };
  });

  test('dos estantes leen con la cámara el mismo papel y los dos entregan', async () => {
    for (const [name, { page }] of [
      ['one', one],
      ['two', two],
    ] as const) {
      showToCamera(cameraFile, await frameOfPicture(page, paper.picture, smallCamera));
      await page.goto('/dashboard/escanear');
      await expect(page.getByText('$50,000').filter({ visible: true }).first()).toBeVisible({
        timeout: 20_000,
      });
      await take(page, 30_000);
      await seesAccepted(page, shown[name], 30_000);
    }
    showToCamera(cameraFile, emptyFrame());
  });

  test('una copia no pasa de lo que la tableta sabe que queda', async () => {
    await find(two.page, paper.link);
    await typeAmount(two.page, 30_000);
    await expect(two.page.getByText('Pasa del límite')).toBeVisible();
    await expect(two.page.getByRole('button', { name: 'Cobrar $20,000' })).toBeEnabled();
  });

  test('un código falso, ajeno, cambiado, cortado o bloqueado se rechaza con su motivo', async () => {
    const { known, blocked } = vouchers;
    const [address = '', proof = ''] = known.urlCodeQr.split('#');
    const forged = ['No reciba este código', 'Este papel no es del mercado.'] as const;
    const cases: [string, ...(readonly string[])][] = [
      [`${address}#${await signedElsewhere(known, 1)}`, ...forged],
      [`${address}#${worthMore(proof)}`, ...forged],
      [paper.link.replace(/#.*/, `#${proof}`), ...forged],
      [known.urlCodeQr.slice(0, -20), ...forged],
      [blocked.urlCodeQr, 'No reciba este código', 'Ya se gastó o está bloqueado.'],
      [
        `${address}#${await signedElsewhere(known, 9)}`,
        'No hay conexión',
        'Esta tableta no conoce la firma de este código.',
        'No lo cobre sin conexión.',
      ],
    ];
    for (const [code, ...said] of cases) {
      await find(one.page, code);
      for (const sentence of said) await expect(one.page.getByText(sentence, { exact: true })).toBeVisible();
    }
    // Nothing was written for any of them: only the printed voucher's sale and its acceptance.
    expect((await readTable(one.page, 'envelopes')).length).toBe(2);
  });

  test('a una tableta se le mata el navegador en plena venta: abre con el PIN, sin red, y sigue', async () => {
    await find(third.page, vouchers.known.urlCodeQr);
    await take(third.page, 12_000);
    await seesAccepted(third.page, shown.third, 12_000);
    await find(third.page, vouchers.known.urlCodeQr);
    const charge = await typed(third.page, 7_000);
    const tapped = charge.click().catch(() => undefined);
    await third.kill();
    await tapped;

    await openThird();
    await third.context.setOffline(true);
    await openWithPin(third.page);
    await third.page
      .getByRole('link', { name: /^Sin conexión/ })
      .first()
      .click();
    await expect(third.page.getByText('$12,000').first()).toBeVisible();
    await expect(third.page.getByText('Aceptada sin conexión').first()).toBeVisible();
    await third.page.getByRole('link', { name: 'Escanear' }).last().click();
    await typeCode(third.page, vouchers.known.urlCodeQr);
    await take(third.page, 5_000);
    await seesAccepted(third.page, shown.third, 5_000);
    await sayNothingWasHandedOver(third.page);
  });
});

describe('vuelve la red a ratos, y se pierden respuestas', () => {
  test('lo que dijo cada pantalla está en su tableta', async () => {
    accepted = {
      one: await acceptedSales(one.page),
      two: await acceptedSales(two.page),
      third: await acceptedSales(third.page),
    };
    for (const name of ['one', 'two', 'third'] as const) {
      const prices = accepted[name].map(({ price }) => price);
      expect(prices, name).toEqual(expect.arrayContaining(shown[name]));
    }
  });

  test('cada operación llega una vez aunque el servidor conteste al vacío', async () => {
    for (const device of [one, two]) {
      await device.page.goto('/dashboard/pendientes');
      await flap(device);
      await expect(device.page.getByText('Espera recarga').first()).toBeVisible({ timeout: 60_000 });
    }
    await flap(kiosk);
    await expect(kiosk.page.getByText('Código creado correctamente')).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => balanceOf(market, paper.uuid), { timeout: 20_000 }).toBe(0);
  });

  test('una venta pasa de los límites y su respuesta se pierde: no se cobró, y lo pagado se devuelve', async () => {
    const { page } = two;
    const { first, heard } = await beyondLimits(two, vouchers.large.uuid, 60_000);
    expect(first).toMatchObject({ state: 'accepted', purchase: { nuevoSaldo: 30_000 } });
    await heard.end();
    await page.goto('/dashboard/pendientes');
    await expect(page.getByText('No se cobró').first()).toBeVisible();
    await expect.poll(() => balanceOf(market, vouchers.large.uuid), { timeout: 60_000 }).toBe(90_000);
  });

  // The server's clock is unchanged: the tablet is back the same day with a clock that is a day fast.
  test('una tableta vuelve con la hora corrida un día y también entrega todo', async () => {
    await third.page.addInitScript(moveClock, clockJumpMs);
    await openWithPin(third.page);
    await third.page
      .getByRole('link', { name: /^Sin conexión/ })
      .first()
      .click();
    await flap(third);
    await expect.poll(() => openCount(third.page), { timeout: 90_000 }).toBe(0);
    await expect(third.page.getByText('Pagada', { exact: true }).first()).toBeVisible();
  });
});

describe('al cerrar el día', () => {
  test('cada venta aceptada está una sola vez, y los dos estantes cobraron', async () => {
    const rosalba = await salesOf(people.stall);
    const roble = await salesOf(people.otherStall);
    expect(rosalba).toEqual(sorted([...accepted.one, ...accepted.third]));
    expect(roble).toEqual(sorted(accepted.two));
    const owed = await askAs<StallBalance[]>(market, people.market, '/cash/stalls');
    const sums = new Map(owed.map((stall) => [stall.ownerName.toLowerCase(), stall.owed]));
    expect(sums.get(people.stall.name.toLowerCase())).toBe(sum(rosalba));
    expect(sums.get(people.otherStall.name.toLowerCase())).toBe(sum(roble));
  });

  test('el sobregiro está a nombre del mercado, con las dos tabletas y sus horas, y el código bloqueado', async () => {
    const lines = () => askAs<ConflictPage>(market, people.market, '/sync/conflicts');
    await expect
      .poll(async () => (await lines()).counts, { timeout: 60_000 })
      .toMatchObject({ waiting: 0, overspend: 1, review: 0 });
    const { items } = await lines();
    // The first of the two sales was settled by its top-up; withdrawn ones may be listed too. Neither owes
    // money.
    const resolved = items.filter(({ state }) => state === 'resolved');
    expect(resolved.map(({ missing }) => missing)).toEqual(resolved.map(() => 0));
    expect(resolved).toContainEqual(
      expect.objectContaining({ reason: 'UNKNOWN_VOUCHER', deviceName: 'Tableta 1', price: 30_000 }),
    );
    const line = items.find(({ state }) => state === 'overspend');
    expect(line).toMatchObject({
      shortCode: shortCodeOf(toVoucherId(paper.uuid)),
      price: 30_000,
      missing: 10_000,
    });
    const answer = await fetch(`${market.url}/api/v1/code-qr/search/${paper.uuid}`);
    const voucher = (await answer.json()) as VoucherView;
    expect(voucher).toMatchObject({ state: 'BLOCKED', blockedBecause: 'overspend', monto: 0 });

    const manager = await openDevice(browser, market, devices.kiosk);
    await signIn(manager.page, people.market);
    await manager.page.goto('/dashboard/pendientes');
    await expect(manager.page.getByText('Pagado de más').first()).toBeVisible();
    await expect(manager.page.getByText('Faltan $10,000')).toBeVisible();
    // A line settled since may be above it.
    await manager.page
      .getByRole('listitem')
      .filter({ hasText: 'Faltan $10,000' })
      .getByRole('button', { name: /^Ver y asignar/ })
      .click();
    const steps = manager.page.getByRole('dialog').getByRole('listitem');
    await expect(steps).toHaveCount(2);
    for (const [index, name] of ['Tableta 1', 'Tableta 2'].entries()) {
      await expect(steps.nth(index)).toContainText(name);
      await expect(steps.nth(index)).toContainText(/\d{1,2}:\d\d.* · recibida .*\d{1,2}:\d\d/);
      await expect(steps.nth(index)).toContainText('$30,000');
    }
    await manager.page.goto('/dashboard/dispositivos');
    await manager.page.getByRole('button', { name: /Tableta 3/ }).click();
    await expect(manager.page.getByText(/Va 1[45]\d\d min adelantada/)).toBeVisible();
    expect(manager.complaints).toEqual([]);
    await manager.context.close();
  });

  test('no queda nada por enviar y todas las sumas dan 0', async () => {
    // Operations waiting for their top-up are queried again after a minute, which a slow machine has already
    // spent: eleven pass here.
    for (const { page } of [one, two]) {
      await page.addInitScript(moveClock, 11 * 60_000);
      await page.reload();
    }
    for (const [name, { page }] of Object.entries({ kiosk, one, two, third }))
      await expect.poll(() => openCount(page), { timeout: 60_000, message: name }).toBe(0);
    await expect(two.page.getByText('Pagada con garantía')).toBeVisible();
    expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
    expect([kiosk, one, two].flatMap(({ complaints }) => complaints)).toEqual([]);
    expect(thirdComplaints).toEqual([]);
  });
});

async function openThird(): Promise<void> {
  third = await openKillable(join(folder, 'profile'), { baseURL: market.url, viewport: devices.tablet });
  thirdComplaints = listen(third.page);
}

async function seesAccepted(page: Page, prices: number[], price: number): Promise<void> {
  await seeVerdict(page, 'Aceptada sin conexión');
  await expect(page.getByText('Entregue el producto')).toBeVisible();
  prices.push(price);
}

/** The operator reports a sale that the kill left undecided; it may also be gone, or accepted. */
async function sayNothingWasHandedOver(page: Page): Promise<void> {
  const left = (await readTable(page, 'statuses')).find(({ offline }) => offline?.kind === 'deciding');
  if (!left) return;
  await page.getByRole('button', { name: 'Ver pendientes' }).click();
  await page.getByRole('button', { name: 'No se entregó' }).click();
  await expect(page.getByText('Usted dijo que no se entregó nada.')).toBeVisible();
}

/** A plausible proof signed by a key that this market does not have. */
async function signedElsewhere({ uuid, clientId, urlCodeQr }: Voucher, kid: number): Promise<string> {
  const proof = readVoucherProof(urlCodeQr.split('#')[1] ?? '');
  if (!proof) throw new Error('the link has no proof');
  const facts = { ...proof, signer: { by: 'server' as const, kid } };
  const { privateKey } = await makeDevicePair();
  const message = voucherProofMessage(facts, { voucherId: toVoucherId(uuid), ownerId: clientId });
  return writeVoucherProof(facts, await signBytes(privateKey, message));
}

/** The same signature under a larger amount. */
function worthMore(text: string): string {
  const proof = readVoucherProof(text);
  if (!proof) throw new Error('the link has no proof');
  return writeVoucherProof({ ...proof, face: proof.face * 2 }, proof.signature);
}

async function listAsOf(page: Page): Promise<number> {
  const spoken = (await readTable(page, 'serverConfig')).find(({ id }) => id === 'spoken');
  return spoken?.id === 'spoken' ? spoken.listAsOf : 0;
}

/** Operations that are neither settled nor refused with a reason. */
async function openCount(page: Page): Promise<number> {
  const final = new Set(['accepted', 'settled-with-overspend', 'refused']);
  const statuses = await readTable(page, 'statuses');
  for (const { state, lastError } of statuses) if (state === 'refused') expect(lastError).not.toBeNull();
  return statuses.filter(({ state }) => !final.has(state)).length;
}

async function salesOf(person: (typeof people)['stall' | 'otherStall']): Promise<AcceptedSale[]> {
  const { items } = await askAs<OfflineSalePage>(market, person, '/sync/sales?limit=100');
  return sorted(items.map(({ _id, price }) => ({ opId: _id, price })));
}

function sorted(sales: readonly AcceptedSale[]): AcceptedSale[] {
  return sales.toSorted((a, b) => a.opId.localeCompare(b.opId));
}

function sum(sales: readonly AcceptedSale[]): number {
  return sales.reduce((total, { price }) => total + price, 0);
}
