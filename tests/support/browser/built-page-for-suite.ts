import { forSuite } from '#tests/support/suite.ts';
import { serveBuiltPage } from './chromium-built-page.ts';
import { type ChromiumOptions, launchChromium } from './chromium.ts';

/** A built page and a browser for the tests of a file; `page` is its first tab. */
export function builtPageForSuite(
  tested: string,
  options: ChromiumOptions & Parameters<typeof serveBuiltPage>[1] = {},
) {
  const opened = forSuite(
    async () => {
      const [built, browser] = await Promise.all([serveBuiltPage(tested, options), launchChromium(options)]);
      const page = await browser.newPage();
      await page.goto(built.url);
      return { built, browser, page };
    },
    async ({ built, browser }) => {
      await browser.close();
      await built.close();
    },
  );
  return {
    built: forSuite(() => Promise.resolve(opened.built)),
    browser: forSuite(() => Promise.resolve(opened.browser)),
    page: forSuite(() => Promise.resolve(opened.page)),
  };
}
