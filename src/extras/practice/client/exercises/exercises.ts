import type { Exercise } from './exercise.ts';
import { pointExercises } from './point-exercises.ts';
import { stallExercises } from './stall-exercises.ts';

export const exercises: readonly Exercise[] = [...stallExercises, ...pointExercises];

/** Returns the exercise of an address below the practice page, or null for the list. */
export function exerciseOf(path: string): Exercise | null {
  return exercises.find(({ id }) => id === path.split('/')[0]) ?? null;
}
