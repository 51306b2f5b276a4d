import { chromium, type Browser, type BrowserContext, type LaunchOptions } from '@playwright/test';
import { chromiumPath, libraryPath } from './chromium-path.ts';

export type ChromiumOptions = {
  /**
   * A .y4m file as the camera's video; it may be replaced between two pages. Without it there is no camera.
   */
  cameraFile?: string;
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

/** Starts a headless Chromium without a profile. */
export async function launchChromium(options: ChromiumOptions = {}): Promise<Browser> {
  return chromium.launch(await launchOptions(options));
}

/**
 * Starts a headless Chromium with its profile in `folder` (a temporary one for ""), like an installed app: needed for
 * installability and Background Sync, and to test restarts.
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

async function launchOptions({ cameraFile }: ChromiumOptions): Promise<LaunchOptions> {
  const executablePath = await chromiumPath();
  const args = [...quietArguments];
  if (cameraFile !== undefined)
    args.push(
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${cameraFile}`,
    );
  return {
    executablePath,
    args,
    env: { ...process.env, ...libraryPath(executablePath) },
  };
}
