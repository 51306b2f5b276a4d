import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { listRescued } from '#src/client/local/outbox/rescue.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { type OpId } from '#src/protocol/brands.ts';
import { canonicalHash } from '#src/protocol/canonical-hash.ts';
import {
  issueVoucher,
  makeIssuer,
  openEnrolledDevice,
  type EnrolledDevice,
} from '#tests/support/device/enrolled-device.ts';

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
});
