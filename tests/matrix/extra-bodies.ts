import { payoutTargets } from '#tests/extras/payouts/bodies.ts';
import type { Target } from './device-bodies.ts';

/** Good bodies of calls of extras, which are then spoiled. */
export const extraTargets: Target[] = [...payoutTargets];
