import type { OpenExtraPage } from '#src/client/shared/extra.ts';

export const practicePages = {
  /** It exchanges what stores and sends in this document before it loads anything else. */
  '/practica/*': (loadApp) => import('./client/load-practice.ts').then((m) => m.loadPractice(loadApp)),
} satisfies Record<string, OpenExtraPage>;
