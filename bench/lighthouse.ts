import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import { runCommand } from '#scripts/run-command.ts';
import { admitPeople, topUp } from '#tests/e2e/market-people.ts';
import { startMarket } from '#tests/e2e/running-market.ts';
import { reportFigure } from '#tests/support/measurements.ts';
import { openChromiumPort } from './chromium-port.ts';

/**
 * Lighthouse 12 as a mid-range phone on a slow line, on the two pages that strangers open first. Median of
 * five runs. A customer's page is about money and asks not to be indexed by search engines, so its score for
 * them does not matter.
 */
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];
const wanted: Marks = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const runs = 5;

type Marks = Record<Category, number>;

/** Used parts of Lighthouse's report. */
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
};

/** It has a separate package file, so that the product's install does not include it. */
const folder = 'bench/lighthouse';
const program = `${folder}/node_modules/lighthouse/cli/index.js`;

async function runLighthouse(url: string, port: number): Promise<Report> {
  const flags = [`--port=${port}`, '--output=json', '--quiet'];
  const { stdout } = await promisify(execFile)(process.execPath, [program, url, ...flags], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Report;
}

async function measure(
  url: string,
  port: number,
): Promise<{ marks: Marks; figures: string; faults: string[] }> {
  const lhr = await runLighthouse(url, port);
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
  for (const [name, url, least] of [
    ['/login', `${market.url}/login`, wanted],
    ['/code-qr', urlCodeQr, { ...wanted, seo: 0 }],
  ] as const) {
    const measured = [];
    for (let run = 0; run < runs; run++) measured.push(await measure(url, browser.port));
    measured.sort((a, b) => a.marks.performance - b.marks.performance);
    const middle = measured[Math.floor(runs / 2)];
    if (!middle) continue;
    const marks = categories.map((category) => `${category} ${middle.marks[category]}`).join(', ');
    console.log(`${name.padEnd(10)} ${marks}\n${' '.repeat(11)}${middle.figures}`);
    for (const fault of new Set(middle.faults)) console.log(`${' '.repeat(11)}- ${fault}`);
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
