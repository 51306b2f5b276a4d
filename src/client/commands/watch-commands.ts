import { inTime } from '#src/client/local/db/in-time.ts';
import type { Commands } from './create-commands.ts';

/**
 * Which commands only read and write this device. The others wait for a server, for a person, or for a PIN that is slow on purpose. A new
 * command does not compile without its line.
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
  prepareEnrolment: false,
  choosePin: false,
  finishEnrolment: true,
  awaitApproval: true,
  dropRequest: true,
  tryPin: false,
};

/**
 * The same commands; a disk that fails or stays silent is reported, whoever asked. The red screen asks for a reload, and the outbox then
 * tells what was stored: nothing leaves "Procesando..." for ever.
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
