import type { MarketCode } from '#src/contract/markets/market-code.ts';
import { staffFilesMark } from '#src/contract/staff-files.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { askAs, password, people, stallNames, topUp, type Person } from '#tests/e2e/market-people.ts';
import type { RunningMarket } from '#tests/e2e/running-market.ts';
import { balanceOf } from '#tests/e2e/stall-purchase.ts';
import { pin } from '#tests/e2e/stall-without-link.ts';
import { textInPicture } from '#tests/support/browser/qr-frames-read.ts';
import type { CuttableLink } from './cuttable-link.ts';
import { until, type Hand, type ReachBrowser } from './hand.ts';

export type Step = { name: string; take: () => Promise<void> };

/** Shared state of one browser's steps: the first step that needs a device opens it. */
export type Job = { steps: Step[]; hand: () => Hand | undefined; end: () => Promise<void> };

/**
 * The main job in one browser: a top-up by hand, a phone's payment with its voucher, a sale, offline sales
 * with the PIN and over a restart, and everything on the server once the link is back. `identification`: this
 * browser's own customer.
 */
export function mainJob(
  browser: ReachBrowser,
  market: RunningMarket,
  link: CuttableLink,
  identification: string,
): Job {
  const address = (path: string) => `http://localhost:${link.port}${path}`;
  let hand: Hand | undefined;
  let voucher = { uuid: '', url: '' };
  let offlineVoucher = { uuid: '', url: '' };

  const fresh = async (): Promise<Hand> => {
    await hand?.close();
    hand = await browser.openDevice();
    return hand;
  };
  const held = (): Hand => {
    if (!hand) throw new Error('the step before has not opened a device');
    return hand;
  };
  const left = (uuid: string, amount: number) =>
    until(async () => (await balanceOf(market, uuid)) === amount, `${amount} left at the server`, 60_000);

  const told: Step = {
    name: 'dice que es muy viejo, y cómo pagar',
    async take() {
      const { uuid, urlCodeQr } = await topUp(market, 20_000, identification);
      const phone = await fresh();
      await phone.open(urlCodeQr);
      await phone.sees('Este navegador es muy viejo');
      await phone.sees(shortCodeOf(toVoucherId(uuid)));
    },
  };
  const steps: Step[] = [
    {
      name: 'recarga',
      async take() {
        const kiosk = await fresh();
        await signIn(kiosk, address, people.topUpPoint, 'Punto Recarga');
        await kiosk.open(address('/dashboard/puntos-de-recarga/create'));
        await kiosk.fill('Nombre', 'Luz Marina Ospina');
        await kiosk.fill('Identificación', identification);
        await kiosk.tap('Aceptó que guardemos sus datos');
        await kiosk.tap('Registrar');
        await kiosk.sees(`Identificación ${identification}`);
        await kiosk.fill('Monto de la recarga', '50000');
        await kiosk.tap('Recargar');
        await kiosk.sees('Código creado correctamente');
        const url = await textInPicture(Buffer.from(await kiosk.ask<string>(drawnCode), 'base64'));
        voucher = { url, uuid: new URL(url).searchParams.get('codeQrId') ?? '' };
      },
    },
    {
      name: 'QR y pago',
      async take() {
        const phone = await fresh();
        await phone.open(voucher.url);
        await phone.sees('$50,000');
        await phone.tap(`Escoger ${stallNames.otherStall}`);
        await phone.fill('Monto de la compra', '12000');
        await phone.tap('Comprar');
        await phone.sees('Su compra se ha realiza correctamente');
        await left(voucher.uuid, 38_000);
      },
    },
    {
      name: 'venta',
      async take() {
        const tablet = await fresh();
        await signIn(tablet, address, people.stall, 'Estante');
        await sell(tablet, address, shortCodeOf(toVoucherId(voucher.uuid)), '8000');
        await tablet.sees('Pagado');
        await left(voucher.uuid, 30_000);
      },
    },
    {
      name: 'inscripción',
      async take() {
        const tablet = held();
        const { uuid, urlCodeQr } = await topUp(market, 40_000, `1${identification}`);
        offlineVoucher = { uuid, url: urlCodeQr };
        await tablet.open(address('/dashboard/dispositivos'));
        await until(
          () => tablet.ask(`caches.match('${staffFilesMark}').then((found) => !!found)`),
          'all files',
        );
        const purpose = { purpose: 'enrol-stall' };
        const { code } = await askAs<MarketCode>(market, people.market, '/market/codes', purpose);
        await tablet.fill('Nombre del dispositivo', `Tableta ${browser.name}`);
        await tablet.fill('PIN de 6 números', pin);
        await tablet.fill('Repita el PIN', pin);
        await tablet.fill('Código del mercado (opcional)', code);
        await tablet.tap('Inscribir');
        await tablet.sees(`Tableta ${browser.name}, inscrito.`);
      },
    },
    {
      name: 'venta sin conexión',
      async take() {
        const tablet = held();
        await link.cut();
        await sell(tablet, address, offlineVoucher.url, '5000');
        await tablet.sees('Aceptada sin conexión');
      },
    },
    {
      name: browser.restarts ? 'reinicio, PIN y venta' : 'carga nueva, PIN y venta',
      async take() {
        const tablet = held();
        await tablet.restart();
        await tablet.open(address('/login'));
        await tablet.sees('Escriba su PIN');
        for (const digit of pin) await tablet.press(digit);
        await until(async () => (await tablet.path()).startsWith('/dashboard'), 'the dashboard');
        await tablet.tap('Escanear');
        await typeCode(tablet, offlineVoucher.url, '4000');
        await tablet.sees('Aceptada sin conexión');
      },
    },
    {
      name: 'envío al volver',
      async take() {
        await link.mend();
        await left(offlineVoucher.uuid, 31_000);
        await left(voucher.uuid, 30_000);
      },
    },
  ];
  return {
    steps: browser.isBelowFloor ? [told] : steps,
    hand: () => hand,
    async end() {
      await hand?.close();
    },
  };
}

