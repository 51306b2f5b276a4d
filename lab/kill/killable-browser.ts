import { readdirSync, readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { launchWithProfile } from '#tests/support/browser/chromium.ts';

/**
 * A browser with a profile on disk that can be killed like by a dead battery or the operating system:
 * completely, at once.
 */
export type KillableBrowser = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** SIGKILL to all of its processes. Only the disk is left. */
  kill: () => Promise<void>;
};

export async function openKillable(
  profile: string,
  options: { baseURL: string; viewport: { width: number; height: number } },
): Promise<KillableBrowser> {
  const context = await launchWithProfile(profile, options);
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(20_000);
  return {
    context,
    page,
    async kill() {
      const gone = context.waitForEvent('close', { timeout: 30_000 });
      process.kill(-groupOf(profile), 'SIGKILL');
      await gone;
      if (processesOf(profile).length > 0) throw new Error('the browser survived its end');
    },
  };
}

/** The browser leads its process group, which includes renderers, network and storage. */
function groupOf(profile: string): number {
  const [leader] = processesOf(profile);
  if (leader === undefined) throw new Error(`no browser runs on ${profile}`);
  // After the name in brackets: state, parent, group.
  const [, , group] = (readFileSync(`/proc/${leader}/stat`, 'utf8').split(') ')[1] ?? '').split(' ');
  if (Number(group) !== leader) throw new Error('the browser is not the first of its group');
  return leader;
}

/** Browsers (no helpers, which name their type) on this profile, without zombies. */
function processesOf(profile: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const words = wordsOf(name);
      const isOurs = words.includes(`--user-data-dir=${profile}`);
      return isOurs && !words.some((word) => word.startsWith('--type=')) ? [Number(name)] : [];
    });
}

function wordsOf(process: string): string[] {
  try {
    return readFileSync(`/proc/${process}/cmdline`, 'utf8').split('\0');
  } catch {
    // It ended while it was being listed.
    return [];
  }
}
