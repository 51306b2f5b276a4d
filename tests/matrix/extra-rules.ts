import { certificateRules } from '#tests/extras/certificate/rules.ts';
import { complaintRules } from '#tests/extras/complaints/rules.ts';
import { payoutRules } from '#tests/extras/payouts/rules.ts';
import { readOnlyLinkRules } from '#tests/extras/read-only-link/rules.ts';
import { secondFactorRules } from '#tests/extras/second-factor/rules.ts';
import { serverStateRules } from '#tests/extras/server-state/rules.ts';
import type { Rule } from './rule.ts';

/** Who may make the calls of extras. */
export const extraRules: Record<string, Rule> = {
  ...certificateRules,
  ...complaintRules,
  ...payoutRules,
  ...readOnlyLinkRules,
  ...secondFactorRules,
  ...serverStateRules,
};
