import { serveBuiltPage } from '#tests/support/browser/chromium-built-page.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { reportFigure } from '#tests/support/measurements.ts';
import type { Pair } from './page/scan-page.ts';

/** Characters of a bare link, with a 64-byte signature, and the longest that we print. */
const lengths = [109, 199, 263];
const framesEach = Number(process.env['SCAN_FRAMES'] ?? 6);
const wantedPercent = 90;

const built = await serveBuiltPage('bench/scan/page/scan-page.ts', { bundleOwnDecoder: true });
const browser = await launchChromium();
try {
  const page = await browser.newPage();
  await page.goto(built.url);
  const all: Pair[] = [];
  const kinds = await page.evaluate(() => window.kinds);
  console.log(
    `${framesEach * lengths.length} frames of each kind, level M, ${lengths.join(', ')} characters`,
  );
  print('', 'ours %', 'html5-qrcode %', 'ours ms', 'html5-qrcode ms');
  for (const [at, kind] of kinds.entries()) {
    const pairs: Pair[] = [];
    for (const length of lengths) {
      for (let frame = 0; frame < framesEach; frame++) {
        const seed = at * 1000 + length + frame;
        pairs.push(
          await page.evaluate(([what, text, from]) => window.measure(what, text, from), [
            kind,
            voucherText(length, seed),
            seed,
          ] as const),
        );
      }
    }
    row(kind, pairs);
    all.push(...pairs);
  }
  row('all', all);
  const [ours, theirs] = [percent(all, 'ours'), percent(all, 'theirs')];
  console.log(
    `ratio ${(ours / theirs).toFixed(2)}: ours reads ${ours.toFixed(1)} %, html5-qrcode ${theirs.toFixed(1)} %`,
  );
  console.log(`wrong texts: ours ${wrong(all, 'ours')}, html5-qrcode ${wrong(all, 'theirs')}`);
  reportFigure({
    what: 'Damaged codes that the scanner reads',
    figure: ours,
    unit: '%',
    wanted: { atLeast: wantedPercent },
  });
} finally {
  await browser.close();
  await built.close();
}

/**
 * A voucher's link of this length: the part after the address looks random and is the same for the same seed.
 */
function voucherText(length: number, seed: number): string {
  let text = 'https://mercado.example/code-qr?userId=';
  for (let step = seed + 1; text.length < length; step = (step * 48271) % 2147483647)
    text += step.toString(36);
  return text.slice(0, length);
}

type Side = keyof Pair;

function percent(pairs: readonly Pair[], side: Side): number {
  return (100 * pairs.filter((pair) => pair[side].read).length) / pairs.length;
}

function wrong(pairs: readonly Pair[], side: Side): number {
  return pairs.filter((pair) => pair[side].wrong).length;
}

function medianMs(pairs: readonly Pair[], side: Side): number {
  const sorted = pairs.map((pair) => pair[side].ms).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function row(name: string, pairs: readonly Pair[]): void {
  print(
    name,
    percent(pairs, 'ours').toFixed(0),
    percent(pairs, 'theirs').toFixed(0),
    medianMs(pairs, 'ours').toFixed(1),
    medianMs(pairs, 'theirs').toFixed(1),
  );
}

function print(...[name = '', ...cells]: string[]): void {
  console.log(name.padEnd(16) + cells.map((cell) => cell.padStart(16)).join(''));
}
