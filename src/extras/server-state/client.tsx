import { Activity } from 'lucide-react';
import { lazy } from 'react';
import type { ClientExtra } from '#src/client/shared/extra.ts';
import { stateTexts } from './texts/server-state-texts.ts';

export const serverState = {
  pages: [
    {
      path: 'estado',
      label: stateTexts.page,
      icon: Activity,
      group: 'control',
      roles: ['ADMIN'],
      after: 'auditoria',
      Screen: lazy(() =>
        import('./client/server-state-screen.tsx').then((m) => ({ default: m.ServerStateScreen })),
      ),
    },
  ],
} satisfies ClientExtra;
