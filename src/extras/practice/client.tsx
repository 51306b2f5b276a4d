import { GraduationCap } from 'lucide-react';
import type { ClientExtra } from '#src/client/shared/extra.ts';
import { isPracticing } from '#src/client/state/practice/practicing.ts';
import { enterPractice } from './client/enter-practice.ts';
import { practiceNameTexts as texts } from './texts/practice-name-texts.ts';

const entrance = {
  icon: GraduationCap,
  label: texts.practice,
  // Those who work with the market's money, and those who show them how.
  roles: ['ESTANTE', 'RECARGA', 'GLOBAL_MARKET'],
  onChoose: enterPractice,
} as const;

/** Inside practice there is no second entrance. */
export const practice = (
  isPracticing() ? {} : { menuItems: [entrance], helpPanels: [{ ...entrance, note: texts.note }] }
) satisfies ClientExtra;
