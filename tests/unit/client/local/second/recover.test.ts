import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { changeEnrolment } from '#src/client/local/device/enrolment.ts';
import type { EnvelopeSigner } from '#src/client/local/outbox/sign-envelopes.ts';
import { completeCopy, copyOperations } from '#src/client/local/second/copy-operations.ts';
import { type CopyRecord, foldCopy, prunedTexts } from '#src/client/local/second/copy-records.ts';
import { recoverLost } from '#src/client/local/second/recover.ts';
import { readRecovery } from '#src/client/local/second/recovery-notice.ts';
import type { SecondCopy } from '#src/client/local/second/second-copy.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { issueVoucher, makeIssuer, openEnrolledDevice } from '#tests/support/device/enrolled-device.ts';
import { storeCustomer, storePurchase, storeTopUp } from '#tests/support/market/stored-operations.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

const issuer = forSuite(makeIssuer);
const sign: EnvelopeSigner = (text) => Promise.resolve(`signed ${text.length}`);
const device = forEachTest(() => openEnrolledDevice(issuer));
/** Contents of the second copy, and texts it is asked to keep. */
let texts: string[];
let damaged: number;
const keep = vi.fn<SecondCopy['keep']>();
const copy: SecondCopy = { keep, read: () => Promise.resolve({ ...foldCopy(texts), damaged }) };

beforeEach(() => {
  [texts, damaged] = [[], 0];
  keep.mockReset();
  keep.mockImplementation((records) => {
    texts.push(...records.map((record) => JSON.stringify(record)));
    return Promise.resolve(true);
  });
});

const add = (record: CopyRecord) => texts.push(JSON.stringify(record));
const settle = (opId: OpId, state = 'accepted') => add({ t: 'result', result: { opId, state } as never });
const recover = () => recoverLost(device.db, copy, device.clock.now, '');
const kept = () => keep.mock.calls.flatMap(([records]) => records);

/** Resets the database to its state when the journal ended with `lastSeq`. */
async function forgetAfter(lastSeq: number): Promise<void> {
  const lost = await device.db.envelopes.where('seq').above(lastSeq).toArray();
  for (const table of ['envelopes', 'statuses', 'labels', 'signatures', 'exposures', 'registrations'])
    await device.db.table(table).bulkDelete(lost.map(({ opId }) => opId));
  await device.db.device.update('self', { lastSeq, headHash: 'before' });
}
const copyInto = (db: MoneyDb, ids: OpId[]) =>
  copyOperations(
    db,
    copy,
    () => sign,
    () => Promise.resolve(ids),
  );
const write = async (...ids: OpId[]) => copyInto(device.db, ids);

