import { dataPolicyPage } from '#src/extras/personal-data/entrance.ts';
import type { EntrancePage } from './extra.ts';

/**
 * Pages that extras add before the sign-in. The registration form loads this file, so each page is loaded
 * lazily.
 */
export const entrancePages: readonly EntrancePage[] = [dataPolicyPage];
