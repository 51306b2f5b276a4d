import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { listRescued } from '#src/client/local/outbox/rescue.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { toOpId, type OpId } from '#src/protocol/brands.ts';
import { canonicalHash } from '#src/protocol/canonical-hash.ts';
import {
  issueVoucher,
  makeIssuer,
  openEnrolledDevice,
  type EnrolledDevice,
} from '#tests/support/device/enrolled-device.ts';
import { unreachable } from '#tests/support/device/sync-ports.ts';

describe('a tablet that cannot send', () => {
  let broken: EnrolledDevice;
  let other: EnrolledDevice;
  let sales: OpId[];

  beforeEach(async () => {
    const issuer = await makeIssuer();
    broken = await openEnrolledDevice(issuer);
    other = await openEnrolledDevice(issuer);
    const voucher = await issueVoucher(issuer, 80_000, broken.clock.now);
    sales = [await broken.sell(voucher, 1_000), await broken.sell(voucher, 2_000)];
  });
  const fileOf = async (device: EnrolledDevice) => JSON.stringify(await device.commands.exportOutbox());

  it('exports its outbox to a file, which another one delivers in its name', async () => {
    const text = await fileOf(broken);
    expect(await other.commands.importOutbox(text)).toEqual({
      kind: 'kept',
      total: 2,
      fresh: 2,
      deviceName: 'Tableta 7',
    });
    await other.drain();
    const [call] = other.calls;
    expect(call?.deviceId).toBe(other.id);
    expect(call?.entries.map(({ envelope }) => (envelope as Envelope).opId)).toEqual(sales);
    expect(call?.entries.map(({ envelope }) => (envelope as Envelope).deviceId)).toEqual([
      broken.id,
      broken.id,
    ]);
    expect(call?.journal).toMatchObject({ lastSeq: 0 });
    expect((await listRescued(other.db)).map(({ state }) => state)).toEqual(['accepted', 'accepted']);
  });

  it('keeps its own outbox when exporting', async () => {
    await fileOf(broken);
    expect(await broken.status(sales[0] ?? toOpId(''))).toMatchObject({ state: 'pending' });
  });

  it('has its file imported once, however often it is read, and never automatically', async () => {
    const text = await fileOf(broken);
    await other.commands.importOutbox(text);
    await other.drain();
    expect(await other.commands.importOutbox(text)).toMatchObject({ total: 2, fresh: 0 });
    await other.drain();
    expect(other.calls).toHaveLength(1);
    expect(await broken.commands.importOutbox(text)).toMatchObject({ fresh: 0 });
  });

  it('has its operations kept by the other one until the server has them', async () => {
    await other.commands.importOutbox(await fileOf(broken));
    other.outcomes = [unreachable];
    await other.drain();
    other.restart();
    expect((await listRescued(other.db)).map(({ state }) => state)).toEqual(['pending', 'pending']);
    other.clock.now += 400_000;
    await other.drain();
    expect((await listRescued(other.db)).map(({ state }) => state)).toEqual(['accepted', 'accepted']);
  });

  it('has its operations queried again while a manager decides', async () => {
    await other.commands.importOutbox(await fileOf(broken));
    other.results = () => ({ state: 'in-review', reason: 'DEVICE_REVOKED' });
    await other.drain();
    expect((await listRescued(other.db)).map(({ state }) => state)).toEqual(['in-review', 'in-review']);
    other.results = () => ({ state: 'settled-with-overspend' });
    other.clock.now += 11 * 60_000;
    await other.drain();
    expect(new Set((await listRescued(other.db)).map(({ state }) => state))).toEqual(
      new Set(['settled-with-overspend']),
    );
  });

  it('has its file refused as a whole when anything in it was changed', async () => {
    const text = await fileOf(broken);
    expect(await other.commands.importOutbox(text.replace('2000', '9000'))).toEqual({ kind: 'unreadable' });
    const file = JSON.parse(text) as { checksum: string; entries: { envelope: { payload: object } }[] };
    const { checksum: _checksum, ...rest } = file;
    Object.assign(rest.entries[1]?.envelope.payload ?? {}, { price: 9_000 });
    const forged = JSON.stringify({ ...rest, checksum: canonicalHash(rest) });
    expect(await other.commands.importOutbox(forged)).toEqual({ kind: 'unreadable' });
    expect(await other.commands.importOutbox('nada')).toEqual({ kind: 'unreadable' });
    expect(await other.db.rescued.count()).toBe(0);
  });

  it('needs an enrolled device to deliver its file', async () => {
    const plain = await openEnrolledDevice(await makeIssuer(), randomUUID());
    await plain.db.enrolment.clear();
    expect(await plain.commands.exportOutbox()).toBeNull();
  });
});
