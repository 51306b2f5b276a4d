import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toAmount, toVoucherId } from '#src/protocol/brands.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

const maxGaps = 200;

describe('a device that skips numbers of its journal', () => {
  const place = marketForSuite();

  const sale = (device: SignedDevice) =>
    device.write('purchase', {
      userId: place.market.customer.id,
      codeQrUuid: toVoucherId(randomUUID()),
      price: toAmount(1_000),
      estanteId: place.market.ids['ESTANTE'],
      by: 'holder',
    });
  const count = async (text: string, device: SignedDevice): Promise<number> => {
    const rows = await place.rowsOf<{ count: number }>(text, device.id);
    return rows[0]?.count ?? NaN;
  };
  const gapsOf = (device: SignedDevice) =>
    count('select jsonb_array_length(gaps)::int as count from device where id = $1', device);

  it('leaves at most 200 gaps, is reported once for the rest, and continues when they are filled', async () => {
    const device = await place.stallDevice();
    const written = Array.from({ length: 2 * (maxGaps + 30) }, () => sale(device));
    const sparse = written.filter(({ envelope }) => envelope.seq % 2 === 0);
    const states: (string | undefined)[] = [];
    for (let from = 0; from < sparse.length; from += 46)
      for (const { state, refusal } of (await device.sync(sparse.slice(from, from + 46))).results)
        states.push(state === 'again' ? refusal?.code : state);
    expect(states.slice(0, maxGaps)).toEqual(Array(maxGaps).fill('refused'));
    expect(states.slice(maxGaps)).toEqual(Array(30).fill('WAITS_FOR_ANOTHER'));
    expect(await gapsOf(device)).toBe(maxGaps);
    const beyond = `select count(*)::int as count from device_incident where device_id = $1 and kind = 'gap' and seq = 0`;
    expect(await count(beyond, device)).toBe(1);
    expect(await count('select count(*)::int as count from journal_entry where device_id = $1', device)).toBe(
      maxGaps,
    );
    for (let from = 0; from < written.length; from += 92) await device.sync(written.slice(from, from + 92));
    expect(await gapsOf(device)).toBe(0);
    expect((await device.sync([])).device).toMatchObject({ ackSeq: written.length, missing: [] });
  });

  it('leaves one record of a contact per gap, however often it calls', async () => {
    const device = await place.stallDevice();
    sale(device);
    for (let contact = 0; contact < 30; contact += 1) await device.sync([sale(device)]);
    expect(await gapsOf(device)).toBe(1);
    const contacts = await count(
      'select count(*)::int as count from device_contact where device_id = $1',
      device,
    );
    expect(contacts).toBeLessThan(5);
  });
});
