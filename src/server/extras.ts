import { notebook } from '#src/extras/notebook/server.ts';
import { payouts } from '#src/extras/payouts/server.ts';
import { personalData } from '#src/extras/personal-data/server.ts';
import { secondFactor } from '#src/extras/second-factor/server.ts';
import type { ServerExtra } from './context.ts';

/** Features beyond the specification, by folder of src/extras. The server knows them by this list alone. */
export const serverExtras: Readonly<Record<string, ServerExtra>> = {
  notebook,
  payouts,
  'personal-data': personalData,
  'second-factor': secondFactor,
};
