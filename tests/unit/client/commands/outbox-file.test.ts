import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCommands } from '#src/client/commands/create-commands.ts';
import type { CommandPorts } from '#src/client/commands/ports.ts';
import { makeDevicePair } from '#src/client/device/crypto.ts';
import { changeEnrolment } from '#src/client/local/device/enrolment.ts';
import { readKeySet, storeKeySet } from '#src/client/local/device/server-config.ts';
import type { CopyRecord } from '#src/client/local/second/copy-records.ts';
import type { OutboxFile } from '#src/contract/sync/recovery.ts';
import { canonicalHash } from '#src/protocol/canonical-hash.ts';
import { copyInto } from '#tests/support/browser/copy-of-tab.ts';
import {
  type EnrolledDevice,
  makeIssuer,
  openEnrolledDevice,
} from '#tests/support/device/enrolled-device.ts';
import { storeCustomer, storePurchase } from '#tests/support/market/stored-operations.ts';

let broken: EnrolledDevice;
let other: EnrolledDevice;
let file: OutboxFile;

beforeEach(async () => {
  const issuer = await makeIssuer();
  [broken, other] = [await openEnrolledDevice(issuer), await openEnrolledDevice(issuer)];
  await storePurchase(broken.db);
  await storeCustomer(broken.db);
  const exported = await broken.commands.exportOutbox();
  if (!exported || exported.v !== 1) throw new Error('nothing was exported');
  file = exported;
});

const take = (changed: object) => other.commands.importOutbox(JSON.stringify({ ...file, ...changed }));

