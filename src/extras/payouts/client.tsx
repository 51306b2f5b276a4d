import { HandCoins } from 'lucide-react';
import type { ClientExtra } from '#src/client/shared/extra.ts';
import { payoutGuide, payoutNameTexts as texts } from './texts/payout-name-texts.ts';

export const payouts = {
  links: [
    {
      page: 'caja',
      roles: ['GLOBAL_MARKET'],
      to: 'caja?pagar=varios',
      icon: HandCoins,
      text: texts.payMany,
    },
  ],
  helpGuides: [{ roles: ['GLOBAL_MARKET'], before: 'inscribir', guide: payoutGuide }],
  helpSteps: [
    { guide: 'mercado', after: 'pay', step: { picture: 'pay', text: texts.helpMany } },
    { guide: 'que-le-paguen', after: 'cash', step: { picture: 'pay', text: texts.helpWay } },
  ],
} satisfies ClientExtra;
