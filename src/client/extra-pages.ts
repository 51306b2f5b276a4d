import { keepLaterFiles } from '#src/client/device/keep-staff-files.ts';
import { certificatePages } from '#src/extras/certificate/page.ts';
import type { OpenExtraPage } from './shared/extra.ts';

/**
 * Pages of extras without router and session, by address. `/noun/*` is the address `/noun` and everything below
 * it.
 */
const extraPages: Readonly<Record<string, OpenExtraPage>> = certificatePages;

/** Returns the loader of the extra's page at this address, or undefined for an address of the core. */
export function extraPageAt(path: string): OpenExtraPage | undefined {
  const open = extraPages[path] ?? extraPages[`/${path.split('/')[1]}/*`];
  if (open) keepLaterFiles();
  return open;
}
