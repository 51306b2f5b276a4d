import { notebookRules } from '#tests/extras/notebook/rules.ts';
import { payoutRules } from '#tests/extras/payouts/rules.ts';
import { personalDataRules } from '#tests/extras/personal-data/rules.ts';
import { secondFactorRules } from '#tests/extras/second-factor/rules.ts';
import type { Rule } from './rule.ts';

/** Permissions of extras' calls, and their bodies. */
export const extraRules: Record<string, Rule> = {
  ...notebookRules,
  ...payoutRules,
  ...personalDataRules,
  ...secondFactorRules,
};
