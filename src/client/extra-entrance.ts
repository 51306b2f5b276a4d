import { dataPolicyPage } from '#src/extras/personal-data/entrance.ts';
import type { EntrancePage } from './shared/extra.ts';

/** Pages of extras among those before the sign-in. The form of a registration loads this file, so each page is loaded lazily. */
export const entrancePages: readonly EntrancePage[] = [dataPolicyPage];
