import { bugsAround } from './around.ts';
import { bugsOfADevice } from './of-a-device.ts';
import { bugsOfARestore } from './of-a-restore.ts';
import { bugsOfOneRule } from './of-one-rule.ts';
import { bugsOfTheServer } from './of-the-server.ts';
import type { PlantedBug } from './plants.ts';

/** Real mistakes, or near misses. The judge must find each within 1,000 seeds. */
export const plantedBugs: readonly PlantedBug[] = [
  ...bugsOfTheServer,
  ...bugsOfADevice,
  ...bugsOfARestore,
  ...bugsAround,
  ...bugsOfOneRule,
];
