import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Device } from '#src/contract/devices/schemas.ts';
import { toAmount, toVoucherId } from '#src/protocol/brands.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { forSuite } from '#tests/support/suite.ts';

describe('incidents of a device’s journal', () => {
  const place = marketForSuite();
  const stall = forSuite(() => place.stallDevice());

  const seen = async (device: SignedDevice): Promise<Device> => {
    const answer = await place.as('ADMIN', '/devices');
    const found = (answer.body as unknown as Device[]).find(({ _id }) => _id === device.id);
    if (!found) throw new Error('the device is not in the list');
    return found;
  };
  const incidents = async (device: SignedDevice): Promise<string[]> =>
    (await seen(device)).incidents.map(({ kind, seq }) => `${kind} ${seq}`).sort();
  const sale = (price: number, by: 'stall' | 'holder' = 'holder') => ({
    userId: place.market.customer.id,
    codeQrUuid: toVoucherId(randomUUID()),
    price: toAmount(price),
    estanteId: place.market.ids['ESTANTE'],
    by,
  });

  it('reject an unknown device and a wrong signature', async () => {
    const device = await place.stallDevice();
    const unknown = await device.send({ ...device.request([]), deviceId: randomUUID() });
    expect([unknown.status, unknown.body['code']]).toEqual([401, 'DEVICE_UNKNOWN']);
    const forged = await device.send({ ...device.request([]), sentAt: new Date(0).toISOString() });
    expect([forged.status, forged.body['code']]).toEqual([401, 'DEVICE_PROOF_INVALID']);
    const entries = Array.from({ length: 101 }, () => ({ envelope: {}, sig: '' }));
    expect((await device.send(device.request(entries))).status).toBe(400);
  });

  it('name missing numbers until they arrive', async () => {
    const device = await place.stallDevice();
    const entries = [1, 2, 3, 4, 5].map((price) => device.write('purchase', sale(price)));
    const [first, second, third, fourth, fifth] = entries;
    if (!first || !second || !third || !fourth || !fifth) throw new Error('five were written');
    const carrier = await place.stallDevice();
    const own = [1, 2].map((price) => carrier.write('purchase', sale(price)));
    await carrier.sync([...own, first, fourth]);
    expect([await incidents(device), await incidents(carrier)]).toEqual([['gap 2'], []]);
    const answer = await device.sync([]);
    expect(answer.device).toMatchObject({ ackSeq: 4, missing: [2, 3, 5] });
    expect(await incidents(device)).toEqual(['gap 2']);
    expect((await seen(device)).owes).toEqual({ count: 3, seqs: [2, 3, 5] });
    await device.sync([third]);
    expect((await device.sync([second, fifth])).device).toMatchObject({ ackSeq: 5, missing: [] });
    expect((await seen(device)).owes.count).toBe(0);
  });

  it('include a fork: two operations with one number, and what follows neither', async () => {
    const device = await place.stallDevice();
    const one = device.write('purchase', sale(1));
    const two = device.write('purchase', sale(2), { seq: 1, prevHash: '' });
    const stranger = device.write('purchase', sale(3), { seq: 2, prevHash: 'a'.repeat(64) });
    const { results } = await device.sync([one, two, stranger]);
    expect(results.map(({ state }) => state)).toEqual(['refused', 'refused', 'refused']);
    expect(await incidents(device)).toEqual(['chain 2', 'fork 1']);
    await device.sync([one, two, stranger]);
    expect(await incidents(device)).toEqual(['chain 2', 'fork 1']);
  });

  it('include a broken chain when the operations in between arrive later', async () => {
    const device = await place.stallDevice();
    const [one, two] = [device.write('purchase', sale(1)), device.write('purchase', sale(2))];
    const other = device.write('purchase', sale(9), { seq: 3 });
    device.seq = 1;
    device.headHash = one.envelope.hash;
    const replaced = device.write('purchase', sale(7));
    expect(two.envelope.seq).toBe(replaced.envelope.seq);
    await device.sync([one, other]);
    await device.sync([replaced]);
    expect(await incidents(device)).toEqual(['chain 2', 'gap 2']);
  });

  it('do not stop a device whose clock was years ahead once', async () => {
    const device = await place.stallDevice();
    const { now } = device;
    device.now = () => new Date('9999-01-01T00:00:00Z');
    await device.sync([]);
    device.now = now;
    const journal = { lastSeq: 70, headHash: '', openCount: 2, openSum: 900 };
    expect((await device.sync([], { journal })).device.missing).toHaveLength(50);
    expect((await seen(device)).owes.count).toBe(70);
  });

  it('include an operation that was changed, or not signed by its author', async () => {
    const device = await place.stallDevice();
    const good = device.write('purchase', sale(100));
    const changed = { ...good, envelope: { ...good.envelope, payload: sale(1) } };
    const unsigned = { ...good, sig: stall.sign('something else') };
    for (const entry of [changed, unsigned]) {
      expect(await device.outcomes([entry])).toEqual(['refused DEVICE_PROOF_INVALID']);
    }
    expect(await incidents(device)).toEqual(['bad-signature 1', 'changed-body 1']);
    expect((await device.sync([good])).results[0]?.refusal?.code).toBe('UNKNOWN_VOUCHER');
    device.seq = 0;
    device.headHash = '';
    const twin = device.write('purchase', sale(5), { opId: good.envelope.opId, seq: 2 });
    expect((await device.sync([twin])).results[0]?.refusal?.code).toBe('KEY_REUSED');
    expect(await incidents(device)).toEqual(['bad-signature 1', 'changed-body 1', 'changed-body 2']);
  });

  it('allow a rescued outbox from a device of the same market, and of no other', async () => {
    const [author, other] = [await place.stallDevice(), await place.otherStallDevice()];
    const kiosk = await place.kiosk();
    const voucher = await place.issue(1_000);
    const entry = author.write('purchase', { ...sale(400), codeQrUuid: voucher.codeQrUuid });
    const [foreign] = (await other.sync([entry])).results;
    expect(foreign?.refusal?.code).toBe('DEVICE_OF_ANOTHER_MARKET');
    expect(await incidents(other)).toEqual(['foreign-device 1']);
    expect(await kiosk.states([entry])).toEqual(['accepted']);
    expect(await author.states([entry])).toEqual(['accepted']);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(600);
    const strange = author.write('purchase', sale(1), { deviceId: randomUUID() });
    expect((await author.sync([strange])).results[0]?.refusal?.code).toBe('DEVICE_UNKNOWN');
  });

  it('include a clock that is far off, and ignore an older report', async () => {
    const device = await place.stallDevice();
    const early = device.request([], { journal: { lastSeq: 1, headHash: '', openCount: 1, openSum: 70 } });
    await device.send(early);
    device.now = () => new Date(Date.now() + 7_200_000);
    await device.sync([], { journal: { lastSeq: 4, headHash: '', openCount: 4, openSum: 90 } });
    await device.send(early);
    const state = await seen(device);
    expect(state.reported).toEqual({ lastSeq: 4, openCount: 4, openSum: 90 });
    expect(state.clockSkewMs).toBeLessThan(-7_100_000);
    expect(state.incidents.map(({ kind }) => kind)).toEqual(['clock']);
    expect(state.owes).toEqual({ count: 4, seqs: [1, 2, 3, 4] });
    for (const [minutes, kinds] of [
      [6, ['clock 0']],
      [4, []],
    ] as const) {
      const slow = await place.stallDevice();
      slow.now = () => new Date(Date.now() - minutes * 60_000);
      await slow.sync([]);
      expect(await incidents(slow)).toEqual(kinds);
    }
  });

  it("count nothing as owed from before the device's enrolment", async () => {
    const { market, app } = place;
    const device = new SignedDevice(app);
    device.operatorId = market.ids['ESTANTE'];
    const [old, last] = [device.write('purchase', sale(1)), device.write('purchase', sale(2))];
    const journal = { lastSeq: 2, headHash: last.envelope.hash };
    const { ids, tokens } = market;
    await device.enrol(ids['ESTANTE'], tokens['ESTANTE'], { journal }, tokens['GLOBAL_MARKET']);
    const next = device.write('purchase', sale(3));
    expect((await device.sync([next])).device).toMatchObject({ ackSeq: 3, missing: [] });
    await device.sync([old]);
    expect(await incidents(device)).toEqual([]);
  });

  it('let a stall sell only for itself, while it may', async () => {
    const voucher = await place.issue(1_000);
    const body = { ...sale(100, 'stall'), codeQrUuid: voucher.codeQrUuid };
    const device = await place.stallDevice();
    const foreign = device.write('purchase', { ...body, estanteId: place.market.ids['other ESTANTE'] });
    const stranger = device.write('purchase', body, { operatorId: place.market.ids['RECARGA'] });
    for (const entry of [foreign, stranger])
      expect((await device.sync([entry])).results[0]?.refusal?.code).toBe('FORBIDDEN');
    await place.as('GLOBAL_MARKET', '/devices/revoke', { id: device.id });
    const late = device.write('purchase', body);
    const answer = await device.sync([late]);
    expect(answer.device.state).toBe('revoked');
    expect(answer.results[0]?.refusal?.code).toBe('DEVICE_REVOKED');
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(1_000);
  });
});
