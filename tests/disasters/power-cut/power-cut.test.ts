import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plant } from '#src/server/store/embedded/plants.ts';
import { planCuts, type Cut, type CutOutcome, type Phase } from './cut.ts';
import type { NameRule } from './disk-model.ts';
import { decodeOperations } from './recorded-operation.ts';
import { record, type Recording } from './recording.ts';
import { runCuts } from './run-cuts.ts';

const CUTS = 201;
const ROUNDS = 40;
/** A new one each day, so that the tests of a year try more places than those of a day; printed with each failure. */
const SEED = Math.floor(Date.now() / 86_400_000);

let recording: Recording | undefined;

function recorded(): Recording {
  if (!recording) throw new Error('the store has not been recorded');
  return recording;
}

function failuresAmong(cuts: readonly Cut[], outcomes: readonly CutOutcome[]): string[] {
  return outcomes
    .filter(({ outcome }) => outcome !== 'ok')
    .map(({ id, outcome, detail }) => `${outcome}: ${JSON.stringify(cuts[id])} ${detail}`);
}

beforeAll(async () => {
  recording = await record({ seed: SEED, rounds: ROUNDS });
}, 120_000);

afterAll(() => recording?.remove());

describe('the power goes at any moment', () => {
  it(`loses nothing acknowledged and opens every time, in ${CUTS} cuts`, async () => {
    const cuts = planCuts({
      recording: recorded(),
      count: CUTS,
      seed: SEED,
      phases: ['creation', 'running', 'recovery'],
      rules: ['posix', 'ordered'],
    });
    const outcomes = await runCuts({ recording: recorded(), cuts });
    expect(outcomes).toHaveLength(CUTS);
    expect(failuresAmong(cuts, outcomes)).toEqual([]);
  }, 600_000);
});

describe('the simulator finds what is missing', () => {
  it('an acknowledgement that was never written', async () => {
    const forged = { ...recorded(), acknowledgementsPath: join(recorded().folder, 'forged') };
    const acknowledgements = fs.readFileSync(recorded().acknowledgementsPath, 'utf8');
    const purchase = { at: recorded().operations.openedAt, kind: 'purchase', key: 999_999 };
    fs.writeFileSync(forged.acknowledgementsPath, `${acknowledgements}${JSON.stringify(purchase)}\n`);
    const cuts = planCuts({
      recording: forged,
      count: 1,
      seed: SEED,
      phases: ['running'],
      rules: ['posix'],
    }).map((cut) => ({ ...cut, at: forged.operations.killedAt }));
    const [outcome] = await runCuts({ recording: forged, cuts, processes: 1 });
    expect(outcome).toMatchObject({ outcome: 'lost', detail: expect.stringMatching(/^1 of/) });
  }, 120_000);

  it.each<[plants: Plant[], phase: Phase, rule: NameRule]>([
    [['no-bridge', 'unguarded'], 'running', 'ordered'],
    [['late-bridge', 'unguarded'], 'recovery', 'ordered'],
    [['no-folder-sync', 'unguarded'], 'running', 'posix'],
    [['no-tree-sync'], 'creation', 'posix'],
  ])(
    'a store with %j, cut while %s',
    async (plants, phase, rule) => {
      const faulty = await record({ seed: SEED, rounds: 40, plants });
      try {
        const cuts = planCuts({ recording: faulty, count: 24, seed: SEED, phases: [phase], rules: [rule] });
        const outcomes = await runCuts({ recording: faulty, cuts, stopsAtFailure: true });
        expect(failuresAmong(cuts, outcomes)).not.toEqual([]);
      } finally {
        faulty.remove();
      }
    },
    300_000,
  );

  it('an old postmaster.pid that is left in place', async () => {
    const { killedAt } = recorded().operations;
    const operations = decodeOperations(fs.readFileSync(recorded().logPath));
    const made = operations.findIndex(
      ({ operation }, index) =>
        index >= killedAt && operation.kind === 'open' && operation.path.endsWith('postmaster.pid'),
    );
    // The file has its name and nothing in it yet.
    const [planned] = planCuts({
      recording: recorded(),
      count: 1,
      seed: SEED,
      phases: ['recovery'],
      rules: ['posix'],
    });
    assert(planned);
    const cuts: Cut[] = [{ ...planned, at: made + 1, mode: 'all' }];
    const careless = await runCuts({ recording: recorded(), cuts, plants: ['keep-pid-file'], processes: 1 });
    expect(careless.map(({ outcome }) => outcome)).toEqual(['unopened']);
    expect(failuresAmong(cuts, await runCuts({ recording: recorded(), cuts, processes: 1 }))).toEqual([]);
  }, 120_000);
});