describe('the outbox as a file', () => {
  it("carries unsent operations, signed, with registered customers' names, and removes nothing", async () => {
    expect(file.entries.map(({ sig, registration }) => [sig.length > 50, registration?.ownerName])).toEqual([
      [true, undefined],
      [true, 'Luz'],
    ]);
    expect((await broken.db.statuses.toArray()).map(({ state }) => state)).toEqual(['pending', 'pending']);
  });

  it.each([
    ['the name of the device', () => ({ deviceName: 'Otra' })],
    ['its device', () => ({ deviceId: other.id })],
    ['its moment', () => ({ exportedAt: '2020-01-01T00:00:00.000Z' })],
    ['the order of its operations', () => ({ entries: file.entries.toReversed() })],
    [
      'the name of a customer',
      () => ({
        entries: file.entries.map((entry) => ({
          ...entry,
          registration: { ownerName: 'Eva', identificacion: '1' },
        })),
      }),
    ],
    ['a signature', () => ({ entries: file.entries.map((entry) => ({ ...entry, sig: 'AAAA' })) })],
    ['what it leaves out', () => ({ entries: file.entries.slice(1) })],
    ['its checksum', () => ({ checksum: 'AAAA' })],
  ])('is refused as a whole when %s was changed, and nothing of it is kept', async (_what, change) => {
    expect(await take(change())).toEqual({ kind: 'unreadable' });
    expect(await other.db.rescued.toArray()).toEqual([]);
  });

  it('is refused when a price was changed and the checksum was made anew', async () => {
    const { checksum: _checksum, ...forged } = structuredClone(file);
    const [sale] = forged.entries as unknown as { envelope: { payload: { price: number } } }[];
    if (sale) sale.envelope.payload.price = 9_000;
    expect(await take({ ...forged, checksum: canonicalHash(forged) })).toEqual({ kind: 'unreadable' });
  });

  it('is refused when of a newer version, rather than read as empty', async () => {
    expect(await take({ v: 2 })).toEqual({ kind: 'unreadable' });
    expect(await take({ kind: 'something-else' })).toEqual({ kind: 'unreadable' });
  });

  it('triggers sending only when it contains something new, and goes on in the copy of its bearer', async () => {
    let asked = 0;
    const { ports } = other;
    const connection = { ...ports.connection, requestSync: () => (asked += 1) };
    const commands = createCommands({ ...ports, connection });
    for (const times of [1, 1]) {
      await commands.importOutbox(JSON.stringify(file));
      expect(asked).toBe(times);
    }
    expect(await commands.exportOutbox()).toMatchObject({ entries: file.entries });
  });

  it('is sealed for the server when its key is known, and delivered only by it', async () => {
    const { publicKey } = await makeDevicePair();
    const keys = await readKeySet(broken.db);
    if (keys) await storeKeySet(broken.db, { ...keys, rescueKey: publicKey });
    const sealFor = vi.fn(broken.ports.crypto.sealFor);
    const { ports } = broken;
    const sealed = await createCommands({ ...ports, crypto: { ...ports.crypto, sealFor } }).exportOutbox();
    expect(sealed).toMatchObject({ kind: 'mercado-outbox', v: 2, deviceName: 'Tableta 7' });
    expect(JSON.stringify(sealed)).not.toMatch(/"Luz"|purchase|customer/);
    const text = sealFor.mock.lastCall?.[1] ?? '';
    expect(JSON.parse(text)).toEqual(file);
    const brought = (deliverRescue: CommandPorts['deliverRescue']) =>
      createCommands({ ...other.ports, deliverRescue }).importOutbox(JSON.stringify(sealed));
    const failed = { kind: 'failed', message: 'Es de otro mercado.' } as const;
    expect(await brought(() => Promise.resolve(failed))).toEqual(failed);
    const counts = { deviceName: 'Tableta 7', total: 2, done: 1, review: 0, refused: 0, waiting: 1 };
    const delivered = { kind: 'delivered', counts } as const;
    expect(await brought(() => Promise.resolve(delivered))).toEqual(delivered);
    expect(await other.db.rescued.toArray(), 'nothing of it is on the device that brings it').toEqual([]);
  });

  it("goes into the importing device's second copy, and is unreadable with a future envelope", async () => {
    const kept: CopyRecord[] = [];
    other.secondCopy = copyInto(kept);
    const { commands } = other;
    await commands.importOutbox(JSON.stringify(file));
    expect(kept).toEqual(file.entries.map((entry) => ({ t: 'entry', entry })));
    const { checksum: _checksum, ...rest } = file;
    const tomorrow = { ...rest, entries: file.entries.map((entry) => ({ ...entry, envelope: { v: 9 } })) };
    const sealed = { ...tomorrow, checksum: canonicalHash(tomorrow) };
    expect(await commands.importOutbox(JSON.stringify(sealed))).toEqual({ kind: 'unreadable' });
  });

  it("stays unsealed without the server's keys", async () => {
    await broken.db.serverConfig.delete('keys');
    expect(await broken.commands.exportOutbox()).toMatchObject({ v: 1 });
  });

  it('leaves out operations of a newer app version, which stay in the outbox', async () => {
    const [newer] = await broken.db.statuses.orderBy('seq').toArray();
    if (newer) await broken.db.envelopes.put({ v: 9, opId: newer.opId, seq: newer.seq });
    expect(await broken.commands.exportOutbox()).toMatchObject({ entries: [{ sig: expect.any(String) }] });
  });

  it("is null on a device that was never enrolled, even when the server's key is known", async () => {
    await broken.db.enrolment.clear();
    const keys = await readKeySet(broken.db);
    const { publicKey } = await makeDevicePair();
    if (keys) await storeKeySet(broken.db, { ...keys, rescueKey: publicKey });
    expect(await broken.commands.exportOutbox()).toBeNull();
  });

  it('can be made by a revoked device, which has no other way, but not by one that was never approved', async () => {
    await changeEnrolment(broken.db, { state: 'revoked' });
    expect(await broken.commands.exportOutbox()).toMatchObject({ entries: [{}, {}] });
    await changeEnrolment(broken.db, { state: 'asked' });
    expect(await broken.commands.exportOutbox()).toBeNull();
  });
});
