import type { ComponentType } from 'react';

/** The pages of a demo. Nearly nothing stands here: the product's first page pays for each name of a file that it may load. */
export async function demoPages(load: () => Promise<ComponentType>): Promise<ComponentType> {
  const { pageAt } = await import('./page-at.tsx');
  return pageAt(load);
}
