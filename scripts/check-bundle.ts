import { misplaced } from './bundle-chunks.ts';
import { readBundle } from './bundle-graph.ts';
import { budget, firstPages } from './bundle-pages.ts';

/** Prints what the first pages weigh and exits with 1 when anything is over its budget. Needs a fresh `npm run build`. */
const bundle = readBundle('dist/client');
const faults = misplaced(bundle.chunkOfModule);

function row(what: string, bytes: number, limit: number): void {
  const over = bytes > limit;
  if (over) faults.push(`${what}: ${bytes} bytes, limit ${limit}`);
  console.log(
    `${what.padEnd(58)} ${String(bytes).padStart(8)} / ${String(limit).padStart(7)}${over ? '  OVER' : ''}`,
  );
}

const early = new Set<string>();
for (const { name, needs, limit, without } of firstPages) {
  const { js, css } = bundle.loadedFor(needs);
  for (const file of js) early.add(file);
  row(`${name}: JavaScript in all, gzip`, bundle.gzipBytes(js), limit);
  for (const file of js)
    console.log(`    ${file.padEnd(54)} ${String(bundle.gzipBytes([file])).padStart(8)}`);
  row(`${name}: style sheets, gzip`, bundle.gzipBytes(css), budget.firstPageCss);
  const loaded = bundle.packagesIn(js);
  for (const unneeded of without)
    if (loaded.has(unneeded)) faults.push(`${name}: loads ${unneeded}, which it does not need`);
}

const others = bundle.files.filter((file) => !early.has(file));
const heaviest = others.sort((a, b) => bundle.gzipBytes([b]) - bundle.gzipBytes([a]));
for (const file of heaviest.slice(0, 8)) row(file, bundle.gzipBytes([file]), budget.otherFileJs);

for (const fault of faults) console.error(`check-bundle: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
