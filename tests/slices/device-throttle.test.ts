import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { openTwoMarkets } from '#tests/support/market/two-markets.ts';
import { ask, openTestApp } from '#tests/support/server/test-app.ts';

describe('calls without a session', () => {
  const opened = databaseForSuite();

  it('of unknown devices are counted by address, whatever identity they claim', async () => {
    const app = await openTestApp(opened.database, {
      quotas: { deviceStranger: { points: 3, seconds: 60 } },
    });
    const strangers = Array.from({ length: 5 }, () => new SignedDevice(app));
    const answers = [];
    for (const stranger of strangers) answers.push(await stranger.send(stranger.request([])));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429]);
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
    const list = { deviceId: randomUUID(), sentAt: new Date().toISOString(), since: 0, proof: 'x' };
    const asked = await app.inject({ method: 'POST', url: '/api/v1/sync/snapshot', payload: list });
    expect(asked.statusCode).toBe(429);
    await app.close();
  });

  it('of enrolled devices are counted by device: unknown devices and empty bodies behind the address do not stop them', async () => {
    const app = await openTestApp(opened.database, {
      quotas: { deviceStranger: { points: 3, seconds: 60 }, deviceCall: { points: 4, seconds: 60 } },
    });
    const market = await openTwoMarkets(app, opened.database);
    const [one, two] = [new SignedDevice(app), new SignedDevice(app)];
    const { ids, tokens } = market;
    for (const device of [one, two])
      await device.enrol(ids['ESTANTE'], tokens['ESTANTE'], {}, tokens['GLOBAL_MARKET']);
    for (let n = 0; n < 12; n += 1) {
      expect((await one.send({})).status).toBe(400);
      const stranger = new SignedDevice(app);
      await stranger.send(stranger.request([]));
    }
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await one.send(one.request([]))).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await two.send(two.request([]))).status).toBe(200);
    await app.close();
  });
});

describe('enrolled devices that come back together after a restart', () => {
  const opened = databaseForSuite();

  it('are all answered, some at the second try', async () => {
    const quotas = { deviceStranger: { points: 3, seconds: 60 } };
    const before = await openTestApp(opened.database);
    const { ids, tokens } = await openTwoMarkets(before, opened.database);
    const devices = Array.from({ length: 8 }, () => new SignedDevice(before));
    for (const device of devices)
      await device.enrol(ids['ESTANTE'], tokens['ESTANTE'], {}, tokens['GLOBAL_MARKET']);
    const after = await openTestApp(opened.database, { quotas });
    const call = async (device: SignedDevice) =>
      (await ask(after, 'POST', '/sync', { body: device.request([]) })).status;
    const first = await Promise.all(devices.map(call));
    expect(first.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    for (const device of devices) expect(await call(device)).toBe(200);
    for (const app of [before, after]) await app.close();
  });
});

describe('a large call by a device', () => {
  const opened = databaseForSuite();

  it('is read only from an authenticated device, and not while false signatures in its name arrive (C3)', async () => {
    const app = await openTestApp(opened.database, {
      quotas: { deviceInItsName: { points: 3, seconds: 60 } },
    });
    const market = await openTwoMarkets(app, opened.database);
    const { ids, tokens } = market;
    const device = new SignedDevice(app);
    const filler = { faults: ['x'.repeat(70_000)] };
    const statusOf = async (body: object) => (await device.send(body)).status;
    // The address is not known yet, so its size alone refuses it.
    const large = await device.send({ ...device.request([]), ...filler });
    expect([large.status, large.body['code'], large.headers['connection']]).toEqual([
      413,
      'BODY_TOO_LARGE',
      'close',
    ]);
    await device.enrol(ids['ESTANTE'], tokens['ESTANTE'], {}, tokens['GLOBAL_MARKET']);
    expect(await statusOf(device.request([]))).toBe(200);
    const wrong = { ...device.request([]), ...filler, proof: 'x' };
    expect([await statusOf(wrong), await statusOf(wrong), await statusOf(wrong)]).toEqual([401, 401, 401]);
    expect(await statusOf(wrong)).toBe(413);
    expect(await statusOf(device.request([]))).toBe(200);
    await app.close();
  });
});
