import { moneyDb, secondCopy } from '#src/client/local/live/browser-money-db.ts';
import { deviceCalls } from '#src/contract/devices/calls.ts';
import { callServer } from './api/call-server.ts';
import { cachePort, type Commands, createCommands } from './commands/create-commands.ts';
import { newId, newOpId } from './commands/new-id.ts';
import type { CommandPorts } from './commands/ports.ts';
import { watchCommands } from './commands/watch-commands.ts';
import { deviceCrypto } from './device/crypto.ts';
import { cacheDb } from './local/offline/cache-db.ts';
import { failureText } from './queries/failure-text.ts';
import { onConnectionChange, readConnection } from './state/connection.ts';
import { reportDiskFault } from './state/report-disk.ts';
import { reportUnstored } from './state/report-unstored.ts';
import { requestSync } from './state/sync-request.ts';

/** This tab's commands with the browser's ports. */
export const browserCommands: Commands = watchCommands(createCommands(browserPorts()), {
  placement: reportUnstored,
  disk: reportDiskFault,
});

function browserPorts(): CommandPorts {
  return {
    db: moneyDb,
    cache: cachePort(cacheDb),
    crypto: deviceCrypto,
    clock: { now: () => Date.now() },
    ids: { next: newOpId, device: newId },
    secondCopy,
    deliverRescue: async (sealed) => {
      const outcome = await callServer(deviceCalls.deliverRescue, { body: sealed });
      return outcome.kind === 'ok'
        ? { kind: 'delivered', counts: outcome.data }
        : { kind: 'failed', message: failureText(outcome) };
    },
    connection: { waitForAnswer: whenOffline, requestSync },
    reportStorageFailure: reportUnstored,
  };
}

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
