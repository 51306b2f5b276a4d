import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import Dexie from 'dexie';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changeEnrolment, readEnrolment } from '#src/client/local/device/enrolment.ts';
import { readLetters } from '#src/client/local/device/letters.ts';
import { readSyncStatus, updateSyncStatus } from '#src/client/local/device/server-config.ts';
import { readStoredList } from '#src/client/local/offline/cache-db.ts';
import { writeLetter } from '#src/client/sync/letters/write-letter.ts';
import { toAmount } from '#src/contract/brands.ts';
import {
  type EnrolledDevice,
  type IssuedVoucher,
  issueVoucher,
  makeIssuer,
  openEnrolledDevice,
} from '#tests/support/device/enrolled-device.ts';
import { type LetterDevice, letterDevice, LetterServer } from '#tests/support/device/letter-server.ts';

const hour = 3_600_000;

let device: EnrolledDevice;
let letters: LetterDevice;
let server: LetterServer;
let voucher: IssuedVoucher;
let issuer: Awaited<ReturnType<typeof makeIssuer>>;

beforeEach(async () => {
  issuer = await makeIssuer();
  server = new LetterServer(issuer);
  device = await openEnrolledDevice(issuer);
  letters = await letterDevice(device, server.rescueKey);
  voucher = await issueVoucher(issuer, 50_000, device.clock.now - hour);
  await updateSyncStatus(device.db, { reportedAt: device.clock.now, listAsOf: device.clock.now });
  device.list([{ voucherId: voucher.id, balance: toAmount(50_000) }]);
});

/** A sale whose goods were handed over without a link. */
async function sellOffline(price: number) {
  const opId = await device.sell(voucher, price);
  expect(await device.accept(opId)).toMatchObject({ kind: 'accepted' });
  return opId;
}

const entries = () => [{ voucherId: voucher.id, balance: toAmount(38_000) }];

describe('writing a letter', () => {
  it('carries every open operation in order, signed, and changes none of them', async () => {
    await sellOffline(12_000);
    const before = await device.db.fates.toArray();
    const letter = server.open(await letters.write());
    expect(letter).toMatchObject({ deviceId: device.id, number: 1, epoch: 0 });
    expect(letter.requests[0]?.entries.map(({ envelope }) => (envelope as { kind: string }).kind)).toEqual([
      'purchase',
      'acceptance',
    ]);
    expect(await device.db.fates.toArray()).toEqual(before);
  });

  it('carries an operation again that the server has recorded without a decision', async () => {
    const opId = await sellOffline(12_000);
    device.results = ({ kind }) => (kind === 'acceptance' ? { state: 'in-review' } : {});
    await letters.open(await server.answer(device, await letters.write(), { asOf: device.clock.now + 1 }));
    device.clock.now += 1;
    const [request] = server.open(await letters.write()).requests;
    expect(request?.entries).toHaveLength(1);
    expect((await device.status(opId)).state).toBe('accepted');
  });

  it('has one call without entries when nothing is open', async () => {
    expect(server.open(await letters.write()).requests.map((one) => one.entries)).toEqual([[]]);
  });

  it('puts more operations than one call holds into several', async () => {
    for (let at = 0; at < 5; at += 1) await device.sell(voucher, 1_000);
    const small = { ...letters.ports, sync: { ...letters.ports.sync, batchSize: 2 } };
    const written = await writeLetter(small);
    if (written.kind !== 'written') throw new Error(written.kind);
    const { requests } = server.open(written.sealed);
    expect(requests.map((one) => one.entries.length)).toEqual([2, 2, 1]);
    expect(written.carried).toEqual({ count: 5, sum: 5_000 });
  });

  it('counts letters up and keeps one key, across a restart', async () => {
    const one = server.open(await letters.write());
    device.restart();
    const two = server.open(await letters.write());
    expect([one.number, two.number]).toEqual([1, 2]);
    expect(two.answerKey).toBe(one.answerKey);
    expect((await readLetters(device.db))?.answerKey.privateKey.extractable).toBe(false);
  });

  it('says that the server has no key here', async () => {
    const other = await openEnrolledDevice(await makeIssuer());
    expect(await writeLetter((await letterDevice(other, null)).ports)).toEqual({ kind: 'no-key' });
  });
});

