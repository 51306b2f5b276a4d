import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import type { KeySet } from '#src/protocol/keys.ts';
import { createRescueKey } from '#src/server/nouns/devices/rescue-files.ts';
import { sealedRescue } from '#tests/support/device/sealed-rescue.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';

describe('a rescue file sealed for the server', () => {
  const place = marketForSuite();
  let kiosk: SignedDevice;
  let rescueKey: string;
  beforeAll(async () => {
    kiosk = await place.kiosk();
    rescueKey = ((await place.as('nobody', '/sync/keys')).body as unknown as KeySet).rescueKey ?? '';
  });

  const topUp = (monto: number) => {
    const { topUp: entry, codeQrUuid: uuid } = kiosk.writePaper(monto, place.market.customer.id);
    return { uuid, entry };
  };
  const sealed = (entries: readonly SyncEntry[], change: object = {}, key = rescueKey) =>
    sealedRescue(kiosk.id, entries, key, change);
  const deliver = (by: Asker, file: object) => place.as(by, '/devices/deliver-rescue', file);

  it('is delivered by the server, which answers a stall with counts and no voucher', async () => {
    const made = [topUp(20_000), topUp(30_000)];
    const file = await sealed(made.map(({ entry }) => entry));
    const { status, body } = await deliver('ESTANTE', file);
    expect([status, body]).toEqual([
      200,
      { deviceName: 'Tableta 7', total: 2, done: 2, review: 0, refused: 0, waiting: 0 },
    ]);
    expect(await place.balanceOf(made[1]?.uuid ?? toVoucherId(''))).toBe(30_000);
    expect((await deliver('ESTANTE', file)).body).toEqual(body);
    const { items } = (await place.manage('/auditoria?kind=rescue-delivered')).body;
    expect(items).toMatchObject([
      { actorType: 'ESTANTE', subject: { id: kiosk.id }, after: { total: 2 } },
      { actorType: 'ESTANTE' },
    ]);
  });

  it("is not vouched for by its carrier's session", async () => {
    const file = await sealed([topUp(400_000).entry, topUp(1_000).entry]);
    expect((await deliver('RECARGA', file)).body).toMatchObject({ total: 2, done: 1, review: 1 });
  });

  it('cannot be delivered from another market, nor when changed or sealed for another server', async () => {
    const { entry, uuid } = topUp(5_000);
    const file = await sealed([entry]);
    expect((await deliver('other ESTANTE', file)).body['code']).toBe('DEVICE_OF_ANOTHER_MARKET');
    expect((await deliver('nobody', file)).status).toBe(401);
    const first = file.body.startsWith('A') ? 'B' : 'A';
    const elsewhere = createRescueKey(Buffer.alloc(32, 9)).publicKey;
    for (const spoiled of [
      { ...file, body: first + file.body.slice(1) },
      await sealed([entry], { checksum: 'x' }),
      await sealed([entry], { v: 9 }),
      await sealed([entry], {}, elsewhere),
    ])
      expect((await deliver('ESTANTE', spoiled)).body['code']).toBe('RESCUE_UNREADABLE');
    expect(await place.balanceOf(uuid)).toBeUndefined();
  });
});
