import type { ComponentType } from 'react';
import type { LoadApp } from '#src/client/shared/extra.ts';
import { createPracticeCamera } from './place/own-camera.ts';
import type { PracticeServer } from './place/own-network.ts';
import { takeOwnPlace } from './place/own-place.ts';

/**
 * Turns this document into practice, and only then loads the modules that store and send, so that they find
 * practice's replacements. The link is down until its market is ready.
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
