import { lazy } from 'react';
import type { ClientExtra } from '#src/client/extra.ts';
import { signInTypes } from '#src/contract/accounts/user-type.ts';
import { personalDataNameTexts as texts } from './texts/personal-data-name-texts.ts';

const DataPolicyPanel = lazy(() =>
  import('./client/data-policy-panel.tsx').then((m) => ({ default: m.DataPolicyPanel })),
);

export const personalData = {
  customerSection: {
    label: texts.section,
    Section: lazy(() =>
      import('./client/personal-data-section.tsx').then((m) => ({ default: m.PersonalDataSection })),
    ),
  },
  settingsPanels: [
    { place: 'market', roles: ['ADMIN'], Panel: DataPolicyPanel },
    { place: 'own', roles: ['GLOBAL_MARKET'], Panel: DataPolicyPanel },
    {
      place: 'password',
      roles: signInTypes,
      Panel: lazy(() => import('./client/own-data-panel.tsx').then((m) => ({ default: m.OwnDataPanel }))),
    },
  ],
} satisfies ClientExtra;
