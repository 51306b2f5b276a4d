import { chromium, type Browser, type BrowserContext, type LaunchOptions } from '@playwright/test';
import { chromiumPath, libraryPath } from './chromium-path.ts';

export type ChromiumOptions = {
  /** A .y4m file that is the camera's video; it may be written anew between two pages. Without it there is no camera. */
  cameraFile?: string;
  /** Who answers the question for the camera: allowed at once, or left to the context's permissions (refused). */
  camera?: 'allowed' | 'asked';
};

export const quietArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A headless Chromium without a profile. */
export async function launchChromium(options: ChromiumOptions = {}): Promise<Browser> {
  return chromium.launch(await launchOptions(options));
}

/**
 * A headless Chromium that keeps its profile in `folder`, as an installed application does: needed for installability
 * and Background Sync, and to see what outlives a restart.
 */
export async function launchWithProfile(
  folder: string,
  options: ChromiumOptions & { baseURL?: string; viewport?: { width: number; height: number } } = {},
): Promise<BrowserContext> {
  const { baseURL, viewport } = options;
  return chromium.launchPersistentContext(folder, {
    ...(await launchOptions(options)),
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(viewport === undefined ? {} : { viewport }),
  });
}

async function launchOptions({ cameraFile, camera = 'allowed' }: ChromiumOptions): Promise<LaunchOptions> {
  const executablePath = await chromiumPath();
  const args = [...quietArguments];
  if (cameraFile !== undefined) {
    args.push('--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${cameraFile}`);
    if (camera === 'allowed') args.push('--use-fake-ui-for-media-stream');
  }
  return {
    executablePath,
    args,
    env: { ...process.env, ...libraryPath(executablePath) },
  };
}