describe('the end of a journal that only the second copy has', () => {
  it('is restored with customers, amounts, signatures and the head of the journal', async () => {
    const ids = [await storePurchase(device.db), await storeTopUp(device.db), await storeCustomer(device.db)];
    await write(...ids);
    const [head] = (await device.db.device.toArray()).map(({ headHash }) => headHash);
    const exposures = await device.db.exposures.toArray();
    await forgetAfter(0);
    expect(await recover()).toBe(3);
    expect(
      (await device.db.statuses.orderBy('seq').toArray()).map(({ opId, state }) => [opId, state]),
    ).toEqual(ids.map((opId) => [opId, 'pending']));
    expect((await device.db.registrations.toArray()).map(({ opId, ownerName }) => [opId, ownerName])).toEqual(
      [[ids[2], 'Luz']],
    );
    // A top-up's voucher may have been issued.
    expect(await device.db.exposures.toArray()).toEqual(
      exposures.map((one) => ({ ...one, accepted: one.kind === 'issued' })),
    );
    expect((await device.db.signatures.toArray()).every(({ sig }) => sig.startsWith('signed'))).toBe(true);
    expect(await device.db.device.get('self')).toMatchObject({ lastSeq: 3, headHash: head });
    expect(await readRecovery(device.db)).toMatchObject({ at: device.clock.now, count: 3 });
    expect(await recover()).toBe(0);
  });

  it('is restored with the registration that a top-up waits for, though its own copy failed (seed 1128024548)', async () => {
    keep.mockResolvedValueOnce(false);
    const registered = await storeCustomer(device.db);
    await write(registered);
    const { clientId } = (await device.db.registrations.get(registered)) ?? { clientId: '' };
    const topUp = await storeTopUp(device.db, { clientId });
    await write(topUp);
    expect([...foldCopy(texts).entries.keys()]).toEqual([registered, topUp]);
    await forgetAfter(0);
    expect(await recover()).toBe(2);
    expect((await device.db.registrations.toArray()).map(({ clientId: id }) => id)).toEqual([clientId]);
  });

  it('raises the latest moment of the clock', async () => {
    device.clock.now += 86_400_000;
    const voucher = await issueVoucher(issuer, 5_000, device.clock.now);
    await write(await device.sell(voucher, 500));
    await forgetAfter(0);
    await device.db.device.update('self', { latestSeen: 5 });
    await recover();
    expect((await device.db.device.get('self'))?.latestSeen).toBe(device.clock.now);
  });

  it("is restored with its sales' decisions, whichever part was lost", async () => {
    const voucher = await issueVoucher(issuer, 50_000, device.clock.now);
    device.list([{ voucherId: voucher.id, balance: 50_000 }]);
    const [first, second] = [await device.sell(voucher, 500), await device.sell(voucher, 700)];
    const plain = await device.sell(voucher, 900);
    await device.accept(first);
    await device.commands.withdraw(second);
    const ids = (await device.db.envelopes.orderBy('seq').toArray()).map(({ opId }) => opId);
    await write(...ids);
    const decided = async () =>
      Promise.all([first, second, plain].map(async (opId) => (await device.db.statuses.get(opId))?.offline));
    const accepted = async () =>
      new Map((await device.db.exposures.toArray()).map(({ opId, accepted: is }) => [opId, is]));
    const exposed = new Map([
      [first, true],
      [plain, false],
    ]);
    const told = [
      { kind: 'accepted', opId: ids[3] },
      { kind: 'withdrawn', opId: ids[4], reason: 'BY_PERSON', most: 0 },
    ];
    // Everything.
    await forgetAfter(0);
    expect(await recover()).toBe(5);
    expect(await decided()).toEqual([...told, undefined]);
    expect(await accepted()).toEqual(exposed);
    // The sales remained; their decisions were lost.
    for (const opId of [first, second])
      await device.db.statuses
        .where('opId')
        .equals(opId)
        .modify((row) => delete row.offline);
    const one = await device.db.exposures.get(first);
    if (one)
      await device.db.exposures.bulkPut([
        { ...one, accepted: false },
        { ...one, opId: second },
      ]);
    await forgetAfter(3);
    expect(await recover()).toBe(2);
    expect(await decided()).toEqual([...told, undefined]);
    expect(await accepted()).toEqual(exposed);
    // The decisions remained; their sales were lost.
    const before = await device.db.device.get('self');
    for (const table of ['envelopes', 'statuses', 'exposures', 'signatures'])
      await device.db.table(table).bulkDelete([first, second]);
    expect(await recover()).toBe(2);
    expect(await decided()).toEqual([...told, undefined]);
    expect(await accepted()).toEqual(exposed);
    expect(await device.db.device.get('self')).toEqual(before);
    expect((await device.db.signatures.get(first))?.sig).toMatch(/\S{20}/);
  });

  it('keeps later decisions, and skips operations of other journals', async () => {
    const sale = await device.sell(await issueVoucher(issuer, 5_000, device.clock.now), 500);
    await device.commands.withdraw(sale);
    await write(...((await device.db.envelopes.toCollection().primaryKeys()) as OpId[]));
    const before = await device.status(sale);
    await forgetAfter(1);
    expect(await recover()).toBe(1);
    expect(await device.status(sale)).toEqual(before);
    await device.db.statuses.delete(sale);
    await forgetAfter(1);
    expect(await recover()).toBe(1);
    expect(await device.db.statuses.get(sale)).toBeUndefined();
  });

  it("counts as another device's when the device has an id but no keys", async () => {
    await write(await storePurchase(device.db));
    await forgetAfter(0);
    await device.db.enrolment.clear();
    expect(await recover()).toBe(1);
    expect([await device.db.envelopes.count(), await device.db.rescued.count()]).toEqual([0, 1]);
    expect(await recover()).toBe(0);
  });

  it('counts the operations that the server has not settled, and reuses no number', async () => {
    const [first, second] = [await storePurchase(device.db), await storePurchase(device.db)];
    await write(first, second);
    settle(first);
    await forgetAfter(0);
    expect(await recover()).toBe(1);
    expect((await device.db.device.get('self'))?.lastSeq).toBe(2);
    expect(await device.db.envelopes.count()).toBe(2);
  });

  it('leaves out operations that were settled and deleted before', async () => {
    const opId = await storePurchase(device.db);
    await write(opId);
    settle(opId);
    await device.db.envelopes.delete(opId);
    expect(await recover()).toBe(0);
    expect(await device.db.envelopes.count()).toBe(0);
  });

  it('is only the head when everything in it was settled', async () => {
    add({ t: 'head', deviceId: device.id, seq: 9, hash: 'head' });
    expect(await recover()).toBe(0);
    expect(await device.db.device.get('self')).toMatchObject({ lastSeq: 9, headHash: 'head' });
    add({ t: 'head', deviceId: 'another', seq: 99, hash: 'other' });
    await recover();
    expect((await device.db.device.get('self'))?.lastSeq).toBe(9);
  });

  it("counts as another device's when its numbers were used again", async () => {
    const lost = await storePurchase(device.db);
    await write(lost);
    await forgetAfter(0);
    await storePurchase(device.db);
    expect(await recover()).toBe(1);
    expect(await device.db.envelopes.get(lost)).toBeUndefined();
    expect((await device.db.rescued.toArray()).map(({ opId }) => opId)).toEqual([lost]);
    expect((await device.db.device.get('self'))?.lastSeq).toBe(1);
  });

  it('of another device is imported once, unless it was settled', async () => {
    const other = await openEnrolledDevice(issuer);
    const [open, settled] = [await storePurchase(other.db), await storePurchase(other.db)];
    await copyInto(other.db, [open, settled]);
    settle(settled);
    expect([await recover(), await recover()]).toEqual([1, 0]);
    expect((await device.db.rescued.toArray()).map(({ opId }) => opId)).toEqual([open]);
    expect((await device.db.device.get('self'))?.lastSeq ?? 0).toBe(0);
  });

  it('is empty without a copy', async () => {
    const none: SecondCopy = { ...copy, read: () => Promise.resolve(null) };
    expect(await recoverLost(device.db, none, 1, 'total')).toBe(0);
    expect(await readRecovery(device.db)).toBeNull();
  });

  it('is reported together with its damage', async () => {
    damaged = 2;
    await recover();
    expect(await readRecovery(device.db)).toMatchObject({ damaged: 2, count: 0 });
  });
});

