import { GraduationCap } from 'lucide-react';
import type { ClientExtra } from '#src/client/shared/extra.ts';
import { isPracticing } from '#src/client/state/practice/practicing.ts';
import { enterPractice } from './client/enter-practice.ts';
import { practiceNameTexts as texts } from './texts/practice-name-texts.ts';

const entrance = {
  icon: GraduationCap,
  label: texts.practice,
  // Roles that work with the market's money, and managers who train them.
  roles: ['ESTANTE', 'RECARGA', 'GLOBAL_MARKET'],
  onChoose: enterPractice,
} as const;

/** Practice cannot be entered from inside practice. */
export const practice = (
  isPracticing() ? {} : { menuItems: [entrance], helpPanels: [{ ...entrance, note: texts.note }] }
) satisfies ClientExtra;
