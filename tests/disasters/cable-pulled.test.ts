import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PaperPart } from '#src/client/device/printer/encode-paper.ts';
import { PrinterStore } from '#src/client/device/printer/printer-store.ts';
import { webSerial } from '#src/client/device/printer/web-serial.ts';
import { webUsb } from '#src/client/device/printer/web-usb.ts';
import { signOutLocally } from '#src/client/state/session.ts';
import { toAmount, toVoucherId } from '#src/protocol/brands.ts';
import { setOrigin } from '#tests/support/browser/browser-globals.ts';
import { listen, openDevice, signInAs, type Device } from '#tests/support/device/device-harness.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { codePart } from '#tests/support/printer/code-part.ts';
import { fakeSerial } from '#tests/support/printer/fake-serial.ts';
import { interpret } from '#tests/support/printer/interpret.ts';
import { printers } from '#tests/support/printer/printers.ts';
import { textOnPaper } from '#tests/support/printer/read-paper.ts';

const cables = 1_000;
const width = 576;
const [shop] = printers;
if (!shop) throw new Error('there are no printers');

/** State that a browser keeps over a restart: its local storage and the permission for the printer. */
const kept = new Map<string, string>();
Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  value: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  },
});
let isGranted = false;

const place = marketForSuite();
let kiosk: Device;
beforeAll(async () => {
  setOrigin(await listen(place.app));
  await signInAs(place.app, 'recarga@plaza.co', 'RECARGA');
  kiosk = openDevice(place.market.ids['RECARGA']);
});
afterAll(() => signOutLocally());

const printer = fakeSerial({
  get: () => isGranted,
  set: (granted) => {
    isGranted = granted;
  },
});

/** The page as it starts: nothing of the one before is in memory. */
const startPage = () =>
  new PrinterStore({
    transports: { serial: webSerial(printer.serial), usb: webUsb(undefined) },
    alone: (job) => job(),
    now: () => Date.now(),
    patience: { answerMs: 50, bandMs: 1_000, closeMs: 1_000, openMs: 1_000 },
  });

it(`${cables} cables pulled anywhere: one voucher, and the next tap always prints it`, async () => {
  const uuid = toVoucherId(randomUUID());
  await kiosk.place({
    kind: 'top-up',
    payload: { uuid, monto: toAmount(50_000), clientId: place.market.customer.id },
  });
  await kiosk.drain();
  const text = `https://mercado.example/code-qr?codeQrId=${uuid}`;
  const papers = [[band, codePart(text, width)]];
  const request = { paper: uuid, draw: () => Promise.resolve(papers) };

  let page = startPage();
  expect(await page.choose('serial', 'printers', { roll: '80mm' })).toBeNull();
  await page.print(request);
  const wholeJob = printer.bytes.length;
  const ends = new Map<string, number>();
  const numbers = new Set<number>([1]);
  let random = 1;
  for (let cable = 0; cable < cables; cable++) {
    random = (random * 48_271) % 2_147_483_647;
    printer.clear();
    printer.pullAfter(random % (wholeJob + 20));
    const run = await page.print(request);
    ends.set(run.kind, (ends.get(run.kind) ?? 0) + 1);
    expect(page.readRun(uuid)).toEqual(run);
    expect(['printed', 'failed']).toContain(run.kind);
    expect(await kiosk.db.statuses.count()).toBe(1);
    printer.unplug();
    printer.plug();
    // Every tenth time the page was closed as well.
    if (cable % 10 === 0) page = startPage();
    printer.clear();
    const again = await page.print(request);
    if (again.kind !== 'printed') throw new Error(`not printed again: ${JSON.stringify(again)}`);
    expect(numbers.has(again.number)).toBe(false);
    numbers.add(again.number);
    expect(printer.bytes.length).toBe(wholeJob);
  }
  expect(ends.get('failed')).toBeGreaterThan(cables / 2);
  expect(printer.seen.choices).toBe(1);
  expect(await textOnPaper(interpret(Uint8Array.from(printer.bytes), width, shop))).toBe(text);
  const rows = await place.rowsOf("select 1 from movement where kind = 'top-up'");
  expect(rows).toHaveLength(1);
});

const band: PaperPart = {
  kind: 'dots',
  dots: { width, height: 200, bits: new Uint8Array((width / 8) * 200).fill(0x55) },
};
