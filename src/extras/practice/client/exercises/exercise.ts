import type { exerciseTexts } from '../../texts/practice-texts.ts';
import type { Books, Paper } from '../market/books.ts';
import type { PracticeRole } from '../market/invented.ts';
import type { World } from './world.ts';

export type ExerciseId = keyof typeof exerciseTexts;

export type Step = {
  /** Seen in the books or on the page, never said by a tap. */
  isDone(world: World): boolean;
  /** what a customer holds before the camera meanwhile */
  paper?: Paper;
  /** what has become of the link when the step begins; as it was where absent */
  hasLink?: boolean;
  /** so long after its beginning, ms; at once where absent */
  laterMs?: number;
  /** what happens elsewhere in the market when the step begins */
  meanwhile?(books: Books): Books;
};

export type Exercise = {
  id: ExerciseId;
  role: PracticeRole;
  /** the page it begins on */
  startAt: string;
  /** the market before the first step */
  books: Books;
  /** `enrolled`: the tablet decides without a link; `locked`: it also has to be opened with the PIN */
  tablet?: 'enrolled' | 'locked';
  steps: readonly Step[];
  /** returns why the exercise cannot continue, or null */
  slip?(world: World): string | null;
};

/** Where the exercise stands; `steps.length`: done. A step that was done once stays done. */
export function stepAt({ steps }: Exercise, world: World, from: number): number {
  let at = from;
  while (steps[at]?.isDone(world) === true) at += 1;
  return at;
}
