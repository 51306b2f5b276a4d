import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import { runCommand } from '#scripts/run-command.ts';
import { admitPeople, people, topUp } from '#tests/e2e/market-people.ts';
import { sessionOf } from '#tests/e2e/open-device.ts';
import { startMarket, type RunningMarket } from '#tests/e2e/running-market.ts';
import { serveBuiltPage } from '#tests/support/browser/chromium-built-page.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { reportFigure } from '#tests/support/measurements.ts';
import { openChromiumPort } from './chromium-port.ts';
import { median } from './measure.ts';

/**
 * Lighthouse 12 as a mid-range phone on a slow line, on the two pages that strangers open first and on a
 * stall's home, in turn with a minimal page of the same stack. Median of five runs. A customer's page is about money and asks not to be indexed by search
 * engines, so its score for them does not matter.
 */
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];
const wanted: Marks = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };
const runs = 5;
/**
 * Work of the main thread and largest paint, in those of the minimal page. Not blocking time, which is 0 there: it
 * counts from the first paint, and the minimal page paints once, at its end.
 */
const mostToPeer = 1.3;

type Marks = Record<Category, number>;

/** Used parts of Lighthouse's report. */
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    { score: number | null; title: string; displayValue?: string; numericValue?: number }
  >;
};

/** It has a separate package file, so that the product's install does not include it. */
const folder = 'bench/lighthouse';
const program = `${folder}/node_modules/lighthouse/core/index.js`;
const driver = `${folder}/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js`;

/** Used parts of both packages, which are not installed with the product. */
type Tab = {
  evaluateOnNewDocument: (script: string) => Promise<unknown>;
  close: () => Promise<void>;
};
type Driver = {
  connect: (to: { browserURL: string; defaultViewport: null }) => Promise<{
    newPage: () => Promise<Tab>;
    disconnect: () => Promise<void>;
  }>;
};
type Lighthouse = (
  url: string,
  flags: { logLevel: 'error' },
  config: undefined,
  tab: Tab,
) => Promise<{ lhr: Report } | undefined>;

const load = async <Module>(path: string): Promise<Module> =>
  ((await import(pathToFileURL(path).href)) as { default: Module }).default;

/** In a new tab, which runs `script` before the page's own. */
async function runLighthouse(url: string, port: number, script: string): Promise<Report> {
  const [lighthouse, puppeteer] = await Promise.all([load<Lighthouse>(program), load<Driver>(driver)]);
  const chromium = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
  const tab = await chromium.newPage();
  try {
    await tab.evaluateOnNewDocument(script);
    const run = await lighthouse(url, { logLevel: 'error' }, undefined, tab);
    if (!run) throw new Error(`Lighthouse reported nothing of ${url}`);
    return run.lhr;
  } finally {
    await tab.close();
    await chromium.disconnect();
  }
}

/** A script that signs the stall in before its page begins. */
async function stallSession(market: RunningMarket): Promise<string> {
  const chromium = await launchChromium();
  try {
    const session = await sessionOf(chromium, market, people.stall);
    return `for (const [key, value] of ${JSON.stringify(session)}) sessionStorage.setItem(key, value);`;
  } finally {
    await chromium.close();
  }
}

type MeasuredPage = { name: string; url: string; least: Partial<Marks>; script: string };
type Measured = { marks: Marks; workMs: number; paintMs: number; figures: string; faults: string[] };

async function measure(url: string, port: number, script: string): Promise<Measured> {
  const lhr = await runLighthouse(url, port, script);
  const mark = (category: Category): number => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const figure = (audit: string): string => lhr.audits[audit]?.displayValue ?? '?';
  const faults = categories.flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const { score = null, title = id } = lhr.audits[id] ?? {};
      return category !== 'performance' && weight > 0 && score !== null && score < 1 ? [title] : [];
    }),
  );
  return {
    marks: Object.fromEntries(categories.map((category) => [category, mark(category)])) as Marks,
    workMs: lhr.audits['mainthread-work-breakdown']?.numericValue ?? Number.NaN,
    paintMs: lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    figures: `work ${figure('mainthread-work-breakdown')}, FCP ${figure('first-contentful-paint')}, LCP ${figure('largest-contentful-paint')}, TBT ${figure('total-blocking-time')}, CLS ${figure('cumulative-layout-shift')}`,
    faults,
  };
}

/** Serves a built page compressed, like the product's server. */
async function serveCompressed(folder: string): Promise<{ url: string; close: () => void }> {
  const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html; charset=utf-8' };
  const server = createServer(({ url = '/' }, response) => {
    const path = join(folder, url === '/' ? 'index.html' : url);
    const type = types[extname(path)];
    if (type === undefined || !existsSync(path)) response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': type, 'content-encoding': 'br' })
        .end(brotliCompressSync(readFileSync(path)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

if (!existsSync(program)) await runCommand('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund']);
await buildIfStale();
const market = await startMarket();
const browser = await openChromiumPort();
const built = await serveBuiltPage('bench/minimal-page.tsx');
const minimal = await serveCompressed(built.folder);
try {
  await admitPeople(market);
  const { urlCodeQr } = await topUp(market, 50_000, '24684521');
  const peer: MeasuredPage = { name: 'a minimal page', url: minimal.url, least: {}, script: '' };
  const pages: readonly MeasuredPage[] = [
    { name: '/login', url: `${market.url}/login`, least: wanted, script: '' },
    { name: '/code-qr', url: urlCodeQr, least: { ...wanted, seo: 0 }, script: '' },
    {
      name: "the stall's home",
      url: `${market.url}/dashboard/home`,
      least: wanted,
      script: await stallSession(market),
    },
  ];
  const measured = new Map<string, Measured[]>();
  for (let run = 0; run < runs; run++)
    for (const { name, url, script } of [peer, ...pages])
      measured.set(name, [...(measured.get(name) ?? []), await measure(url, browser.port, script)]);
  const middle = (name: string, by: (one: Measured) => number): number =>
    median((measured.get(name) ?? []).map(by));
  for (const { name, least } of [peer, ...pages]) {
    const all = measured.get(name) ?? [];
    const marks = categories.map((category) => `${category} ${middle(name, (one) => one.marks[category])}`);
    console.log(`${name.padEnd(16)} ${marks.join(', ')}`);
    for (const { figures } of all) console.log(`${' '.repeat(17)}${figures}`);
    for (const fault of new Set(all.flatMap(({ faults }) => faults)))
      console.log(`${' '.repeat(17)}- ${fault}`);
    for (const category of categories) {
      const atLeast = least[category] ?? 0;
      if (atLeast > 0)
        reportFigure({
          what: `Lighthouse of ${name}, ${category}, median of ${runs}`,
          figure: middle(name, ({ marks: { [category]: mark } }) => mark),
          unit: 'points',
          wanted: { atLeast },
        });
    }
    if (name === peer.name) continue;
    for (const [what, by] of [
      ["Main thread's work", ({ workMs }: Measured) => workMs],
      ['Largest paint', ({ paintMs }: Measured) => paintMs],
    ] as const)
      reportFigure({
        what: `${what} of ${name}, to a minimal page, medians of ${runs}`,
        figure: middle(name, by) / middle(peer.name, by),
        unit: '',
        wanted: { atMost: mostToPeer },
      });
  }
} finally {
  minimal.close();
  await built.close();
  await browser.close();
  await market.stop();
}
