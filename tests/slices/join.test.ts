import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toOpId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { openAreas, statuses, type Areas } from '#tests/support/market/open-areas.ts';
import { signInAll, type Asker } from '#tests/support/market/two-markets.ts';
import type { Answer } from '#tests/support/server/test-app.ts';

describe('several vouchers joined into one', () => {
  let areas: Areas;
  let clock = new Date('2026-03-28T14:00:00Z');
  beforeAll(async () => {
    areas = await openAreas({
      now: () => clock,
      environment: { ACCESS_TOKEN_MINUTES: '1440', VOUCHER_DAYS: '365' },
    });
  });
  afterAll(() => areas.close());

  type Named = { papers?: string[]; ids?: string[]; marketCode?: string; newUuid?: string };
  const join = (named: Named, asker: Asker = 'RECARGA', key?: string): Promise<Answer> =>
    areas.as(
      asker,
      'POST',
      '/code-qr/join',
      {
        newUuid: randomUUID(),
        identificacion: areas.market.customer.identificacion,
        ...named,
      },
      key,
    );
  const said = ({ status, body }: Answer) => [status, body['code'] ?? body['monto']];
  const view = async (uuid: string) => (await areas.as('nobody', 'GET', `/code-qr/search/${uuid}`)).body;

  it('move their whole balance to the new one, once per key, and the old ones are closed', async () => {
    const papers = [await areas.topUp(22_500), await areas.topUp(17_000), await areas.topUp(4_500)];
    await areas.buy(papers[1] ?? '', 2_000);
    const newUuid = randomUUID();
    const key = toOpId(randomUUID());
    const copies = await Promise.all(
      Array.from({ length: 4 }, () => join({ papers, newUuid }, 'RECARGA', key)),
    );
    expect(copies.map(said)).toEqual(Array.from({ length: 4 }, () => [201, 42_000]));
    expect(await areas.balanceOf(newUuid)).toBe(42_000);
    for (const paper of papers) {
      expect(await view(paper)).toMatchObject({ monto: 0, state: 'JOINED', status: false });
      const sale = await areas.as('nobody', 'POST', '/shopping/create', {
        userId: areas.market.customer.id,
        estanteId: areas.market.ids['ESTANTE'],
        codeQrUuid: paper,
        price: 1_000,
      });
      expect([sale.status, sale.body]).toMatchObject([
        409,
        { code: 'VOUCHER_JOINED', message: 'Se juntó en otro papel: pida el nuevo.' },
      ]);
      const opened = await areas.as('GLOBAL_MARKET', 'POST', '/code-qr/unblock', {
        id: await areas.idOf(paper),
        reason: 'Apareció',
      });
      expect(opened.body['code']).toBe('VOUCHER_JOINED');
    }
    expect(said(await join({ papers: [papers[0] ?? '', newUuid] }))).toEqual([409, 'VOUCHER_JOINED']);
    const { body } = await areas.as('GLOBAL_MARKET', 'GET', `/client/${areas.market.customer.id}`);
    const held = body['vouchers'] as { shortCode: string; state: string; reissuedAs?: string }[];
    expect(held.find(({ shortCode }) => shortCode === shortCodeOf(papers[0] ?? ''))).toMatchObject({
      state: 'JOINED',
      reissuedAs: shortCodeOf(newUuid),
    });
    await areas.buy(newUuid, 42_000);
  });

  it('are joined by one of two simultaneous joins, all or nothing', async () => {
    const papers = [await areas.topUp(1_000), await areas.topUp(2_000)];
    const both = await Promise.all([join({ papers }), join({ papers })]);
    expect(statuses(both)).toEqual([201, 409]);
    const fresh = await areas.topUp(3_000);
    expect(said(await join({ papers: [fresh, papers[0] ?? ''] }))).toEqual([409, 'VOUCHER_JOINED']);
    expect(said(await join({ papers: [fresh] }))).toEqual([409, 'JOIN_UNFIT']);
    expect(said(await join({ papers: [fresh, fresh] }))).toEqual([409, 'JOIN_UNFIT']);
    expect(said(await join({ papers: [fresh, randomUUID()] }))).toEqual([404, 'UNKNOWN_VOUCHER']);
    expect(await view(fresh)).toMatchObject({ monto: 3_000, state: 'ACTIVE' });
  });

  it('must be scanned at a till, or need a market code', async () => {
    const papers = [await areas.topUp(1_000), await areas.topUp(2_000)];
    const ids = await Promise.all(papers.map((paper) => areas.idOf(paper)));
    expect(said(await join({ ids }))).toEqual([409, 'MARKET_CODE_INVALID']);
    expect(said(await join({ ids }, 'other RECARGA'))).toEqual([404, 'UNKNOWN_VOUCHER']);
    expect(said(await join({ papers }, 'other RECARGA'))).toEqual([404, 'UNKNOWN_VOUCHER']);
    const code = await areas.as('GLOBAL_MARKET', 'POST', '/market/codes', { purpose: 'reissue' });
    expect(said(await join({ ids, marketCode: String(code.body['code']) }))).toEqual([201, 3_000]);
    const more = [await areas.topUp(1_000), await areas.topUp(2_000)];
    const named = await Promise.all(more.map((paper) => areas.idOf(paper)));
    expect(said(await join({ ids: named }, 'GLOBAL_MARKET'))).toEqual([201, 3_000]);
  });

  it('expire when the latest of them would have', async () => {
    const early = await areas.topUp(1_000);
    clock = new Date('2026-05-28T14:00:00Z');
    areas.market.tokens = await signInAll(areas.app);
    const late = await areas.topUp(2_000);
    const newUuid = randomUUID();
    expect(said(await join({ papers: [early, late], newUuid }, 'GLOBAL_MARKET'))).toEqual([201, 3_000]);
    clock = new Date('2027-05-28T14:00:00Z');
    expect(await view(newUuid)).toMatchObject({ state: 'ACTIVE', monto: 3_000 });
    clock = new Date('2027-05-30T14:00:00Z');
    expect(await view(newUuid)).toMatchObject({ state: 'EXPIRED' });
  });
});
