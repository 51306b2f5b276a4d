import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { browserCommands } from '#src/client/browser-commands.ts';
import { moneyDb } from '#src/client/local/live/browser-money-db.ts';
import { startSync } from '#src/client/start-sync.ts';
import { patchConnection } from '#src/client/state/connection.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';

afterEach(() => vi.unstubAllGlobals());

test('waiting operations become due when the link is back, even if the drain noticed it first', async () => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no link')));
  const opId = toOpId(randomUUID());
  await browserCommands.placeTopUp({
    opId,
    payload: { monto: toAmount(500), uuid: toVoucherId(randomUUID()), clientId: randomUUID() },
    operatorId: '',
    label: { userName: '' },
  });
  const inFiveMinutes = Date.now() + 5 * 60_000;
  const sync = startSync();
  patchConnection({ link: 'offline' });
  await moneyDb.statuses.update(opId, { nextAttemptAt: inFiveMinutes, lastError: 'network' });
  // Like a call of the drain that reports an answer.
  patchConnection({ link: 'online' });
  await expect
    .poll(async () => (await moneyDb.statuses.get(opId))?.nextAttemptAt ?? Infinity, { timeout: 5_000 })
    .toBeLessThan(inFiveMinutes - 60_000);
  sync.stop();
});
