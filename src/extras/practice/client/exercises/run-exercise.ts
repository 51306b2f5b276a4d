import type { Paper } from '../market/books.ts';
import type { IssuingKey } from '../market/issuing-key.ts';
import type { PracticeCamera } from '../place/own-camera.ts';
import { type Exercise, type Step, stepAt } from './exercise.ts';
import type { WorldStore } from './world.ts';

export type Stage = { world: WorldStore; camera: PracticeCamera; key: IssuingKey };

/**
 * Follows the exercise step by step: the customer's paper, the link, and other people's operations meanwhile.
 */
export function runExercise(exercise: Exercise, stage: Stage, onDone: () => void): void {
  const { world } = stage;
  let at = -1;
  const look = (): void => {
    const next = stepAt(exercise, world.read(), Math.max(at, 0));
    if (next === at) return;
    at = next;
    enter(exercise.steps[at], stage, () => world.read().at === next);
    world.patch({ at });
    if (at === exercise.steps.length) onDone();
  };
  world.subscribe(look);
  look();
}

/** Delay between a customer's arrival and the paper, ms. */
const paperAfterMs = 1_200;

function enter(step: Step | undefined, { world, camera, key }: Stage, isStill: () => boolean): void {
  const { paper, hasLink, laterMs, meanwhile } = step ?? {};
  const show = async (held: Paper): Promise<void> => {
    const link = await key.linkOf(held);
    setTimeout(() => isStill() && camera.hold(link), paperAfterMs);
  };
  camera.hold(null);
  if (paper !== undefined) void show(paper);
  if (meanwhile !== undefined) world.patch({ books: meanwhile(world.read().books) });
  if (hasLink === undefined) return;
  if (laterMs === undefined) turnLink(world, hasLink);
  else setTimeout(() => turnLink(world, hasLink), laterMs);
}

/** Dispatches the browser's event; the tablet then checks its link. */
function turnLink(world: WorldStore, hasLink: boolean): void {
  world.patch({ hasLink });
  dispatchEvent(new Event(hasLink ? 'online' : 'offline'));
}
