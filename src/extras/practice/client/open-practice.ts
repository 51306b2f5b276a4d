import type { ComponentType } from 'react';
import type { LoadApp } from '#src/client/shared/extra.ts';
import { createPracticeCamera } from './place/own-camera.ts';
import type { PracticeServer } from './place/own-network.ts';
import { takeOwnPlace } from './place/own-place.ts';

/**
 * Makes this document practice, and only then loads what stores and sends: nothing that does was loaded before, and from here on it
 * finds practice's own. Until its market is there the link is away.
 */
export async function openPractice(loadApp: LoadApp): Promise<ComponentType> {
  const camera = createPracticeCamera();
  let answer: PracticeServer = async () => null;
  const real = takeOwnPlace((request) => answer(request), camera.devices);
  const { practiceScreen } = await import('./practice-screen.tsx');
  return practiceScreen({ camera, real, loadApp }, (server) => {
    answer = server;
  });
}
