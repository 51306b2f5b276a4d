import { certificatePages } from '#src/extras/certificate/page.ts';
import { practicePages } from '#src/extras/practice/page.ts';
import { readOnlyLinkPages } from '#src/extras/read-only-link/page.ts';
import type { OpenExtraPage } from './shared/extra.ts';

/**
 * Pages of extras that are opened without the router and without a session, by address. `/noun/*` is the address `/noun` and all
 * below it.
 */
const extraPages: Readonly<Record<string, OpenExtraPage>> = {
  ...certificatePages,
  ...readOnlyLinkPages,
  ...practicePages,
};

/** Returns what opens the extra's page at this address, undefined when the address is the core's. */
export function extraPageAt(path: string): OpenExtraPage | undefined {
  return extraPages[path] ?? extraPages[`/${path.split('/')[1]}/*`];
}
