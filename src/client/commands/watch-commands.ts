import { whenLate } from '#src/client/local/db/in-time.ts';
import type { Commands } from './create-commands.ts';

/**
 * `placement`: the person hands over goods or cash because it is stored, so a failure stops all work on this
 * device. `disk`: it reads, or writes what no sale needs. `patient`: it waits for a server, for a person, for
 * a deliberately slow PIN, or its caller expects it to fail. A new command does not compile without its line.
 */
type Watched = 'placement' | 'disk' | 'patient';

export const watchedCommands = {
  placePurchase: 'placement',
  findOpenPurchase: 'placement',
  placeTopUp: 'placement',
  accept: 'placement',
  withdraw: 'placement',
  takeBack: 'placement',
  issue: 'placement',
  placeTopUpVoid: 'placement',
  noteVoidedTopUp: 'disk',
  noteVoidedPurchase: 'disk',
  isEnrolled: 'disk',
  previewPurchase: 'disk',
  previewTopUp: 'disk',
  rememberBalance: 'disk',
  registerCustomer: 'placement',
  findCustomer: 'disk',
  keptCustomers: 'disk',
  readAnswer: 'patient',
  keepAnswer: 'patient',
  rememberServed: 'disk',
  retry: 'disk',
  retryAll: 'disk',
  markRefusalSeen: 'disk',
  tryWriting: 'patient',
  markRecoverySeen: 'disk',
  checkSecondCopy: 'patient',
  exportOutbox: 'disk',
  importOutbox: 'patient',
  prepareEnrolment: 'patient',
  choosePin: 'patient',
  finishEnrolment: 'disk',
  awaitApproval: 'disk',
  dropRequest: 'disk',
  tryPin: 'patient',
} as const satisfies Record<keyof Commands, Watched>;

/** Where a failing or silent disk is shown: on the red screen, or in the strip. */
export type DiskReports = Record<Exclude<Watched, 'patient'>, (error: unknown) => void>;

/**
 * Wraps the commands so that a failing or silent disk is shown for every caller. A late command is not given
 * up: reported as failed, its write could still be stored, and the person would be told the opposite.
 */
export function watchCommands(commands: Commands, reports: DiskReports): Commands {
  const watched = Object.entries(commands).map(([name, command]) => {
    const kind = watchedCommands[name as keyof Commands];
    if (kind === 'patient') return [name, command];
    const run = command as (...given: unknown[]) => Promise<unknown>;
    return [
      name,
      async (...given: unknown[]) => {
        try {
          return await whenLate(run(...given), reports[kind]);
        } catch (error) {
          reports[kind](error);
          throw error;
        }
      },
    ];
  });
  return Object.fromEntries(watched) as Commands;
}
