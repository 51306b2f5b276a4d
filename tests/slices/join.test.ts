import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { statuses } from '#tests/support/market/open-market.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import type { Answer } from '#tests/support/server/test-app.ts';

describe('several vouchers joined into one', () => {
  const place = marketForSuite({ environment: { VOUCHER_DAYS: '365' } });

  type Named = { papers?: string[]; ids?: string[]; marketCode?: string; newUuid?: string };
  const join = (named: Named, asker: Asker = 'RECARGA'): Promise<Answer> => {
    const { identificacion } = place.market.customer;
    return place.as(asker, '/code-qr/join', { newUuid: randomUUID(), identificacion, ...named });
  };
  const said = ({ status, body }: Answer) => [status, body['code'] ?? body['monto']];
  const view = async (uuid: string) => (await place.as('nobody', `/code-qr/search/${uuid}`)).body;

  it('move their whole balance to the new one, and the old ones are closed', async () => {
    const papers = [await place.topUp(22_500), await place.topUp(17_000), await place.topUp(4_500)];
    await place.bought(papers[1] ?? '', 2_000);
    const [newUuid, latest] = [randomUUID(), '2099-01-01T05:00:00.000Z'];
    await place.rowsOf('update voucher set expires_at = $2 where id = $1', papers[1], latest);
    expect(said(await join({ papers, newUuid }))).toEqual([201, 42_000]);
    expect(await view(newUuid)).toMatchObject({ monto: 42_000, state: 'ACTIVE', expiresAt: latest });
    for (const paper of papers) {
      expect(await view(paper)).toMatchObject({ monto: 0, state: 'JOINED', status: false });
      const sale = await place.buy(paper, 1_000);
      expect([sale.status, sale.body]).toMatchObject([
        409,
        { code: 'VOUCHER_JOINED', message: 'Se juntó en otro papel: pida el nuevo.' },
      ]);
      const opened = await place.manage('/code-qr/unblock', {
        id: await place.idOf(paper),
        reason: 'Apareció',
      });
      expect(opened.body['code']).toBe('VOUCHER_JOINED');
    }
    expect(said(await join({ papers: [papers[0] ?? '', newUuid] }))).toEqual([409, 'VOUCHER_JOINED']);
    const { body } = await place.manage(`/client/${place.market.customer.id}`);
    const held = body['vouchers'] as { shortCode: string; state: string; reissuedAs?: string }[];
    expect(held.find(({ shortCode }) => shortCode === shortCodeOf(papers[0] ?? ''))).toMatchObject({
      state: 'JOINED',
      reissuedAs: shortCodeOf(newUuid),
    });
    await place.bought(newUuid, 42_000);
  });

  it('are joined by one of two simultaneous joins, all or nothing', async () => {
    const papers = [await place.topUp(1_000), await place.topUp(2_000)];
    const both = await Promise.all([join({ papers }), join({ papers })]);
    expect(statuses(both)).toEqual([201, 409]);
    const fresh = await place.topUp(3_000);
    expect(said(await join({ papers: [fresh, papers[0] ?? ''] }))).toEqual([409, 'VOUCHER_JOINED']);
    expect(said(await join({ papers: [fresh, fresh] }))).toEqual([409, 'JOIN_UNFIT']);
    expect(said(await join({ papers: [fresh, randomUUID()] }))).toEqual([404, 'UNKNOWN_VOUCHER']);
    expect(await view(fresh)).toMatchObject({ monto: 3_000, state: 'ACTIVE' });
  });

  it('must be scanned at a till, or need a market code', async () => {
    const papers = [await place.topUp(1_000), await place.topUp(2_000)];
    const ids = await Promise.all(papers.map((paper) => place.idOf(paper)));
    expect(said(await join({ ids }))).toEqual([409, 'MARKET_CODE_INVALID']);
    expect(said(await join({ ids }, 'other RECARGA'))).toEqual([404, 'UNKNOWN_VOUCHER']);
    expect(said(await join({ papers }, 'other RECARGA'))).toEqual([404, 'UNKNOWN_VOUCHER']);
    const code = await place.manage('/market/codes', { purpose: 'reissue' });
    expect(said(await join({ ids, marketCode: String(code.body['code']) }))).toEqual([201, 3_000]);
    const more = [await place.topUp(1_000), await place.topUp(2_000)];
    const named = await Promise.all(more.map((paper) => place.idOf(paper)));
    expect(said(await join({ ids: named }, 'GLOBAL_MARKET'))).toEqual([201, 3_000]);
  });
});
