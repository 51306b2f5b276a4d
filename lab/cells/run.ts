import dns from 'node:dns';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import { admitPeople, askAs, caller, people, topUp } from '#tests/e2e/market-people.ts';
import { devices, openDevice } from '#tests/e2e/open-device.ts';
import { startMarket, type RunningMarket } from '#tests/e2e/running-market.ts';
import { enrol, typeCode } from '#tests/e2e/stall-without-link.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { startFront } from './front.ts';

/**
 * `npm run cells [-- --stay]`: two installations, each with its own database, behind one front by host name. Sells in
 * both, stops one while the other sells, and reads a code of the first at a stall of the second. Exits 1 when a figure
 * is not the expected one. `--stay`: leaves them running until Ctrl-C.
 */
const { values } = parseArgs({ options: { stay: { type: 'boolean', default: false } } });
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const names = ['bogota', 'tunja'] as const;
const [face, price] = [20_000, 12_500];

type Cell = { name: string; market: RunningMarket; url: string };
type Voucher = Awaited<ReturnType<typeof topUp>>;

let isRight = true;
function expectSame(what: string, found: unknown, wanted: unknown): void {
  const isSame = JSON.stringify(found) === JSON.stringify(wanted);
  say(`  ${isSame ? 'ok' : 'WRONG'}: ${what}${isSame ? '' : ` is ${JSON.stringify(found)}`}`);
  isRight &&= isSame;
}

// Browsers resolve every name under localhost; Node asks the network.
const { lookup } = dns;
dns.lookup = Object.assign(
  (host: string, ...rest: unknown[]) =>
    Reflect.apply(lookup, dns, [host.endsWith('.localhost') ? '127.0.0.1' : host, ...rest]),
  lookup,
);
await buildIfStale();
const frontPort = await freePort();
const cells = await Promise.all(names.map(startCell));
const ports = new Map(cells.map(({ name, market }) => [name, Number(new URL(market.url).port)]));
const front = await startFront(ports, frontPort);
try {
  for (const cell of cells) say(`${cell.name}: ${cell.url}, database of its own`);
  const [bogota, tunja] = cells;
  if (!bogota || !tunja) throw new Error('there are two cells');
  for (const { market } of cells) await admitPeople(market);
  const vouchers = new Map<Cell, Voucher>();
  for (const cell of cells) vouchers.set(cell, await sellIn(cell));
  const theirs = vouchers.get(bogota);
  if (!theirs) throw new Error('a code was sold in the first cell');
  say('a code of bogota at a stall of tunja');
  expectSame('the tablet says that it is of another city', await readAt(tunja, theirs.urlCodeQr), true);
  say('bogota is away');
  await bogota.market.kill();
  await sellIn(tunja);
  await bogota.market.restart();
  say('both books');
  for (const { name, market } of cells) {
    const { total, findings } = await market.audit();
    expectSame(`the audit of ${name}`, { total, findings }, { total: 0, findings: [] });
  }
  if (values.stay) {
    say(`Both stay until Ctrl-C. People of each: ${people.market.email}, ${people.stall.email}.`);
    await once(process, 'SIGINT');
  }
} finally {
  front.close();
  await Promise.all(cells.map(({ market }) => market.stop()));
}
process.exit(isRight ? 0 : 1);

async function startCell(name: string): Promise<Cell> {
  const url = `http://${name}.localhost:${frontPort}`;
  return { name, url, market: await startMarket({ PUBLIC_URL: url }) };
}

/** A top-up and a purchase through the front. */
async function sellIn({ name, url }: Cell): Promise<Voucher> {
  const through = { url };
  const voucher = await topUp(through, face, `cc-${Date.now()}`);
  const stalls = await askAs<{ items: { _id: string }[] }>(
    through,
    people.market,
    '/auth/users?userType=ESTANTE',
  );
  const [userId, codeQrUuid, estanteId] = [voucher.clientId, voucher.uuid, stalls.items[0]?._id];
  const command = { userId, codeQrUuid, estanteId, price };
  const paid = await caller(through)<{ nuevoSaldo: number }>('/shopping/create', command);
  say(`${name}: a code of ${face}, a purchase of ${price}`);
  expectSame('the balance', paid.nuevoSaldo, face - price);
  return voucher;
}

async function readAt({ market, url }: Cell, code: string): Promise<boolean> {
  const browser = await launchChromium();
  try {
    const { page } = await openDevice(browser, { ...market, url }, devices.tablet);
    await enrol(page, 'Tableta 1', people.stall);
    await page.goto('/dashboard/escanear');
    await typeCode(page, code);
    await page.getByText('Este código es de otra ciudad.').waitFor();
    return true;
  } finally {
    await browser.close();
  }
}
