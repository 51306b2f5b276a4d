import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { customersOf } from '#tests/support/market/customers-of.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';

describe('a registered customer', () => {
  const place = marketForSuite();
  const { register, seen } = customersOf(place);

  it('has a consent with its time, operator and text; without it there is none', async () => {
    const id = await register();
    expect((await seen(id)).body['consents']).toMatchObject([
      { notice: '2026-11-23', how: 'staff', operator: expect.stringMatching(/./) },
    ]);
    const silent = await register({ notice: undefined });
    expect((await seen(silent)).body['consents']).toEqual([]);
    const own = { ownerName: 'eva', identificacion: randomUUID(), notice: '2026-11-23', id: randomUUID() };
    await place.as('nobody', '/auth/register', own);
    expect((await seen(own.id)).body['consents']).toMatchObject([
      { how: 'self', operator: '', marketName: '' },
    ]);
  });

  it('is corrected by markets that served them, and by any while none has', async () => {
    const id = await register({ notice: undefined });
    const edit = async (as: Asker, ownerName: string) => {
      const { identificacion } = (await seen(id)).body['client'] as { identificacion: string };
      return (await place.as(as, '/client/edit', { id, ownerName, identificacion })).status;
    };
    expect(await edit('other GLOBAL_MARKET', 'primera')).toBe(200);
    await place.topUp(5_000, 'RECARGA', id);
    expect(
      await Promise.all((['RECARGA', 'GLOBAL_MARKET', 'ADMIN'] as const).map((as) => edit(as, 'segunda'))),
    ).toEqual([200, 200, 200]);
    expect(await edit('other GLOBAL_MARKET', 'ajena')).toBe(403);
    expect(await edit('other RECARGA', 'ajena')).toBe(403);
    expect((await place.remove('other GLOBAL_MARKET', `/client/delete/${id}`)).status).toBe(403);
    await place.topUp(5_000, 'other RECARGA', id);
    expect(await edit('other RECARGA', 'tercera')).toBe(200);
  });
});
