import 'fake-indexeddb/auto';
import '#tests/support/browser-globals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OutboxFile } from '#src/client/commands/outbox-file.ts';
import { changeEnrolment } from '#src/client/local/device/enrolment.ts';
import { listRescued } from '#src/client/local/rescue.ts';
import { type EnrolledDevice, makeIssuer, openEnrolledDevice } from '#tests/support/enrolled-device.ts';
import { storeCustomer, storePurchase } from '#tests/support/stored-operations.ts';

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
  it('carries what is unsent, signed, with the name of who was registered, and takes nothing out', async () => {
    expect(file.entries.map(({ sig, registration }) => [sig.length > 50, registration?.ownerName])).toEqual([
      [true, undefined],
      [true, 'Luz'],
    ]);
    expect((await broken.db.fates.toArray()).map(({ state }) => state)).toEqual(['pending', 'pending']);
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
    expect(await listRescued(other.db)).toEqual([]);
  });

  it('of a newer version is refused, and not taken for an empty one', async () => {
    expect(await take({ v: 2 })).toEqual({ kind: 'unreadable' });
    expect(await take({ kind: 'something-else' })).toEqual({ kind: 'unreadable' });
  });

  it('as it was is taken over, and what was there before is not sent again', async () => {
    expect(await take({})).toEqual({ kind: 'kept', total: 2, fresh: 2, deviceName: 'Tableta 7' });
    expect(await take({})).toEqual({ kind: 'kept', total: 2, fresh: 0, deviceName: 'Tableta 7' });
    const kept = (await listRescued(other.db)).toSorted((a, b) => a.seq - b.seq);
    expect(kept.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['purchase', 12_500],
      ['customer', 0],
    ]);
  });

  it('is made by a revoked device too, which has no other way left, and not by one that nobody approved', async () => {
    await changeEnrolment(broken.db, { state: 'revoked' });
    expect(await broken.commands.exportOutbox()).toMatchObject({ entries: [{}, {}] });
    await changeEnrolment(broken.db, { state: 'asked' });
    expect(await broken.commands.exportOutbox()).toBeNull();
  });
});
