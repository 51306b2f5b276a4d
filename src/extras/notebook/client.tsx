import { FileSpreadsheet } from 'lucide-react';
import { lazy } from 'react';
import type { ClientExtra } from '#src/client/shared/extra.ts';
import type { SheetKind } from './contract/schemas.ts';
import { sheetNameTexts as texts } from './texts/sheet-name-texts.ts';

const page = 'traer-hoja';
const roles = ['GLOBAL_MARKET'] as const;

/** A link from a list to the sheet that fills it. */
const linkFor = (kind: SheetKind) => ({
  roles,
  to: `${page}?que=${kind}`,
  icon: FileSpreadsheet,
  text: texts.title,
  size: 'base' as const,
});

/** Traer hoja: imports a market's notebook or spreadsheet. */
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
    { page: 'estantes', ...linkFor('stalls') },
    { page: 'puntos-de-recarga', ...linkFor('points') },
    { page: 'estantes/products', ...linkFor('products') },
    { page: 'clientes', ...linkFor('customers') },
  ],
} satisfies ClientExtra;
