import { notebookBugs } from '#lab/extras/notebook/planted-bugs.ts';
import type { PlantedBug } from './plants.ts';

/** Bugs planted in extras. */
export const extraBugs: readonly PlantedBug[] = [...notebookBugs];
