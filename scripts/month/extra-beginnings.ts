import { bringNotebooks } from '#scripts/extras/notebook/bring-notebook.ts';
import type { MonthBeginning } from './story.ts';

/** Actions of extras before the first day of a month, by folder of src/extras. */
export const extraBeginnings: Readonly<Record<string, MonthBeginning>> = { notebook: bringNotebooks };
