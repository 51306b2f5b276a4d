import type { NameRule } from './disk-model.ts';
import { Random } from './random.ts';
import type { Recording } from './recording.ts';
import { SURVIVAL_MODES, type SurvivalMode } from './survival.ts';

/** In which part of the store's life the power goes. */
export type Phase = 'creation' | 'running' | 'recovery';

export type Cut = {
  id: number;
  phase: Phase;
  /** The power goes after this many operations of the log. */
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

/** After how many operations the power goes. Moments of which there are few are drawn more often than their share. */
function drawPlace(recording: Recording, phase: Phase, random: Random): number {
  const { inPlaceAt, openedAt, killedAt, reopenedAt, endedAt } = recording.operations;
  const between = (from: number, to: number): number => from + random.upTo(to - from);
  if (phase === 'creation') {
    // Thousands of operations write the new folder; the few after its rename are its first start.
    return random.coin(0.4) ? between(0, inPlaceAt) : between(inPlaceAt - 20, openedAt);
  }
  if (phase === 'running') return between(openedAt, killedAt);
  // In between, thousands of operations sync every file there is.
  if (random.coin(0.25)) return between(killedAt, killedAt + 60);
  if (random.coin(0.33)) return between(killedAt, reopenedAt);
  return between(reopenedAt - 400, Math.min(reopenedAt + 300, endedAt));
}
