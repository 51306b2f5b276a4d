import { inTime } from '#src/client/local/db/in-time.ts';
import type { Commands } from './create-commands.ts';

/**
 * Commands that only read and write this device. The others wait for a server, for a person, or for a
 * deliberately slow PIN. A new command does not compile without its line.
 */
const isOfDisk: Record<keyof Commands, boolean> = {
  placePurchase: true,
  placeSharedSale: true,
  placeTopUp: true,
  accept: true,
  withdraw: true,
  takeBack: true,
  issue: true,
  voidTopUp: true,
  noteVoidedTopUp: true,
  noteVoidedSale: true,
  previewSale: true,
  previewTopUp: true,
  handOverTill: true,
  rememberBalance: true,
  registerCustomer: true,
  findCustomer: true,
  keptCustomers: true,
  readAnswer: false,
  keepAnswer: false,
  rememberServed: true,
  retry: true,
  retryAll: true,
  markRefusalSeen: true,
  markRecoverySeen: true,
  checkSecondCopy: false,
  exportOutbox: true,
  importOutbox: false,
  writeLetter: false,
  noteLetterSent: true,
  openLetterAnswer: false,
  prepareEnrolment: false,
  choosePin: false,
  finishEnrolment: true,
  awaitApproval: true,
  dropRequest: true,
  tryPin: false,
};

/**
 * Wraps the commands so that a failing or silent disk is reported for every caller. The red screen asks for a
 * reload, after which the outbox shows what was stored: nothing stays at "Procesando..." forever.
 */
export function watchCommands(commands: Commands, report: (error: unknown) => void): Commands {
  const watched = Object.entries(commands).map(([name, command]) => {
    if (!isOfDisk[name as keyof Commands]) return [name, command];
    const run = command as (...given: unknown[]) => Promise<unknown>;
    return [
      name,
      async (...given: unknown[]) => {
        try {
          return await inTime(run(...given));
        } catch (error) {
          report(error);
          throw error;
        }
      },
    ];
  });
  return Object.fromEntries(watched) as Commands;
}
