import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { conflictReasons } from '#src/contract/purchases/schemas.ts';
import { refusals } from '#src/contract/refusals.ts';
import { envelopeKinds } from '#src/operations/envelopes.ts';
import { movements } from '#src/operations/movements.ts';
import { filesUnder } from './files-under.ts';

/**
 * `npm run budget` prints each figure of the codebase beside its ceiling in `budget.json`. With `--lower` it
 * writes lower ceilings where the codebase has shrunk. `tests/unit/house/budget.test.ts` enforces them
 * (decision 101).
 */
export type Ceilings = Readonly<Record<string, number>>;

/** Largest share of a figure by which its ceiling may exceed it. */
const slack = 0.02;

export const ceilingsFile = 'budget.json';

const source = filesUnder('src', /\.(?:tsx?|css|sql)$/);
const scripts = source.filter((path) => /\.tsx?$/.test(path));
const client = filesUnder('src', /\.(?:tsx|css)$/).filter((path) => /^src\/(?:client|extras)\//.test(path));
const modules = client.filter((path) => path.endsWith('.module.css') && !path.startsWith('src/client/ui/'));
const withMarkup = client.filter((path) => path.endsWith('.tsx'));

/** Counts every figure of the budget. */
export function countFigures(): Record<string, number> {
  return {
    'lines of src': linesOf(source),
    'lines of styles': linesOf(source.filter((path) => path.endsWith('.css'))),
    'TypeScript files in src': scripts.length,
    'lines of tests': linesOf(filesUnder('tests', /\.tsx?$/)),
    'lines of lab': linesOf(filesUnder('lab', /\.tsx?$/)),
    'envelope kinds': envelopeKinds.length,
    'movement kinds': Object.keys(movements).length,
    'review reasons': conflictReasons.length,
    outcomes: countOutcomes(),
    'refusal codes': Object.keys(refusals).length,
    'paths that post a purchase': countPurchasePaths(),
    'files that name one kind as a string': Math.max(
      ...envelopeKinds.map((kind) => filesWith(scripts, namesKind(kind))),
    ),
    'words of docs': wordsOfDocs(),
    'style modules outside ui': modules.length,
    'lines of style modules outside ui': linesOf(modules),
    'font sizes outside the tokens': countIn(
      client.filter((path) => path.endsWith('.css')),
      /font-size:(?!\s*(?:inherit|[\d.]+mm\b|[^;]*var\(--size-))/g,
    ),
    'files with a form': filesWith(withMarkup, /<form\b/),
    'files that import DataTable': filesWith(
      withMarkup.filter((path) => !path.startsWith('src/client/list/')),
      /import[^;]*\bDataTable\b/,
    ),
    'lazy screens named by hand': countIn(
      ['src/client/dashboard-routes.tsx', 'src/client/pages.tsx'],
      /\blazy\(/g,
    ),
  };
}

/** Returns a sentence for each figure above its ceiling, ceiling far above its figure, and unlisted figure. */
export function faultsOf(figures: Readonly<Record<string, number>>, ceilings: Ceilings): string[] {
  const names = new Set([...Object.keys(figures), ...Object.keys(ceilings)]);
  return [...names].flatMap((name) => {
    const figure = figures[name];
    const ceiling = ceilings[name];
    if (figure === undefined) return [`${name}: budget.json has a ceiling for a figure that is not counted`];
    if (ceiling === undefined) return [`${name}: ${figure} without a ceiling in budget.json`];
    if (figure > ceiling) return [`${name}: ${figure}, above its ceiling of ${ceiling}`];
    if (ceiling > figure * (1 + slack))
      return [`${name}: ${figure}, far below its ceiling of ${ceiling}: run npm run budget -- --lower`];
    return [];
  });
}

/** Returns the ceilings that keep what a change has gained. A ceiling is never raised. */
function lowered(figures: Readonly<Record<string, number>>, ceilings: Ceilings): Ceilings {
  return Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [name, Math.min(figure, ceilings[name] ?? figure)]),
  );
}

export function readCeilings(): Ceilings {
  return JSON.parse(readFileSync(ceilingsFile, 'utf8')) as Ceilings;
}

function linesOf(paths: readonly string[]): number {
  return countIn(paths, /\n/g);
}

function countIn(paths: readonly string[], what: RegExp): number {
  return paths.reduce((sum, path) => sum + (readFileSync(path, 'utf8').match(what)?.length ?? 0), 0);
}

function filesWith(paths: readonly string[], what: RegExp): number {
  return paths.filter((path) => what.test(readFileSync(path, 'utf8'))).length;
}

/**
 * A line that says a kind, of an envelope, a movement or a receipt. "customer" is also who bears a loss and who opens the
 * demo, and "purchase" is also a table.
 */
function namesKind(kind: string): RegExp {
  const about = 'kind|Kind|movement|Movement|Envelope|legOf|\\bby\\(|Hash\\(|staffCall';
  return new RegExp(`^(?=.*'${kind}')(?=.*(?:${about})).*$|^\\s*'${kind}':`, 'm');
}

/** Outcomes are a type, so they are counted in its text. */
function countOutcomes(): number {
  const text = readFileSync('src/operations/outcome.ts', 'utf8');
  return (
    [...text.matchAll(/type \w+Outcome =([^;]+);/g)].flatMap(([, union]) => union?.match(/'/g) ?? []).length /
    2
  );
}

/** These define or pass on what posts a purchase. */
const passOn = /\/(?:purchase\/post|journal\/(?:sql\/store|ports\/ports|prefetch\/receipts))\.ts$/;

/**
 * The statement and the steps are one path each, however many files call them. Each file that calls a settlement or its posting
 * is another.
 */
function countPurchasePaths(): number {
  const callers = ['src/server', 'src/operations']
    .flatMap((folder) => filesUnder(folder, /\.ts$/))
    .filter((path) => !passOn.test(path));
  const paths = callers.flatMap((path) => {
    const calls = readFileSync(path, 'utf8').matchAll(
      /(?<!function )\b(postPaidPurchases|postPurchaseIn|settlePurchase|postSettlement)\(/g,
    );
    return [...calls].map(([, name]) => (name?.startsWith('postP') ? name : path));
  });
  return new Set(paths).size;
}

/** Manual, protocol, generated pages and decisions that no longer bind are left out. */
function wordsOfDocs(): number {
  const pages = filesUnder('docs', /\.md$/).filter(
    (path) => !/^docs\/(?:manual\/|protocol|tables\.md|measurements\.md)/.test(path),
  );
  return countIn(pages, /\S+/g);
}

if (process.argv[1]?.endsWith('budget.ts')) {
  const { values } = parseArgs({ options: { lower: { type: 'boolean', default: false } } });
  const figures = countFigures();
  const ceilings = values.lower ? lowered(figures, readCeilings()) : readCeilings();
  if (values.lower) writeFileSync(ceilingsFile, `${JSON.stringify(ceilings, null, 2)}\n`);
  for (const [name, figure] of Object.entries(figures))
    console.log(`${String(figure).padStart(8)} of ${String(ceilings[name] ?? '-').padStart(7)}  ${name}`);
  const faults = faultsOf(figures, ceilings);
  for (const fault of faults) console.error(`✗ ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
