import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { databaseForSuite, marketForSuite } from '#tests/support/for-suite.ts';
import { ask, openTestApp } from '#tests/support/server/test-app.ts';

const deviceStranger = { points: 3, seconds: 60 };

describe('calls without a session', () => {
  const opened = databaseForSuite();
  const place = marketForSuite({ quotas: { deviceStranger, deviceCall: { points: 4, seconds: 60 } } });

  it('of unknown devices are counted by address, whatever identity they claim', async () => {
    const app = await openTestApp(opened.database, { quotas: { deviceStranger } });
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
    const [one, two] = [await place.stallDevice(), await place.stallDevice()];
    for (let n = 0; n < 12; n += 1) {
      expect((await one.send({})).status).toBe(400);
      const stranger = new SignedDevice(place.app);
      await stranger.send(stranger.request([]));
    }
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await one.send(one.request([]))).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await two.send(two.request([]))).status).toBe(200);
  });
});

describe('enrolled devices that come back together after a restart', () => {
  const place = marketForSuite();

  it('are all answered, some at the second try', async () => {
    const devices: SignedDevice[] = [];
    for (let n = 0; n < 8; n += 1) devices.push(await place.stallDevice());
    const after = await openTestApp(place.opened.database, { quotas: { deviceStranger } });
    const call = async (device: SignedDevice) =>
      (await ask(after, 'POST', '/sync', { body: device.request([]) })).status;
    const first = await Promise.all(devices.map(call));
    expect(first.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    for (const device of devices) expect(await call(device)).toBe(200);
    await after.close();
  });
});

describe('a large call by a device', () => {
  const place = marketForSuite({ quotas: { deviceInItsName: { points: 3, seconds: 60 } } });

  it('is read only from an authenticated device, and not while false signatures in its name arrive (C3)', async () => {
    const filler = { faults: ['x'.repeat(70_000)] };
    // The address is not known yet, so its size alone refuses it.
    const stranger = new SignedDevice(place.app);
    const large = await stranger.send({ ...stranger.request([]), ...filler });
    expect([large.status, large.body['code'], large.headers['connection']]).toEqual([
      413,
      'BODY_TOO_LARGE',
      'close',
    ]);
    const device = await place.stallDevice();
    const statusOf = async (body: object) => (await device.send(body)).status;
    expect(await statusOf(device.request([]))).toBe(200);
    const wrong = { ...device.request([]), ...filler, proof: 'x' };
    expect([await statusOf(wrong), await statusOf(wrong), await statusOf(wrong)]).toEqual([401, 401, 401]);
    expect(await statusOf(wrong)).toBe(413);
    expect(await statusOf(device.request([]))).toBe(200);
  });
});
