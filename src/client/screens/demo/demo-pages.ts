import type { ComponentType } from 'react';

/**
 * The pages of a demo. This module stays tiny because the entry chunk pays for every file name that it may
 * load.
 */
export async function demoPages(load: () => Promise<ComponentType>): Promise<ComponentType> {
  const { pageAt } = await import('./page-at.tsx');
  return pageAt(load);
}
