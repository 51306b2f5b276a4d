import { HandCoins } from 'lucide-react';
import type { ClientExtra } from '#src/client/extra.ts';
import { payoutNameTexts as texts } from './texts/payout-name-texts.ts';

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
} satisfies ClientExtra;
