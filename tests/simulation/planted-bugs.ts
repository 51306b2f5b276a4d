import { bugsAround } from './bugs-around.ts';
import { bugsOfADevice } from './bugs-of-a-device.ts';
import { bugsOfARestore } from './bugs-of-a-restore.ts';
import { bugsOfTheOffice } from './bugs-of-the-office.ts';
import { bugsOfTheServer } from './bugs-of-the-server.ts';
import type { PlantedBug } from './plants.ts';

/** What people have really done wrong, or nearly. Each must be found by the judge within 1,000 seeds. */
export const plantedBugs: readonly PlantedBug[] = [
  ...bugsOfTheServer,
  ...bugsOfADevice,
  ...bugsOfARestore,
  ...bugsAround,
  ...bugsOfTheOffice,
];
