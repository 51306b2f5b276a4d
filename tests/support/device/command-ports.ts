import { randomUUID } from 'node:crypto';
import type { CommandPorts } from '#src/client/commands/ports.ts';
import { deviceCrypto } from '#src/client/device/crypto.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { toOpId } from '#src/protocol/brands.ts';
import { noSecondCopy } from '#tests/support/browser/copy-of-tab.ts';

/**
 * Ports of commands in a test: real cryptography, an empty cache, no wait for an answer, and nothing is sent.
 */
export function commandPorts(db: MoneyDb, own: Partial<CommandPorts> = {}): CommandPorts {
  return {
    db,
    cache: {
      readList: () => Promise.resolve(null),
      findCustomer: () => Promise.resolve(null),
      readAnswer: () => Promise.resolve(undefined),
      keepAnswer: () => Promise.resolve(),
      rememberCustomer: () => Promise.resolve(),
      listCustomers: () => Promise.resolve([]),
    },
    crypto: deviceCrypto,
    clock: { now: () => Date.now() },
    secondCopy: noSecondCopy,
    deliverRescue: () => Promise.resolve({ kind: 'failed', message: 'no link' }),
    ids: { next: () => toOpId(randomUUID()), device: () => randomUUID() },
    connection: { waitForAnswer: () => Promise.resolve(), requestSync: () => undefined },
    reportStorageFailure: (error) => {
      throw error;
    },
    ...own,
  };
}
