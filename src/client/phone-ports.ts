import { newId, newOpId } from './commands/new-id.ts';
import type { HolderPorts } from './commands/ports.ts';
import type { DiskReports } from './commands/watch-commands.ts';
import { moneyDb } from './local/live/browser-money-db.ts';
import { onConnectionChange, readConnection } from './state/connection.ts';
import { reportDiskFault } from './state/report-disk.ts';
import { reportUnstored } from './state/report-unstored.ts';
import { requestSync } from './state/sync-request.ts';

/** The browser's ports of every page. */
export const holderPorts: HolderPorts = {
  db: moneyDb,
  clock: { now: () => Date.now() },
  ids: { next: newOpId, device: newId },
  connection: { waitForAnswer: whenOffline, requestSync },
  reportStorageFailure: reportUnstored,
};

export const diskReports: DiskReports = { placement: reportUnstored, disk: reportDiskFault };

function whenOffline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(finish, ms);
    const stop = onConnectionChange(() => {
      if (readConnection().link === 'offline') finish();
    });
    if (readConnection().link === 'offline') finish();
  });
}
