import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toVoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { openMarket, statuses } from '#tests/support/market/open-market.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';

describe('guessing short codes as signed-in staff', () => {
  it("allows twenty misses an hour, then nothing more, with one entry in the market's audit", async () => {
    const place = await openMarket({ quotas: { shortCodeMisses: { points: 20, seconds: 3600 } } });
    const look = (code: string, asker: Asker = 'ESTANTE') => place.as(asker, `/code-qr/search/${code}`);
    const uuid = await place.topUp(10_000);
    const shortCode = String((await look(uuid)).body['shortCode']);
    for (let n = 0; n < 30; n += 1) expect((await look(shortCode)).status).toBe(200);
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, n) => look(`ABCDEF${2 + Math.floor(n / 8)}${2 + (n % 8)}`)),
    );
    expect(statuses(guesses)).toEqual([...Array<number>(20).fill(404), ...Array<number>(20).fill(429)]);
    expect((await look(shortCode)).status).toBe(429);
    expect((await look(shortCode)).headers['retry-after']).toBeDefined();
    // Links still open.
    expect([(await look(uuid)).status, (await look(randomUUID())).status]).toEqual([200, 404]);
    expect(await place.audited('codes-guessed')).toMatchObject([
      { kind: 'codes-guessed', subject: { name: 'Rosalba' } },
    ]);
    await place.close();
  });

  it('allows forty existing ones an hour, and then requires the camera', async () => {
    const shortCodes = { points: 40, seconds: 3600 };
    const place = await openMarket({ quotas: { shortCodes } });
    const uuid = await place.topUp(10_000);
    const look = (code: string) => place.as('ESTANTE', `/code-qr/search/${code}`);
    const shortCode = shortCodeOf(toVoucherId(uuid));
    const answers = await Promise.all(Array.from({ length: 45 }, () => look(shortCode)));
    expect(statuses(answers)).toEqual([...Array<number>(40).fill(200), ...Array<number>(5).fill(429)]);
    const refused = await look(shortCode);
    expect([refused.body['code'], refused.body['message']]).toEqual([
      'CAMERA_NEEDED',
      'Ya se escribieron 40 códigos en una hora. Lea el código QR del papel con la cámara.',
    ]);
    expect(refused.headers['retry-after']).toBeDefined();
    expect((await look(uuid)).status).toBe(200);
    expect((await place.as('nobody', `/code-qr/search/${shortCode}`)).status, 'to a stall alone').toBe(404);
    expect(await place.audited('codes-guessed')).toEqual([]);
    await place.close();
  });
});