/**
 * The code on the screen as a PNG of 800 pixels: at a tablet's own resolution a module has less than three.
 */
const drawnCode = `(async () => {
  const drawn = document.querySelector('[aria-label^="Código QR de"]');
  const copy = drawn.matches('svg') ? drawn.cloneNode(true) : drawn.querySelector('svg').cloneNode(true);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', '800');
  copy.setAttribute('height', '800');
  const picture = new Image();
  picture.src = 'data:image/svg+xml;base64,' + btoa(copy.outerHTML.replace(/aria-label="[^"]*"/, ''));
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 860;
  const pen = canvas.getContext('2d');
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, 860, 860);
  pen.drawImage(picture, 30, 30, 800, 800);
  return canvas.toDataURL('image/png').split(',')[1];
})()`;

type Address = (path: string) => string;

async function signIn(hand: Hand, address: Address, { email }: Person, typeName: string): Promise<void> {
  await hand.open(address('/login'));
  await hand.fill('Correo electrónico', email);
  await hand.choose('Tipo de usuario', typeName);
  await hand.fill('Contraseña', password);
  await hand.tap('Ingresar');
  await until(async () => (await hand.path()) === '/dashboard/home', 'the dashboard');
}

async function sell(hand: Hand, address: Address, code: string, amount: string): Promise<void> {
  await hand.open(address('/dashboard/escanear'));
  await typeCode(hand, code, amount);
}

async function typeCode(hand: Hand, code: string, amount: string): Promise<void> {
  await hand.tap('Escribir código');
  await hand.fill('Código corto', code);
  await hand.tap('Buscar');
  await hand.sees('Monto de la compra');
  for (const digit of amount) await hand.tap(digit);
  await hand.tap(`Cobrar $${Number(amount).toLocaleString('en-US')}`);
}
