import type { Commands } from './commands/create-commands.ts';
import { createHolderCommands } from './commands/holder-commands.ts';
import { watchCommands, watchedCommands } from './commands/watch-commands.ts';
import { withLiveHandle } from './local/db/reopen-lost-handle.ts';
import { readEnrolment } from './local/device/enrolment.ts';
import { moneyDb } from './local/live/browser-money-db.ts';
import { diskReports, holderPorts } from './phone-ports.ts';

/** Commands for which a phone loads nothing more. */
const own: Partial<Commands> = createHolderCommands(holderPorts);

/**
 * The commands of a voucher's page. On a device of the market, and beyond what a phone does, they are those of the
 * market's pages, whose files such a device stores.
 */
export const browserCommands: Commands = watchCommands(
  Object.fromEntries(
    Object.keys(watchedCommands).map((name) => [
      name,
      async (...given: unknown[]) => {
        const command = (await commandsHere(name as keyof Commands))[name as keyof Commands];
        return (command as (...given: unknown[]) => Promise<unknown>)(...given);
      },
    ]),
  ) as Commands,
  diskReports,
);

async function commandsHere(name: keyof Commands): Promise<Partial<Commands>> {
  if (name in own && !(await withLiveHandle(moneyDb, () => readEnrolment(moneyDb)))) return own;
  return (await import('./browser-commands.ts')).browserCommands;
}
