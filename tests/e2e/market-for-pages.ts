import type { Browser } from '@playwright/test';
import { launchChromium, type ChromiumOptions } from '#tests/support/browser/chromium.ts';
import { forSuite } from '#tests/support/suite.ts';
import { admitPeople } from './market-people.ts';
import { startMarket, type RunningMarket } from './running-market.ts';

type Options = ChromiumOptions & {
  /** Environment variables of the server. */
  settings?: Record<string, string>;
  /** False: the market's server has no accounts yet. */
  hasPeople?: boolean;
};

/** A market with its people, and a browser, for the tests of a file. */
export function marketForPages({ settings = {}, hasPeople = true, ...chromium }: Options = {}): {
  market: RunningMarket;
  browser: Browser;
} {
  const opened = forSuite(
    async () => {
      const [market, browser] = await Promise.all([startMarket(settings), launchChromium(chromium)]);
      if (hasPeople) await admitPeople(market);
      return { market, browser };
    },
    async ({ market, browser }) => {
      await browser.close();
      await market.stop();
    },
  );
  return {
    market: forSuite(() => Promise.resolve(opened.market)),
    browser: forSuite(() => Promise.resolve(opened.browser)),
  };
}