describe('opening an answer', () => {
  it('confirms what the letter carried, takes the list, and counts the hours from it', async () => {
    const opId = await sellOffline(12_000);
    const letter = await letters.write();
    const asOf = device.clock.now + hour;
    device.clock.now += 2 * hour;
    const answer = await server.answer(device, letter, { entries: entries(), asOf });
    device.clock.now += 20 * hour;
    const reported = await readSyncStatus(device.db);
    expect(await letters.open(answer)).toMatchObject({
      kind: 'applied',
      asOf,
      applied: { letter: 1, done: { count: 1, sum: 12_000 }, review: { count: 0 }, hasList: true },
    });
    expect((await device.status(opId)).state).toBe('accepted');
    expect((await readStoredList(letters.ports.cache))?.asOf).toBe(asOf);
    expect(await readSyncStatus(device.db)).toMatchObject({
      listAsOf: asOf,
      fullListAsOf: asOf,
      reportedAt: reported.reportedAt,
      isReportOwed: reported.isReportOwed,
    });
    // Its own clock, which the answer's old time would have set back by a day.
    expect((await device.db.device.get('self'))?.clockOffset).toBe(0);
  });

  it('leaves what was sold after the letter open', async () => {
    await sellOffline(12_000);
    const letter = await letters.write();
    const later = await sellOffline(3_000);
    await letters.open(await server.answer(device, letter, { asOf: device.clock.now + 1 }));
    expect((await device.status(later)).state).toBe('pending');
  });

  it('refuses an equal and an older answer, and keeps what it has', async () => {
    const [first, second] = [await letters.write(), await letters.write()];
    const asOf = device.clock.now + hour;
    device.clock.now += 2 * hour;
    const newer = await server.answer(device, second, { asOf });
    const older = await server.answer(device, first, { asOf: asOf - 1 });
    expect(await letters.open(newer)).toMatchObject({ kind: 'applied' });
    for (const again of [newer, older])
      expect(await letters.open(again)).toEqual({ kind: 'refused', why: 'older' });
    expect((await readStoredList(letters.ports.cache))?.asOf).toBe(asOf);
  });

  it('refuses an answer older than the list that the link has brought', async () => {
    const answer = await server.answer(device, await letters.write());
    await updateSyncStatus(device.db, { listAsOf: device.clock.now + 1 });
    expect(await letters.open(answer)).toEqual({ kind: 'refused', why: 'older' });
  });

  it("refuses another device's answer, also when it names this one", async () => {
    const other = await openEnrolledDevice(issuer);
    await changeEnrolment(other.db, { name: 'Otra' });
    const others = await letterDevice(other, server.rescueKey);
    const answer = await server.answer(other, await others.write());
    expect(await letters.open(answer)).toMatchObject({ kind: 'refused', why: 'no-key' });
    const own = await letters.write();
    expect(await letters.open({ ...answer, deviceName: 'Otra' })).toEqual({
      kind: 'refused',
      why: 'foreign',
    });
    const asOf = device.clock.now + 1;
    const named = await server.answer(device, own, { asOf, change: { deviceId: other.id } });
    expect(await letters.open(named)).toEqual({ kind: 'refused', why: 'foreign' });
  });

  it.each([
    ['its body', (answer: { body: string }) => ({ ...answer, body: `A${answer.body.slice(1, -4)}AAAA` })],
    ['its salt', (answer: object) => ({ ...answer, salt: 'AAAA' })],
  ])('refuses an answer that was changed in %s', async (_what, change) => {
    const asOf = device.clock.now + 1;
    const answer = await server.answer(device, await letters.write(), { asOf });
    expect(await letters.open(change(answer))).toEqual({ kind: 'refused', why: 'changed' });
  });

  it('refuses an answer that its issuing key did not sign', async () => {
    const asOf = device.clock.now + 1;
    const letter = await letters.write();
    const changed = await server.answer(device, letter, { asOf, sealedChange: { letter: 7 } });
    expect(await letters.open(changed)).toEqual({ kind: 'refused', why: 'changed' });
    const unknown = await server.answer(device, letter, { asOf, change: { kid: 99 } });
    expect(await letters.open(unknown)).toEqual({ kind: 'refused', why: 'changed' });
  });

  it('reads fields of a later version as signed', async () => {
    const change = { later: { what: 'it says' } };
    const answer = await server.answer(device, await letters.write(), { asOf: device.clock.now + 1, change });
    expect(await letters.open(answer)).toMatchObject({ kind: 'applied' });
  });

  it('refuses files that are no answer', async () => {
    for (const file of [{}, { kind: 'mercado-carta' }, await letters.write()])
      expect(await letters.open(file)).toEqual({ kind: 'refused', why: 'not-an-answer' });
  });

  it('leaves what this server must still be shown, unless it says the same (seed 1135013478)', async () => {
    const opId = await sellOffline(12_000);
    const letter = await letters.write();
    await device.drain();
    expect((await device.status(opId)).state).toBe('accepted');
    await changeEnrolment(device.db, { toShow: [1, 2] });
    // The letter carried no seals, so the restored server has the acceptance for a person to decide.
    device.results = ({ kind }) => (kind === 'acceptance' ? { state: 'in-review' } : {});
    await letters.open(await server.answer(device, letter, { asOf: device.clock.now + 1 }));
    expect((await readEnrolment(device.db))?.toShow).toEqual([2]);
    device.results = () => ({ state: 'refused', refusal: { code: 'VOUCHER_SPENT', message: '' } });
    await letters.open(await server.answer(device, letter, { asOf: device.clock.now + 2 }));
    expect((await readEnrolment(device.db))?.toShow).toEqual([2]);
    device.results = () => ({});
    await letters.open(await server.answer(device, letter, { asOf: device.clock.now + 3 }));
    expect((await readEnrolment(device.db))?.toShow).toEqual([]);
  });

  it('opens the same file again after a crash between results and list', async () => {
    const opId = await sellOffline(12_000);
    const letter = await letters.write();
    const asOf = device.clock.now + 1;
    const answer = await server.answer(device, letter, { asOf, entries: entries() });
    const { cache } = letters.ports;
    vi.spyOn(cache, 'transaction').mockImplementationOnce(() => Dexie.Promise.reject(new Error('killed')));
    await expect(letters.open(answer)).rejects.toThrow('killed');
    expect((await device.status(opId)).state).toBe('accepted');
    expect((await readLetters(device.db))?.appliedAsOf).toBe(0);
    expect(await letters.open(answer)).toMatchObject({ kind: 'applied', applied: { done: { count: 1 } } });
    expect(await letters.open(answer)).toEqual({ kind: 'refused', why: 'older' });
  });

  it('never makes a device younger that has a later answer', async () => {
    await sellOffline(12_000);
    const answer = await server.answer(device, await letters.write(), { asOf: device.clock.now + 1 });
    await updateSyncStatus(device.db, { heardAsOf: device.clock.now + hour });
    await changeEnrolment(device.db, { ackSeq: 9, name: 'Nuevo nombre' });
    expect(await letters.open(answer)).toMatchObject({ kind: 'applied', applied: { done: { count: 1 } } });
    expect(await readEnrolment(device.db)).toMatchObject({ ackSeq: 9, name: 'Nuevo nombre' });
  });

  it('stops a revoked device as an answer over the link does', async () => {
    device.answer = { state: 'revoked' };
    const letter = await letters.write();
    const answer = await server.answer(device, letter, {
      asOf: device.clock.now + 1,
      change: { list: undefined },
    });
    expect(await letters.open(answer)).toMatchObject({ kind: 'applied', applied: { hasList: false } });
    expect((await readEnrolment(device.db))?.state).toBe('revoked');
    expect(device.forgotten).toBe(1);
    expect(await letters.open(answer)).toEqual({ kind: 'refused', why: 'older' });
  });

  it('takes no list while the clock was never measured, and the same file once it is right', async () => {
    const opId = await sellOffline(12_000);
    const letter = await letters.write();
    const self = await device.db.device.get('self');
    if (!self) throw new Error('no device');
    const { clockSamples = [], ...rest } = self;
    await device.db.device.put(rest);
    const answer = await server.answer(device, letter, { asOf: device.clock.now + 1, entries: entries() });
    expect(await letters.open(answer)).toMatchObject({ kind: 'applied', applied: { hasList: false } });
    expect((await device.status(opId)).state).toBe('accepted');
    expect(await readStoredList(letters.ports.cache)).toBeNull();
    await device.db.device.put({ ...rest, clockSamples });
    expect(await letters.open(answer)).toMatchObject({ kind: 'applied', applied: { hasList: true } });
  });

  it('takes no list from a day that its own clock has not reached', async () => {
    const asOf = device.clock.now + 24 * hour;
    const answer = await server.answer(device, await letters.write(), { asOf });
    expect(await letters.open(answer)).toMatchObject({ kind: 'applied', applied: { hasList: false } });
    expect(await readStoredList(letters.ports.cache)).toBeNull();
  });

  it('applies an answer that is too old to sell by, for its results', async () => {
    const opId = await sellOffline(12_000);
    const answer = await server.answer(device, await letters.write(), { asOf: device.clock.now + 1 });
    device.clock.now += 200 * hour;
    expect(await letters.open(answer)).toMatchObject({ kind: 'applied' });
    expect((await device.status(opId)).state).toBe('accepted');
  });
});
