import type { NameRule } from './disk-model.ts';
import { Random } from './random.ts';
import type { Recording } from './recording.ts';
import { SURVIVAL_MODES, type SurvivalMode } from './survival.ts';

/** In which part of the store's life the power goes. */
export type Phase = 'creation' | 'running' | 'recovery';

export type Cut = {
  id: number;
  phase: Phase;
  /** The cut comes after the last operation that ends at or before this place in the log, in bytes. */
  at: number;
  mode: SurvivalMode;
  rule: NameRule;
  seed: number;
  /** Checked through the whole store with its thread and lock, not only its engine (slower). */
  whole: boolean;
};

export type CutOutcome = {
  id: number;
  /** `lost`: an acknowledgement is gone. `unopened`: it does not open. `damaged`: it opens and is wrong, or cannot go on. */
  outcome: 'ok' | 'lost' | 'unopened' | 'damaged';
  detail: string;
};

export type CutPlan = {
  recording: Recording;
  count: number;
  seed: number;
  phases: readonly Phase[];
  rules: readonly NameRule[];
};

const WHOLE_EVERY = 25;

/** Cuts spread over the phases in turn, each mode under each rule as often as any other, at places drawn by the seed. */
export function planCuts({ recording, count, seed, phases, rules }: CutPlan): Cut[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, id) => {
    const phase = phases[id % phases.length] ?? 'running';
    const turn = Math.floor(id / phases.length);
    return {
      id,
      phase,
      at: drawPlace(recording, phase, random),
      mode: SURVIVAL_MODES[Math.floor(turn / rules.length) % SURVIVAL_MODES.length] ?? 'random',
      rule: rules[turn % rules.length] ?? 'posix',
      seed: random.upTo(2 ** 31),
      whole: id % WHOLE_EVERY === WHOLE_EVERY - 1,
    };
  });
}

function drawPlace({ openedAt, killedAt, reopenedAt }: Recording, phase: Phase, random: Random): number {
  const between = (from: number, to: number): number => from + random.upTo(to - from);
  switch (phase) {
    case 'creation':
      // Most of it is the contents of a new folder: half of the cuts go where they are synced, renamed and first opened.
      return random.coin() ? between(0, openedAt) : between(Math.max(0, openedAt - 700_000), openedAt);
    case 'running':
      return between(openedAt, killedAt);
    case 'recovery':
      return between(killedAt, reopenedAt + (reopenedAt - killedAt) / 2);
  }
}
