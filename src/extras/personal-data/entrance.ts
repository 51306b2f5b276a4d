import type { EntrancePage } from '#src/client/extra.ts';
import { personalDataNameTexts as texts } from './texts/personal-data-name-texts.ts';

/** A market's data policy; without a code, the default text of every market. */
export const dataPolicyPage: EntrancePage = {
  path: '/datos/:code?',
  load: () => import('./client/data-policy-screen.tsx').then((m) => m.DataPolicyScreen),
  noticeLink: { to: '/datos', text: texts.policy },
};
