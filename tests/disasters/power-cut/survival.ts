import fs from 'node:fs';
import { join } from 'node:path';
import { DiskFile, PAGE_BYTES, SECTOR_BYTES, type PageChoice } from './disk-file.ts';
import type { DiskFolder, DiskModel } from './disk-model.ts';
import type { Random } from './random.ts';

/** Which part of what was never synced is still there after the cut. */
export const SURVIVAL_MODES = [
  'none',
  'all',
  'random',
  'per-file',
  'by-time',
  'one-file-lost',
  'few-pages-lost',
  'one-file-kept',
  'control-kept',
  'control-lost',
  'torn',
] as const;
export type SurvivalMode = (typeof SURVIVAL_MODES)[number];

/** What survives of one file. */
type Choice = { pages: PageChoice; size: (sizes: readonly number[]) => number };
type Draw = (path: string) => Choice;

const newest: Choice = {
  pages: ({ changes }) => ({ kept: [changes.length] }),
  size: (sizes) => sizes.at(-1) ?? 0,
};
const oldest: Choice = { pages: () => ({ kept: [0] }), size: (sizes) => sizes[0] ?? 0 };
/** The file is as long as it was, and nothing of what was written is in it. */
const emptied: Choice = { ...oldest, size: newest.size };

const isControl = (path: string): boolean => path.endsWith('global/pg_control');

function drawFor(mode: SurvivalMode, random: Random, dirty: readonly string[], order: number): Draw {
  const any: Choice = {
    pages: ({ changes }) => ({ kept: [random.upTo(changes.length)] }),
    size: (sizes) => random.pick(sizes),
  };
  const chosen = dirty.length > 0 ? random.pick(dirty) : '';
  const moment = random.upTo(order);
  const draws: Record<SurvivalMode, Draw> = {
    none: () => oldest,
    all: () => newest,
    random: () => any,
    'per-file': () => random.pick([oldest, newest, emptied]),
    'by-time': () => ({
      ...newest,
      pages: ({ changes }) => ({ kept: [changes.filter((change) => change.order <= moment).length] }),
    }),
    'one-file-lost': (path) => (path === chosen ? random.pick([oldest, emptied]) : newest),
    'few-pages-lost': () => ({ ...newest, pages: (page) => (random.coin(0.05) ? any : newest).pages(page) }),
    'one-file-kept': (path) => (path === chosen ? newest : oldest),
    'control-kept': (path) => (isControl(path) ? newest : any),
    'control-lost': (path) => (isControl(path) ? oldest : newest),
    torn: () => ({
      ...any,
      pages: ({ changes }) => ({
        kept: Array.from({ length: PAGE_BYTES / SECTOR_BYTES }, () => random.upTo(changes.length)),
      }),
    }),
  };
  return draws[mode];
}

/** Whether a pending change of names survives. Journals keep a beginning; strict posix keeps any of them. */
function nameSurvival(
  model: DiskModel,
  mode: SurvivalMode,
  random: Random,
): (index: number, total: number) => boolean {
  if (mode === 'none') return () => false;
  if (mode === 'all') return () => true;
  if (model.rule === 'posix') return () => random.coin();
  const share = random.next();
  return (index, total) => index < share * (total + 1);
}

/** Writes the data folder as it is found after the power went: a folder on a real disk. `target` must not exist. */
export function writeDiskAfterCut(
  model: DiskModel,
  mode: SurvivalMode,
  random: Random,
  target: string,
): void {
  const names = model.namesAfterCut(nameSurvival(model, mode, random));
  const dirty = [...filesIn(names)].filter(([, file]) => file.isDirty).map(([path]) => path);
  const draw = drawFor(mode, random, dirty, model.order);
  fs.mkdirSync(target, { recursive: true });
  for (const folder of foldersIn(names)) fs.mkdirSync(join(target, folder));
  for (const [path, file] of filesIn(names)) {
    const { pages, size } = draw(path);
    fs.writeFileSync(join(target, path), file.afterCut(pages, size));
  }
}

function* filesIn(folder: DiskFolder, prefix = ''): Generator<[path: string, file: DiskFile]> {
  for (const [name, node] of folder) {
    if (node instanceof DiskFile) yield [`${prefix}${name}`, node];
    else yield* filesIn(node, `${prefix}${name}/`);
  }
}

function* foldersIn(folder: DiskFolder, prefix = ''): Generator<string> {
  for (const [name, node] of folder) {
    if (node instanceof DiskFile) continue;
    yield `${prefix}${name}`;
    yield* foldersIn(node, `${prefix}${name}/`);
  }
}
