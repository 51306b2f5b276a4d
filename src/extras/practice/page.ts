import type { OpenExtraPage } from '#src/client/shared/extra.ts';

export const practicePages = {
  /** Replaces storage and network of this document before it loads anything else. */
  '/practica/*': (loadApp) => import('./client/load-practice.ts').then((m) => m.loadPractice(loadApp)),
} satisfies Record<string, OpenExtraPage>;
