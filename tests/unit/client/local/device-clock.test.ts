import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { firstDeviceRow, noteServerTime } from '#src/client/local/device/device-clock.ts';
import { MoneyDb } from '#src/client/local/money-db.ts';

const hourMs = 3_600_000;
const noon = Date.parse('2026-11-21T12:00:00Z');

describe("the device's clock by what the server said", () => {
  let db: MoneyDb;

  beforeEach(() => {
    db = new MoneyDb(randomUUID());
  });
  const note = (serverTime: number, sentAt: number, now: number) =>
    noteServerTime(db, { serverTime, sentAt, now }, 'tablet');
  const row = async () => (await db.device.get('self')) ?? firstDeviceRow('none');

  it('an answer at once sets a wrong clock right, ahead or behind', async () => {
    await note(noon, noon + 2 * hourMs, noon + 2 * hourMs + 400);
    expect((await row()).clockOffset).toBe(-2 * hourMs);
    await note(noon + 1_000, noon - hourMs, noon - hourMs + 400);
    expect((await row()).clockOffset).toBe(hourMs + 600);
  });

  it('an answer that is read after a night asleep says nothing against a clock that was right', async () => {
    await note(noon, noon, noon);
    await note(noon + 1_000, noon + 900, noon + 20 * hourMs);
    expect(await row()).toMatchObject({ clockOffset: 0, serverTime: noon + 1_000 });
  });

  it('a clock that was set back during the call is not behind what the server named', async () => {
    await note(noon, noon, noon);
    await note(noon + 1_000, noon + 900, noon - hourMs);
    expect((await row()).clockOffset).toBe(hourMs + 1_000);
  });

  it('what a wrong clock claimed to have seen is forgotten, what a right one saw since the answer is not', async () => {
    await db.device.put({ ...firstDeviceRow('tablet'), latestSeen: noon + 24 * hourMs });
    await note(noon, noon - 100, noon + 100);
    expect((await row()).latestSeen).toBe(noon + 100);
    await db.device.update('self', { latestSeen: noon + 20 * hourMs });
    await note(noon + 1_000, noon + 900, noon + 20 * hourMs + 5_000);
    expect((await row()).latestSeen).toBe(noon + 20 * hourMs);
  });

  it('an answer older than one before changes nothing', async () => {
    await note(noon, noon, noon);
    const before = await row();
    await note(noon - 1_000, noon - hourMs, noon - hourMs);
    expect(await row()).toEqual(before);
  });
});
