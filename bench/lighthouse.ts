import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import { runCommand } from '#scripts/run-command.ts';
import { admitPeople, people, topUp } from '#tests/e2e/market-people.ts';
import { sessionOf } from '#tests/e2e/open-device.ts';
import { startMarket, type RunningMarket } from '#tests/e2e/running-market.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { reportFigure } from '#tests/support/measurements.ts';
import { openChromiumPort } from './chromium-port.ts';

/**
 * Lighthouse 12 as a mid-range phone on a slow line, on the two pages that strangers open first and on a
 * stall's home. Median of five runs. A customer's page is about money and asks not to be indexed by search
 * engines, so its score for them does not matter.
 */
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];
const wanted: Marks = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };
const runs = 5;

type Marks = Record<Category, number>;

/** Used parts of Lighthouse's report. */
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
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

async function measure(
  url: string,
  port: number,
  script: string,
): Promise<{ marks: Marks; figures: string; faults: string[] }> {
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
    figures: `FCP ${figure('first-contentful-paint')}, LCP ${figure('largest-contentful-paint')}, TBT ${figure('total-blocking-time')}, CLS ${figure('cumulative-layout-shift')}`,
    faults,
  };
}

if (!existsSync(program)) await runCommand('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund']);
await buildIfStale();
const market = await startMarket();
const browser = await openChromiumPort();
try {
  await admitPeople(market);
  const { urlCodeQr } = await topUp(market, 50_000, '24684521');
  for (const [name, url, least, script] of [
    ['/login', `${market.url}/login`, wanted, ''],
    ['/code-qr', urlCodeQr, { ...wanted, seo: 0 }, ''],
    ["the stall's home", `${market.url}/dashboard/home`, wanted, await stallSession(market)],
  ] as const) {
    const measured = [];
    for (let run = 0; run < runs; run++) measured.push(await measure(url, browser.port, script));
    measured.sort((a, b) => a.marks.performance - b.marks.performance);
    const middle = measured[Math.floor(runs / 2)];
    if (!middle) continue;
    const marks = categories.map((category) => `${category} ${middle.marks[category]}`).join(', ');
    console.log(`${name.padEnd(16)} ${marks}\n${' '.repeat(17)}${middle.figures}`);
    for (const fault of new Set(middle.faults)) console.log(`${' '.repeat(17)}- ${fault}`);
    for (const category of categories)
      if (least[category] > 0)
        reportFigure({
          what: `Lighthouse of ${name}, ${category}, median of ${runs}`,
          figure: middle.marks[category],
          unit: 'points',
          wanted: { atLeast: least[category] },
        });
  }
} finally {
  await browser.close();
  await market.stop();
}
