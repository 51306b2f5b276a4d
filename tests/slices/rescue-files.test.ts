import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedRescue } from '#src/client/commands/ports.ts';
import { createCommands } from '#src/client/commands/create-commands.ts';
import { sealFor } from '#src/client/device/crypto.ts';
import { readKeySet, storeKeySet } from '#src/client/local/device/server-config.ts';
import type { KeySet } from '#src/contract/devices/device.ts';
import type { SealedRescue } from '#src/contract/devices/rescue.ts';
import { createRescueKey } from '#src/server/devices/rescue-files.ts';
import {
  openEnrolledDevice,
  makeIssuer,
  type EnrolledDevice,
} from '#tests/support/device/enrolled-device.ts';
import { openOfflineMarket, type OfflineMarket } from '#tests/support/market/offline-market.ts';
import { storeCustomer, storePurchase } from '#tests/support/market/stored-operations.ts';
import { ask } from '#tests/support/server/test-app.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';

describe('a rescue file sealed for the server', () => {
  let place: OfflineMarket;
  let broken: EnrolledDevice;
  let sealed: SealedRescue;

  beforeAll(async () => {
    place = await openOfflineMarket();
    broken = await openEnrolledDevice(await makeIssuer());
    const known = await place.stallDevice();
    // The server knows the tablet, by the id of one that was enrolled there.
    await broken.db.enrolment.update('self', { deviceId: known.id });
    await storePurchase(broken.db);
    await storeCustomer(broken.db);
    await storeKeySet(broken.db, (await ask(place.app, 'GET', '/sync/keys')).body as unknown as KeySet);
    const exported = await broken.commands.exportOutbox();
    if (exported?.v !== 2) throw new Error('the file was not sealed');
    sealed = exported;
  });
  afterAll(() => place.stop());

  const open = async (by: Exclude<Asker, 'nobody'>, file: object): Promise<OpenedRescue> => {
    const token = place.market.tokens[by];
    const { status, body } = await ask(place.app, 'POST', '/devices/open-rescue', { body: file, token });
    return status === 200
      ? { kind: 'opened', text: String(body['text']) }
      : { kind: 'failed', message: String(body['code']) };
  };
  async function importAs(by: Exclude<Asker, 'nobody'>, file: object) {
    const other = await openEnrolledDevice(await makeIssuer());
    const commands = createCommands({ ...other.ports, openRescue: (given) => open(by, given) });
    return commands.importOutbox(JSON.stringify(file));
  }

  it('shows no name and no operation to who finds it, and comes back whole in the own market', async () => {
    expect(await readKeySet(broken.db)).toHaveProperty('rescueKey');
    expect(JSON.stringify(sealed)).not.toMatch(/Luz|purchase|customer/);
    expect(await importAs('ESTANTE', sealed)).toMatchObject({ kind: 'kept', total: 2, fresh: 2 });
  });

  it('opens for nobody of another market, and not when a bit was changed or it was sealed for another server', async () => {
    expect(await importAs('other ESTANTE', sealed)).toEqual({
      kind: 'not-opened',
      message: 'DEVICE_OF_ANOTHER_MARKET',
    });
    const first = sealed.body.startsWith('A') ? 'B' : 'A';
    expect(await open('ESTANTE', { ...sealed, body: first + sealed.body.slice(1) })).toMatchObject({
      message: 'RESCUE_UNREADABLE',
    });
    const elsewhere = await sealFor(createRescueKey(Buffer.alloc(32, 9)).publicKey, '{}');
    expect(await open('ESTANTE', { ...sealed, ...elsewhere })).toMatchObject({
      message: 'RESCUE_UNREADABLE',
    });
  });

  it('is written as before where the server has no key, and such files are still read', async () => {
    const plain = await openEnrolledDevice(await makeIssuer(), randomUUID());
    await storePurchase(plain.db);
    const file = await plain.commands.exportOutbox();
    expect(file?.v).toBe(1);
    expect(await importAs('ESTANTE', file ?? {})).toMatchObject({ kind: 'kept', fresh: 1 });
  });
});