describe('operations missing in the second copy', () => {
  it('are written at a start: open ones, imported ones, and those settled since', async () => {
    const other = await openEnrolledDevice(issuer);
    await storePurchase(other.db);
    await device.commands.importOutbox(JSON.stringify(await other.commands.exportOutbox()));
    const [rescued] = (await device.db.rescued.toArray()).map(({ opId }) => opId);
    const [there, missing, done, gone] = [
      await storePurchase(device.db),
      await storePurchase(device.db),
      await storePurchase(device.db),
      await storePurchase(device.db),
    ];
    await write(there, done);
    await device.db.statuses.update(done, { state: 'refused' });
    await device.db.statuses.update(gone, { state: 'accepted' });
    await device.db.statuses.update(missing, { state: 'in-review' });
    keep.mockClear();
    await completeCopy(device.db, copy, sign);
    const entries = kept().flatMap((one) =>
      one.t === 'entry' ? [(one.entry.envelope as { opId: OpId }).opId] : [],
    );
    expect(entries).toEqual([missing, rescued]);
    expect(kept().flatMap((one) => (one.t === 'result' ? [one.result] : []))).toEqual([
      { opId: done, state: 'refused' },
    ]);
    keep.mockClear();
    await completeCopy(device.db, copy, sign);
    expect(keep).not.toHaveBeenCalled();
    await device.db.rescued.toCollection().modify({ state: 'accepted' });
    await completeCopy(device.db, copy, sign);
    expect(kept()).toEqual([{ t: 'result', result: { opId: rescued, state: 'accepted' } }]);
  });

  it('are none without an enrolment or a copy', async () => {
    await storePurchase(device.db);
    await completeCopy(device.db, { ...copy, read: () => Promise.resolve(null) }, sign);
    await changeEnrolment(device.db, { state: 'asked' });
    await completeCopy(device.db, copy, sign);
    await device.db.enrolment.clear();
    await completeCopy(device.db, copy, sign);
    expect(keep).not.toHaveBeenCalled();
  });
});

describe('records of the second copy', () => {
  it('omit settled operations when rewritten, and keep heads, answers, and unreadable records', async () => {
    const [open, settled] = [await storePurchase(device.db), await storePurchase(device.db)];
    await write(open, settled);
    settle(open, 'in-review');
    settle(settled);
    add({ t: 'head', deviceId: device.id, seq: 1, hash: 'old' });
    add({ t: 'head', deviceId: 'other', seq: 7, hash: 'h7' });
    const strange = ['{"t":"of tomorrow"}', '{"t":"entry","entry":{"sig":"x","envelope":{"v":1}}}'];
    const folded = foldCopy([...texts, ...strange]);
    expect([...folded.settled]).toEqual([settled]);
    expect(folded.heads.get(device.id)?.seq).toBe(2);
    const again = prunedTexts(folded);
    expect(again.slice(-2)).toEqual(strange);
    const refolded = foldCopy(again);
    expect([...refolded.entries.keys()]).toEqual([open]);
    expect(refolded.heads).toEqual(folded.heads);
    expect(refolded.results).toEqual(new Map([[open, { opId: open, state: 'in-review' }]]));
  });

  it('are kept but not restored when the envelope does not match its hash', async () => {
    await write(await storePurchase(device.db));
    const changed = texts.map((text) => text.replace('12500', '99500'));
    expect(changed).not.toEqual(texts);
    expect(foldCopy(changed)).toMatchObject({ entries: new Map(), heads: new Map(), unread: changed });
  });
});
