import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { customersOf } from '#tests/support/market/customers-of.ts';
import { openAreas } from '#tests/support/market/open-areas.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { ask } from '#tests/support/server/test-app.ts';
import { forSuite } from '#tests/support/suite.ts';

describe('a registered customer', () => {
  const areas = forSuite(openAreas, (one) => one.close());
  const { register, topUp, seen } = customersOf(areas);

  it('has a consent with its time, operator and text; without it there is none', async () => {
    const id = await register();
    expect((await seen(id)).body['consents']).toMatchObject([
      { notice: '2026-11-23', how: 'staff', operator: expect.stringMatching(/./) },
    ]);
    const silent = await register({ notice: undefined });
    expect((await seen(silent)).body['consents']).toEqual([]);
    const own = { ownerName: 'eva', identificacion: randomUUID(), notice: '2026-11-23', id: randomUUID() };
    await ask(areas.app, 'POST', '/auth/register', { body: own });
    expect((await seen(own.id)).body['consents']).toMatchObject([
      { how: 'self', operator: '', marketName: '' },
    ]);
  });

  it('is corrected by markets that served them, and by any while none has', async () => {
    const id = await register({ notice: undefined });
    const edit = async (as: Asker, ownerName: string) => {
      const { identificacion } = (await seen(id)).body['client'] as { identificacion: string };
      return (await areas.as(as, 'POST', '/client/edit', { id, ownerName, identificacion })).status;
    };
    expect(await edit('other GLOBAL_MARKET', 'primera')).toBe(200);
    await topUp(id, 5_000);
    expect(
      await Promise.all((['RECARGA', 'GLOBAL_MARKET', 'ADMIN'] as const).map((as) => edit(as, 'segunda'))),
    ).toEqual([200, 200, 200]);
    expect(await edit('other GLOBAL_MARKET', 'ajena')).toBe(403);
    expect(await edit('other RECARGA', 'ajena')).toBe(403);
    expect((await areas.as('other GLOBAL_MARKET', 'DELETE', `/client/delete/${id}`)).status).toBe(403);
    await topUp(id, 5_000, 'other RECARGA');
    expect(await edit('other RECARGA', 'tercera')).toBe(200);
  });
});
