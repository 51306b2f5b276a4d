import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { statuses } from '#tests/support/market/open-market.ts';
import { signInAll, type Asker } from '#tests/support/market/two-markets.ts';
import { type Answer } from '#tests/support/server/test-app.ts';

const minute = 60_000;

describe('a till that reissues a lost voucher', () => {
  let now = Date.parse('2026-03-28T14:00:00Z');
  const place = marketForSuite({
    now: () => new Date(now),
    quotas: { marketCodeMisses: { points: 5, seconds: 3600 } },
  });

  const block = async (uuid: string): Promise<void> => {
    const body = { id: await place.idOf(uuid), reason: 'Perdido' };
    expect((await place.as('RECARGA', '/code-qr/block', body)).status).toBe(200);
  };
  const reissue = async (
    uuid: string,
    marketCode?: string,
    asker: Asker = 'RECARGA',
    newUuid: string = randomUUID(),
  ): Promise<Answer> => {
    const body = {
      id: await place.idOf(uuid),
      newUuid,
      identificacion: place.market.customer.identificacion,
      ...(marketCode === undefined ? {} : { marketCode }),
    };
    return place.as(asker, '/code-qr/reissue', body, newUuid);
  };
  const codeOf = async (purpose = 'reissue', asker: Asker = 'GLOBAL_MARKET'): Promise<string> =>
    String((await place.as(asker, '/market/codes', { purpose })).body['code']);
  const said = ({ status, body }: Answer) => [status, body['code'] ?? body['monto']];

  it('blocks first and waits, or needs a code; it used to reissue any voucher at once unnoticed', async () => {
    const lost = await place.topUp(7_000);
    expect(said(await reissue(lost))).toEqual([409, 'REISSUE_NOT_BLOCKED']);
    await block(lost);
    now += 29 * minute - 1;
    const early = await reissue(lost);
    expect(said(early)).toEqual([409, 'REISSUE_TOO_EARLY']);
    expect(early.body['message']).toBe('Se puede reponer en 2 minutos, o ya con un código del mercado.');
    now += minute + 1;
    expect(said(await reissue(lost))).toEqual([201, 7_000]);
  });

  it("never reissues with another market's code", async () => {
    const lost = await place.topUp(2_000);
    const foreign = await codeOf('reissue', 'other GLOBAL_MARKET');
    const theirs = await place.topUp(2_000, 'other RECARGA');
    expect(said(await reissue(theirs, foreign))).toEqual([404, 'UNKNOWN_VOUCHER']);
    expect(said(await reissue(lost, foreign))).toEqual([409, 'MARKET_CODE_INVALID']);
  });

  it("reissues at once with its market's code, valid once, for that, for ten minutes", async () => {
    const papers = await Promise.all([1, 2, 3].map(() => place.topUp(3_000)));
    const [first = '', second = '', third = ''] = papers;
    const code = await codeOf();
    const calls = [
      [first, code, 'RECARGA', randomUUID()],
      [second, code.toLowerCase(), 'RECARGA', randomUUID()],
    ] as const;
    const both = await Promise.all(calls.map((call) => reissue(...call)));
    expect(statuses(both)).toEqual([201, 409]);
    const won = both[0]?.status === 201 ? calls[0] : calls[1];
    expect(said(await reissue(...won)), 'its answer was lost').toEqual([201, 3_000]);
    expect(both.find(({ status }) => status === 409)?.body['code']).toBe('MARKET_CODE_INVALID');
    expect(said(await reissue(third, await codeOf('enrol-top-up')))).toEqual([409, 'MARKET_CODE_INVALID']);
    const old = await codeOf();
    now += 10 * minute;
    expect(said(await reissue(third, old))).toEqual([409, 'MARKET_CODE_INVALID']);
    // Five wrong ones an hour; then none is looked up.
    expect(said(await reissue(third, await codeOf()))[1]).toBe('TOO_MANY_REQUESTS');
  });

  it('reissues a limited number a day without approval; the market as many as it likes', async () => {
    now = Date.parse('2026-03-29T14:00:00Z');
    place.market.tokens = await signInAll(place.app);
    await place.set({ reissueDelayMinutes: 0, reissuesPerDay: 2 });
    const papers = await Promise.all([1, 2, 3, 4].map(() => place.topUp(1_000)));
    for (const paper of papers) await block(paper);
    const asked = await Promise.all(papers.map((paper) => reissue(paper)));
    expect(statuses(asked)).toEqual([201, 201, 409, 409]);
    const refused = papers.filter((_, n) => asked[n]?.status === 409);
    expect(asked.find(({ status }) => status === 409)?.body['code']).toBe('REISSUE_LIMIT');
    expect(said(await reissue(refused[0] ?? '', undefined, 'GLOBAL_MARKET'))).toEqual([201, 1_000]);
    now += 86_400_000;
    place.market.tokens = await signInAll(place.app);
    expect(said(await reissue(refused[1] ?? ''))).toEqual([201, 1_000]);
  });

  it('counts them in its report, and in what its market reads', async () => {
    for (const asker of ['RECARGA', 'GLOBAL_MARKET'] as const) {
      const { topUpPoints } = await place.report('?from=2026-03-28&to=2026-03-30', asker);
      expect(topUpPoints).toMatchObject([{ reissues: { count: 5, total: 13_000 } }]);
    }
    const trail = (await place.audited('voucher-reissued&limit=100')) as { after: { withCode: boolean } }[];
    expect(trail.filter(({ after }) => after.withCode)).toHaveLength(1);
  });

  it("has its own count: another till's reissues do not use it up", async () => {
    now += 86_400_000;
    const neighbour = await place.neighbour();
    place.market.tokens = await signInAll(place.app);
    const own = place.market.tokens.RECARGA;
    const papers = await Promise.all([1, 2, 3, 4, 5].map(() => place.topUp(1_000)));
    for (const paper of papers) await block(paper);
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = papers;
    place.market.tokens.RECARGA = neighbour;
    for (const paper of [first, second]) expect(said(await reissue(paper))).toEqual([201, 1_000]);
    expect(said(await reissue(third))).toEqual([409, 'REISSUE_LIMIT']);
    place.market.tokens.RECARGA = own;
    for (const paper of [third, fourth]) expect(said(await reissue(paper))).toEqual([201, 1_000]);
    expect(said(await reissue(fifth))).toEqual([409, 'REISSUE_LIMIT']);
  });
});
