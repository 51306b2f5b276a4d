import { parseArgs } from 'node:util';
import { type Equivalent, isEquivalent, readEquivalents } from './equivalents.ts';
import type { Mutant } from './find-mutants.ts';
import { rooms } from './rooms.ts';
import { runRoom } from './session.ts';
import { forgetLate, mutantsOf, readState, type RoomState } from './state.ts';

/**
 * `npm run mutants -- --room domain,sync`: makes one small mistake after the other in the source and checks
 * whether a test notices; without `--room` everywhere. Continues where the last run ended. `--sample 600`
 * takes that many of a larger part, the same ones for the same `--seed`. `--tests
 * tests/unit,tests/slices/sync` only runs tests with these path prefixes. `--report` only prints results,
 * `--list` names unnoticed mutants. `--tries 15`: after this many tests of one file without a result, the
 * next file is run. `--again` only repeats mutants stopped by the clock, because a busy machine may have been
 * the cause. Ends with 1 when less than 90 % are killed in a part, or a listed equivalent is none.
 */
const { values } = parseArgs({
  options: {
    room: { type: 'string', default: Object.keys(rooms).join(',') },
    sample: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    slowest: { type: 'string', default: '1500' },
    alone: { type: 'string', default: '4' },
    tries: { type: 'string', default: '1000' },
    tests: { type: 'string', default: 'tests' },
    again: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const wantedShare = 90;

const equivalents = readEquivalents();
for (const room of values.room.split(',')) {
  const state = readState(room);
  const { mutants, all } = mutantsOf(room, Number(values.sample), values.seed);
  const tests = values.tests.split(',');
  const limits = {
    slowestMs: Number(values.slowest),
    mostTries: Number(values.tries),
    mostAlone: Number(values.alone),
    tests,
    sample: mutants.length === all ? '' : ` ${values.sample} ${values.seed}`,
  };
  const listed = mutants.filter((mutant) => equivalents.some((one) => isEquivalent(mutant, one)));
  const asked = values.again ? forgetLate(state, mutants) : mutants;
  if (!values.report) await runRoom(room, asked, new Set(listed.map(({ id }) => id)), state, limits);
  report(room, mutants, all, state);
  const ofRoom = equivalents.filter(({ file }) => file.startsWith(`${rooms[room]?.source}/`));
  if (mutants.length === all) reportListed(ofRoom, mutants, state);
}

function report(room: string, mutants: readonly Mutant[], all: number, state: RoomState): void {
  const covered = new Set(state.covered);
  const open = mutants.filter(
    (mutant) => state.killed[mutant.id] || !equivalents.some((one) => isEquivalent(mutant, one)),
  );
  const killed = open.filter(({ id }) => state.killed[id]);
  const late = killed.filter(({ id }) => state.killed[id]?.isLate);
  const left = open.filter(({ id }) => !state.killed[id]);
  const unmet = left.filter(({ id }) => !covered.has(id));
  const share = open.length === 0 ? 100 : (100 * killed.length) / open.length;
  if (share < wantedShare) process.exitCode = 1;
  const size = mutants.length === all ? `all ${all}` : `${mutants.length} of ${all}, seed ${values.seed}`;
  const figures: [number, string][] = [
    [killed.length - late.length, 'killed'],
    [late.length, 'timeout'],
    [left.length - unmet.length, 'survived'],
    [unmet.length, 'no coverage'],
    [mutants.length - open.length, 'equivalent'],
  ];
  const text = figures.map(([count, what]) => `${count} ${what}`).join(', ');
  console.log(`${room}: ${share.toFixed(1)} % killed of ${size}: ${text}`);
  if (!values.list) return;
  for (const mutant of left)
    console.log(`${covered.has(mutant.id) ? 'survived' : 'no coverage'} ${wordsOf(mutant)}`);
}

/** Entries of the list that are no longer true. */
function reportListed(listed: readonly Equivalent[], mutants: readonly Mutant[], state: RoomState): void {
  for (const one of listed) {
    const found = mutants.filter((mutant) => isEquivalent(mutant, one));
    if (found.length === 0) console.log(`listed and gone: ${wordsOf(one)}`);
    for (const mutant of found)
      if (state.killed[mutant.id])
        console.log(`listed and killed: ${wordsOf(mutant)} by ${state.killed[mutant.id]?.test}`);
    if (found.length === 0 || found.some(({ id }) => state.killed[id])) process.exitCode = 1;
  }
}

function wordsOf(
  mutant: Pick<Mutant, 'file' | 'original' | 'replacement'> & { line?: number; nth?: number },
): string {
  const line = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 110) || '(nothing)';
  const place = mutant.line === undefined ? '' : `:${mutant.line} ${mutant.nth ?? ''}`;
  return `${mutant.file}${place} ${line(mutant.original)}  =>  ${line(mutant.replacement)}`;
}
