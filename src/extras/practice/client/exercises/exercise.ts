import type { exerciseTexts } from '../../texts/practice-texts.ts';
import type { Books, Paper } from '../market/books.ts';
import type { PracticeRole } from '../market/invented.ts';
import type { World } from './world.ts';

export type ExerciseId = keyof typeof exerciseTexts;

export type Step = {
  /** Judged by the books or the page, never by a tap. */
  isDone(world: World): boolean;
  /** Paper that a customer holds in front of the camera meanwhile. */
  paper?: Paper;
  /** State of the link from this step on; absent: unchanged. */
  hasLink?: boolean;
  /** Delay after the step's beginning, ms; absent: none. */
  laterMs?: number;
  /** Changes elsewhere in the market when the step begins. */
  meanwhile?(books: Books): Books;
};

export type Exercise = {
  id: ExerciseId;
  role: PracticeRole;
  /** Page on which it begins. */
  startAt: string;
  /** Books of the market before the first step. */
  books: Books;
  /** `enrolled`: the tablet decides offline; `locked`: it also has to be opened with the PIN. */
  tablet?: 'enrolled' | 'locked';
  steps: readonly Step[];
  /** Returns why the exercise cannot continue, or null. */
  slip?(world: World): string | null;
};

/** Returns the current step; `steps.length` means finished. A finished step stays finished. */
export function stepAt({ steps }: Exercise, world: World, from: number): number {
  let at = from;
  while (steps[at]?.isDone(world) === true) at += 1;
  return at;
}
