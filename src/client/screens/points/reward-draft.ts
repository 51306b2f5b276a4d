import type { RewardCommand } from '#src/contract/points.ts';

/** A reward as a form holds it; amounts are 0 while they are not typed. */
export interface RewardDraft {
  name: string;
  description: string;
  pointsCost: number;
  /** smallest unit shown; 0: handed over as a thing */
  monto: number;
}

export const emptyReward: RewardDraft = { name: '', description: '', pointsCost: 0, monto: 0 };

export function isComplete({ name, description, pointsCost }: RewardDraft): boolean {
  return name.trim() !== '' && description.trim() !== '' && pointsCost > 0;
}

export function commandOf({ name, description, pointsCost, monto }: RewardDraft): RewardCommand {
  const worth = monto === 0 ? {} : { monto };
  return { name: name.trim(), description: description.trim(), pointsCost, ...worth };
}
