import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { recoverLost } from '#src/client/local/second/recover.ts';
import { markRecoverySeen, readRecovery } from '#src/client/local/second/recovery-notice.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { toAmount, type OpId } from '#src/protocol/brands.ts';
import { copyOfTab, hangingCopy } from '#tests/support/browser/copy-of-tab.ts';
import { fakeFiles, oneAtATime } from '#tests/support/browser/fake-files.ts';
import {
  issueVoucher,
  makeIssuer,
  openEnrolledDevice,
  type EnrolledDevice,
  type IssuedVoucher,
} from '#tests/support/device/enrolled-device.ts';

describe('a tablet whose database was destroyed', () => {
  let issuer: Awaited<ReturnType<typeof makeIssuer>>;
  let device: EnrolledDevice;
  let voucher: IssuedVoucher;
  let disk: ReturnType<typeof fakeFiles>;
  const copyOn = (files: ReturnType<typeof fakeFiles>) => copyOfTab(files.folder, oneAtATime());

  beforeEach(async () => {
    issuer = await makeIssuer();
    disk = fakeFiles();
    device = await openEnrolledDevice(issuer);
    device.secondCopy = copyOn(disk);
    voucher = await issueVoucher(issuer, 80_000, device.clock.now);
    device.list([{ voucherId: voucher.id, balance: toAmount(80_000) }]);
  });

  /** A sale whose goods were handed over. */
  async function accepted(price: number): Promise<[OpId, OpId]> {
    const sale = await device.sell(voucher, price);
    const result = await device.accept(sale);
    if (result.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(result)}`);
    return [sale, result.opId];
  }
  const sent = (to: EnrolledDevice) =>
    to.calls.flatMap(({ entries }) => entries.map(({ envelope }) => (envelope as Envelope).opId));

  /** Removes the newest operations from the disk, as if their transactions had never reached it. */
  async function forgetAfter(lastSeq: number): Promise<void> {
    const lost = await device.db.envelopes.where('seq').above(lastSeq).toArray();
    const ids = lost.map(({ opId }) => opId);
    for (const table of ['envelopes', 'statuses', 'labels', 'signatures', 'exposures'])
      await device.db.table(table).bulkDelete(ids);
    const row = await device.db.device.get('self');
    if (row) await device.db.device.put({ ...row, lastSeq, headHash: '' });
  }

  it('regains the end of its journal, with its numbers, and sends it once', async () => {
    const [first] = await accepted(1_000);
    const [sale, acceptance] = await accepted(2_000);
    await forgetAfter(2);
    expect(await recoverLost(device.db, device.secondCopy, device.clock.now, '')).toBe(2);
    expect(await recoverLost(device.db, device.secondCopy, device.clock.now, '')).toBe(0);
    expect(await device.db.device.get('self')).toMatchObject({ lastSeq: 4 });
    expect(await device.status(sale)).toMatchObject({ offline: { kind: 'accepted', opId: acceptance } });
    expect(await device.db.exposures.get(sale)).toMatchObject({ accepted: true, amount: 2_000 });
    await device.drain();
    expect(sent(device)).toHaveLength(4);
    expect(sent(device)[0]).toBe(first);
    expect(await readRecovery(device.db)).toMatchObject({ count: 2, damaged: 0 });
    await markRecoverySeen(device.db);
    expect(await readRecovery(device.db)).toBeNull();
  });

  it('delivers everything unsent once under a new enrolment when the keys were lost with the database', async () => {
    const before = await accepted(1_000);
    await device.drain();
    voucher = await issueVoucher(issuer, 80_000, device.clock.now);
    device.list([{ voucherId: voucher.id, balance: toAmount(80_000) }]);
    const after = [...(await accepted(2_000)), ...(await accepted(3_000))];
    const fresh = await openEnrolledDevice(issuer);
    fresh.secondCopy = copyOn(disk);
    expect(await recoverLost(fresh.db, fresh.secondCopy, fresh.clock.now, 'corrupted')).toBe(4);
    expect(await recoverLost(fresh.db, fresh.secondCopy, fresh.clock.now, '')).toBe(0);
    expect((await fresh.db.rescued.toArray()).map(({ opId }) => opId).sort()).toEqual([...after].sort());
    await fresh.drain();
    expect(sent(fresh)).toEqual(after);
    expect(before.some((opId) => sent(fresh).includes(opId))).toBe(false);
    expect(await readRecovery(fresh.db)).toMatchObject({ count: 4, dataLoss: 'corrupted' });
    // Lost a second time: operations that the server has settled meanwhile are not restored.
    const third = await openEnrolledDevice(issuer);
    expect(await recoverLost(third.db, copyOn(disk), third.clock.now, '')).toBe(0);
  });

  it('keeps selling while the file system hangs', async () => {
    device.secondCopy = hangingCopy();
    await accepted(1_000);
    expect(await recoverLost(device.db, device.secondCopy, device.clock.now, '')).toBe(0);
  });
});
