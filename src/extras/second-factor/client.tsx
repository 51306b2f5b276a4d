import { lazy } from 'react';
import type { ClientExtra } from '#src/client/extra.ts';

export const secondFactor = {
  settingsPanels: [
    {
      place: 'own',
      roles: ['ADMIN', 'GLOBAL_MARKET'],
      Panel: lazy(() =>
        import('./client/second-factor-panel.tsx').then((m) => ({ default: m.SecondFactorPanel })),
      ),
    },
  ],
} satisfies ClientExtra;
