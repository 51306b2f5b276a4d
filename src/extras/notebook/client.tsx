import { FileSpreadsheet } from 'lucide-react';
import { lazy } from 'react';
import type { ClientExtra } from '#src/client/extra.ts';
import { sheetNameTexts as texts } from './texts/sheet-name-texts.ts';

const page = 'traer-hoja';
const roles = ['GLOBAL_MARKET'] as const;

/** A link from the lists that a sheet fills. */
const link = { roles, to: page, icon: FileSpreadsheet, text: texts.title, size: 'base' as const };

/** Traer una lista: imports a market's stalls and customers with their opening balances. */
export const notebook = {
  pages: [
    {
      path: page,
      label: texts.title,
      icon: FileSpreadsheet,
      roles,
      after: 'mercados-globales',
      Screen: lazy(() => import('./client/bring-in-screen.tsx').then((m) => ({ default: m.BringInScreen }))),
    },
  ],
  links: [
    { page: 'estantes', ...link },
    { page: 'clientes', ...link },
  ],
} satisfies ClientExtra;
