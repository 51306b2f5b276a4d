import { deviceCalls } from '#src/contract/devices/calls.ts';
import { callServer } from './api/call-server.ts';
import { type Commands, createCommands } from './commands/create-commands.ts';
import { watchCommands } from './commands/watch-commands.ts';
import { deviceCrypto } from './device/crypto.ts';
// An enrolled device can send whatever becomes of the link.
import './device-sync.ts';
import { secondCopy } from './local/live/browser-second-copy.ts';
import { cacheDb } from './local/offline/cache-db.ts';
import { diskReports, holderPorts } from './phone-ports.ts';
import { failureText } from './queries/failure-text.ts';

/** This tab's commands with the browser's ports. */
export const browserCommands: Commands = watchCommands(
  createCommands({
    ...holderPorts,
    cache: cacheDb,
    crypto: deviceCrypto,
    secondCopy,
    deliverRescue: async (sealed) => {
      const outcome = await callServer(deviceCalls.deliverRescue, { body: sealed });
      return outcome.kind === 'ok'
        ? { kind: 'delivered', counts: outcome.data }
        : { kind: 'failed', message: failureText(outcome) };
    },
  }),
  diskReports,
);
