import { deviceCalls } from '#src/contract/calls/devices.ts';
import { callServer } from './api/call-server.ts';
import { cachePort, type Commands, createCommands } from './commands/create-commands.ts';
import { newId, newOpId } from './commands/new-id.ts';
import type { CommandPorts } from './commands/ports.ts';
import { deviceCrypto } from './device/crypto.ts';
import { moneyDb, secondCopy } from './local/handle/browser-money-db.ts';
import { cacheDb } from './local/offline/cache-db.ts';
import { onConnectionChange, readConnection } from './state/connection.ts';
import { failureText } from './shared/problem/failure-text.ts';
import { holdOperatorKey, readOperatorKey } from './state/operator-key.ts';
import { reportStorageFailure } from './state/storage-health.ts';
import { requestSync } from './state/sync-request.ts';

/** A disk that is slow has written an operation down by then, ms. */
const slowWriteMs = 8_000;

/** The commands of this tab, over the browser. */
export const browserCommands: Commands = watched(createCommands(browserPorts()));

/**
 * A write that says nothing must not leave "Procesando..." for ever: the red screen asks for a reload, and the outbox then
 * tells whether it was stored. Nothing here says that it was not.
 */
function watched(commands: Commands): Commands {
  const inTime = async <Value>(write: Promise<Value>): Promise<Value> => {
    const silent = new DOMException('the disk did not answer', 'TimeoutError');
    const timer = setTimeout(() => reportStorageFailure(silent), slowWriteMs);
    return write.finally(() => clearTimeout(timer));
  };
  return {
    ...commands,
    placePurchase: (intent) => inTime(commands.placePurchase(intent)),
    placeTopUp: (intent) => inTime(commands.placeTopUp(intent)),
  };
}

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
    openKey: { read: readOperatorKey, hold: holdOperatorKey },
    connection: { waitForAnswer: whenOffline, requestSync },
    reportStorageFailure,
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
