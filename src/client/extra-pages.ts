import { keepLaterFiles } from '#src/client/device/keep-staff-files.ts';
import { messengerPath } from '#src/contract/sync/messenger-path.ts';
import { certificatePages } from '#src/extras/certificate/page.ts';
import type { OpenExtraPage } from './shared/extra.ts';

/**
 * Pages of extras, and the carrier's, without router and session, by address. `/noun/*` is the address `/noun` and everything
 * below it.
 */
const extraPages: Readonly<Record<string, OpenExtraPage>> = {
  [messengerPath]: () =>
    import('#src/client/screens/messenger/messenger-screen.tsx').then((m) => m.MessengerScreen),
  ...certificatePages,
};

/** Returns the loader of the extra's page at this address, or undefined for an address of the core. */
export function extraPageAt(path: string): OpenExtraPage | undefined {
  const open = extraPages[path] ?? extraPages[`/${path.split('/')[1]}/*`];
  if (open) keepLaterFiles();
  return open;
}
