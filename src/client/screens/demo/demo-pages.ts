import type { ComponentType } from 'react';
import { separateDevice } from './own-device.ts';

/**
 * The pages of a demo. This module stays tiny because the entry chunk pays for every file name that it may
 * load. The tab becomes a device before `page-at.tsx` loads anything that stores or sends.
 */
export async function demoPages(load: () => Promise<ComponentType>): Promise<ComponentType> {
  separateDevice();
  const { pageAt } = await import('./page-at.tsx');
  return pageAt(load);
}
