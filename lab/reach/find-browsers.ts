import { existsSync } from 'node:fs';
import { chromiumPath } from '#tests/support/browser/chromium-path.ts';
import type { ReachBrowser } from './hand.ts';
import { oldChromium, oldChromiums } from './old-chromium.ts';
import { playwrightBrowser } from './playwright-hand.ts';
import { findMiniBrowser } from './webdriver.ts';
import { webkitBrowser } from './webkit-hand.ts';

/**
 * Features that Chromium gained from 95 to 103, removed in the page: no package has a real one of the minimum
 * age. Its style sheets and service worker remain those of 103.
 */
const withoutLaterThan94 = `
  delete globalThis.structuredClone;
  delete AbortSignal.timeout;
  delete AbortSignal.prototype.throwIfAborted;
  delete HTMLElement.prototype.inert;
  delete Array.prototype.findLast;
  delete Array.prototype.findLastIndex;
  delete globalThis.FileSystemFileHandle;
`;

/** Places to look for a browser, and what to install when it is missing. */
export type Wanted = { name: string; missing: string; find: () => Promise<ReachBrowser | undefined> };

function ofNpm(
  number: keyof typeof oldChromiums,
  { name = `chromium-${number}`, ...how }: { name?: string; below?: boolean; script?: string },
): Wanted {
  const find = async () => {
    const program = await oldChromium(number);
    return program === undefined ? undefined : playwrightBrowser(name, 'chromium', program, how);
  };
  return { name, missing: `npm's ${oldChromiums[number]}: Linux on x64, and a registry that has it`, find };
}

const firefoxes = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

export const wanted: readonly Wanted[] = [
  ofNpm('92', { below: true }),
  ofNpm('103', { name: 'chromium-94', script: withoutLaterThan94 }),
  ofNpm('103', {}),
  ofNpm('109', {}),
  {
    name: 'chromium',
    missing: 'a Chromium, or npm install',
    find: async () => playwrightBrowser('chromium', 'chromium', await chromiumPath()),
  },
  {
    name: 'firefox',
    missing: "Debian's firefox-esr",
    find: async () => {
      const program = firefoxes.find((path) => existsSync(path));
      return program === undefined ? undefined : playwrightBrowser('firefox', 'firefox', program);
    },
  },
  {
    name: 'webkit',
    missing: "Debian's webkit2gtk-driver and xvfb",
    find: async () => {
      const program = findMiniBrowser();
      return program === undefined ? undefined : webkitBrowser('webkit', program);
    },
  },
];
