import { notebookRules, notebookTargets } from '#tests/extras/notebook/rules.ts';
import { payoutTargets } from '#tests/extras/payouts/bodies.ts';
import { payoutRules } from '#tests/extras/payouts/rules.ts';
import { personalDataRules, personalDataTargets } from '#tests/extras/personal-data/rules.ts';
import { secondFactorRules } from '#tests/extras/second-factor/rules.ts';
import type { Target } from './device-bodies.ts';
import type { Rule } from './rule.ts';

/** Permissions of extras' calls. */
export const extraRules: Record<string, Rule> = {
  ...notebookRules,
  ...payoutRules,
  ...personalDataRules,
  ...secondFactorRules,
};

/** Calls of extras that receive spoiled bodies. */
export const extraTargets: readonly Target[] = [...notebookTargets, ...payoutTargets, ...personalDataTargets];
