import { describe, expect, it } from 'vitest';
import { toAmount } from '#src/protocol/brands.ts';
import type { KeySet } from '#src/protocol/keys.ts';
import { digitsFor, SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { statuses } from '#tests/support/market/open-market.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { type Answer } from '#tests/support/server/test-app.ts';

describe('enrolment of a device', () => {
  let now = Date.parse('2026-11-21T14:00:00Z');
  const place = marketForSuite({ now: () => new Date(now) });

  const asks = (device: SignedDevice, by: Exclude<Asker, 'nobody'>, change: object = {}): Promise<Answer> =>
    device.enrol(place.market.ids[by], place.market.tokens[by], change);
  const fresh = (): SignedDevice => {
    const device = new SignedDevice(place.app);
    device.now = () => new Date(now);
    return device;
  };
  const marketCode = async (purpose: string, by: Asker = 'GLOBAL_MARKET'): Promise<string> =>
    String((await place.as(by, '/market/codes', { purpose })).body['code']);
  const report = async (device: SignedDevice): Promise<unknown> => {
    const { status, body } = await device.send(device.request([]));
    return status === 200 ? 'taken' : body['code'];
  };

  it('needs more than a password: an unapproved device is rejected', async () => {
    const thief = fresh();
    const answer = await asks(thief, 'RECARGA');
    expect([answer.status, digitsFor(answer, place.market.ids['RECARGA'])]).toEqual([
      201,
      expect.stringMatching(/^\d{6}$/),
    ]);
    const cash = {
      monto: toAmount(2_000_000),
      uuid: place.market.customer.id,
      clientId: place.market.customer.id,
    };
    const stolen = await thief.send(thief.request([thief.write('top-up', cash as never)]));
    expect([stolen.status, stolen.body['code']]).toEqual([403, 'DEVICE_WAITING']);
    await expect(thief.askForList()).rejects.toThrow('DEVICE_WAITING');
    const { kiosks } = (await place.as('nobody', '/sync/keys')).body as unknown as KeySet;
    expect(kiosks.map(({ deviceId }) => deviceId)).not.toContain(thief.id);
  });

  it('is approved only by its own market, for the digits that it has seen', async () => {
    const tablet = fresh();
    const operatorId = place.market.ids['ESTANTE'];
    const digits = digitsFor(await asks(tablet, 'ESTANTE'), operatorId);
    // Repeating the request changes nothing: the digits on the screen are the same.
    expect(digitsFor(await asks(tablet, 'ESTANTE'), operatorId)).toBe(digits);
    const target = { id: tablet.id, operatorId, digits };
    const wrong = { ...target, digits: digits === '000000' ? '000001' : '000000' };
    expect((await place.as('other GLOBAL_MARKET', '/devices/approve', target)).status).toBe(404);
    expect((await place.manage('/devices/approve', wrong)).status).toBe(404);
    expect(await report(tablet)).toBe('DEVICE_WAITING');
    const both = await Promise.all([1, 2].map(() => place.manage('/devices/approve', target)));
    expect(statuses(both)).toEqual([200, 200]);
    expect((await place.as('ADMIN', '/devices/approve', target)).status).toBe(404);
    expect(await report(tablet)).toBe('taken');
    expect(digitsFor(await asks(tablet, 'ESTANTE'), operatorId)).toBe('');
  });

  it('waits for an approval also for a second person on a working device', async () => {
    const tablet = fresh();
    const { ids, tokens } = place.market;
    await tablet.enrol(ids['ESTANTE'], tokens['ESTANTE'], {}, tokens['GLOBAL_MARKET']);
    await asks(tablet, 'RECARGA');
    const { operators } = await tablet.sync([]);
    expect(operators.map(({ _id }) => _id)).toEqual([place.market.ids['ESTANTE']]);
    const { kiosks } = (await place.as('nobody', '/sync/keys')).body as unknown as KeySet;
    expect(kiosks.map(({ deviceId }) => deviceId)).not.toContain(tablet.id);
  });

  it('is deleted when the market rejects it, and may be requested anew', async () => {
    const tablet = fresh();
    const operatorId = place.market.ids['ESTANTE'];
    const digits = digitsFor(await asks(tablet, 'ESTANTE'), operatorId);
    expect((await place.manage('/devices/reject', { id: tablet.id, operatorId, digits })).status).toBe(200);
    const mine = (await place.as('ESTANTE', '/devices')).body as unknown as { _id: string }[];
    expect(mine.map(({ _id }) => _id)).not.toContain(tablet.id);
    expect(digitsFor(await asks(tablet, 'ESTANTE'), operatorId)).toMatch(/^\d{6}$/);
  });

  it('succeeds at once with a market code: for its role, once, for ten minutes', async () => {
    const code = await marketCode('enrol-stall');
    const [one, two] = [fresh(), fresh()];
    expect((await asks(one, 'RECARGA', { marketCode: code })).body['code']).toBe('MARKET_CODE_INVALID');
    const both = await Promise.all([one, two].map((device) => asks(device, 'ESTANTE', { marketCode: code })));
    expect(statuses(both)).toEqual([201, 409]);
    const again = await Promise.all(
      [one, two].map((device) => asks(device, 'ESTANTE', { marketCode: code })),
    );
    expect(statuses(again), 'its answer was lost').toEqual([201, 409]);
    expect(await Promise.all([one, two].map(report))).toEqual(
      expect.arrayContaining(['taken', expect.stringMatching('DEVICE_(UNKNOWN|WAITING)')]),
    );
    const foreign = await marketCode('enrol-stall', 'other GLOBAL_MARKET');
    expect((await asks(fresh(), 'ESTANTE', { marketCode: foreign })).body['code']).toBe(
      'MARKET_CODE_INVALID',
    );
    const old = await marketCode('enrol-stall');
    now += 10 * 60_000;
    expect((await asks(fresh(), 'ESTANTE', { marketCode: old })).body['code']).toBe('MARKET_CODE_INVALID');
  });

  it('leaves at most five requests of one person with the market', async () => {
    const answers = [];
    for (let n = 0; n < 7; n += 1) answers.push((await asks(fresh(), 'other RECARGA')).status);
    expect(answers).toEqual([201, 201, 201, 201, 201, 409, 409]);
    const code = await marketCode('enrol-top-up', 'other GLOBAL_MARKET');
    expect((await asks(fresh(), 'other RECARGA', { marketCode: code })).status).toBe(201);
  });

  it('owes nothing that was sent with a session while it waited', async () => {
    const tablet = fresh();
    const operatorId = place.market.ids['ESTANTE'];
    const digits = digitsFor(await asks(tablet, 'ESTANTE'), operatorId);
    const journal = { lastSeq: 7, headHash: 'a'.repeat(64) };
    await place.manage('/devices/approve', { id: tablet.id, operatorId, digits });
    Object.assign(tablet, { seq: 7, headHash: journal.headHash });
    await asks(tablet, 'ESTANTE', { journal });
    expect((await tablet.sync([])).device).toMatchObject({ ackSeq: 7, missing: [] });
    // After its first own contact, its journal's start does not change.
    await asks(tablet, 'ESTANTE', { journal: { ...journal, lastSeq: 9 } });
    expect((await tablet.sync([])).device.ackSeq).toBe(7);
  });

  it('does not count requests on devices that the market has revoked, which its list does not show', async () => {
    const waiting: SignedDevice[] = [];
    let answer: Answer;
    do {
      waiting.push(fresh());
      answer = await asks(waiting.at(-1) ?? fresh(), 'RECARGA');
    } while (answer.status === 201 && waiting.length < 10);
    expect(answer.body['code']).toBe('TOO_MANY_WAITING');
    // Nor is a refused one stored: a thief with a password would flood the market's devices with it.
    const refused = waiting.at(-1) ?? fresh();
    await asks(refused, 'RECARGA', { marketCode: 'ABCD-EFGH' });
    expect(await report(refused)).toBe('DEVICE_UNKNOWN');
    for (const { id } of waiting.slice(0, -1))
      expect((await place.manage('/devices/revoke', { id })).status).toBe(200);
    expect((await asks(fresh(), 'RECARGA')).status).toBe(201);
  });
});
