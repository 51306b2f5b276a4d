import { existsSync, statSync } from 'node:fs';
import { customerFiles, keptFiles, readBundle } from './graph.ts';
import {
  budget,
  customerFilesLimit,
  customerPages,
  laterFilesLimit,
  laterPages,
  measuredPages,
} from './pages.ts';

/**
 * Prints the sizes of the first pages and exits with 1 when one exceeds its budget. Needs a fresh `npm run
 * build`.
 */
const bundle = readBundle('dist/client');
const faults: string[] = [];
for (const ring of bundle.rings)
  faults.push(
    `${ring.join(' ')}: import each other; scripts/bundle/chunks.ts puts apart what belongs together`,
  );

function row(what: string, bytes: number, limit: number): void {
  const over = bytes > limit;
  if (over) faults.push(`${what}: ${bytes}, limit ${limit}`);
  console.log(
    `${what.padEnd(58)} ${String(bytes).padStart(8)} / ${String(limit).padStart(7)}${over ? '  OVER' : ''}`,
  );
}

const early = new Set<string>();
for (const { name, needs, limit, files, without } of measuredPages) {
  const { js, css } = bundle.loadedFor(needs);
  for (const file of js) early.add(file);
  row(`${name}: JavaScript in all, gzip`, bundle.gzipBytes(js), limit);
  for (const file of js)
    console.log(`    ${file.padEnd(54)} ${String(bundle.gzipBytes([file])).padStart(8)}`);
  row(`${name}: style sheets, gzip`, bundle.gzipBytes(css), budget.firstPageCss);
  row(`${name}: files`, js.length + css.length, files);
  const loaded = bundle.packagesIn(js);
  for (const unneeded of without)
    if (loaded.has(unneeded)) faults.push(`${name}: loads ${unneeded}, which it does not need`);
}

const kept = keptFiles('dist/client');
const customers = kept.filter(customerFiles('dist/client', customerPages));
row('what a customer keeps, as it travels', travelBytes(customers), customerFilesLimit);
const buyers = kept.filter(customerFiles('dist/client', [...customerPages, ...laterPages]));
row('the same from the first purchase on', travelBytes(buyers), laterFilesLimit);

const others = bundle.files.filter((file) => !early.has(file));
const heaviest = others.sort((a, b) => bundle.gzipBytes([b]) - bundle.gzipBytes([a]));
for (const file of heaviest.slice(0, 8)) row(file, bundle.gzipBytes([file]), budget.otherFileJs);

/** Sizes as sent by the server: of the compressed copy, if there is one. */
function travelBytes(files: readonly string[]): number {
  const sizeOf = (file: string): number => {
    const path = `dist/client/${file}`;
    return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
  };
  return files.reduce((sum, file) => sum + sizeOf(file), 0);
}

for (const fault of faults) console.error(`check-bundle: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
