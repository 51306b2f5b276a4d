import { notebook } from '#src/extras/notebook/client.tsx';
import { payouts } from '#src/extras/payouts/client.tsx';
import { personalData } from '#src/extras/personal-data/client.tsx';
import { secondFactor } from '#src/extras/second-factor/client.tsx';
import type { ClientExtra } from './extra.ts';

/**
 * Features beyond the specification, by folder of src/extras. The dashboard knows them only through this
 * list.
 */
export const clientExtras: Readonly<Record<string, ClientExtra>> = {
  notebook,
  payouts,
  'personal-data': personalData,
  'second-factor': secondFactor,
};
