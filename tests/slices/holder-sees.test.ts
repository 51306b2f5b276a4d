import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { customersOf } from '#tests/support/market/customers-of.ts';
import { stallNamed } from '#tests/support/market/two-markets.ts';

/** The holder of a voucher may have found it, so it shows nothing more of its owner. */
describe('the holder of a voucher', () => {
  let clock = new Date('2026-03-01T15:00:00Z');
  const place = marketForSuite({ voucherDays: 30, now: () => clock });
  let owner: string;
  beforeAll(async () => {
    owner = await customersOf(place).register();
  });

  const paper = (monto: number) => place.topUp(monto, 'RECARGA', owner);

  it("sees this voucher alone; the owner's total is for staff", async () => {
    const [one, other] = [await paper(10_000), await paper(25_000)];
    const seen = await place.as('nobody', `/code-qr/search/${one}`);
    expect(seen.body['monto']).toBe(10_000);
    for (const hidden of [other, '35000', '25000']) expect(JSON.stringify(seen.body)).not.toContain(hidden);
    for (const asker of ['nobody', 'ESTANTE'] as const)
      expect((await place.as(asker, `/client/${owner}`)).status).toBeGreaterThan(400);
    expect((await place.as('RECARGA', `/client/${owner}`)).body).toMatchObject({ balance: 35_000 });
  });

  it('sees points with a voucher that pays or is spent, not with a blocked or expired one', async () => {
    const [spent, blocked, old] = [await paper(50_000), await paper(4_000), await paper(5_000)];
    expect((await place.buy({ userId: owner, codeQrUuid: spent }, 50_000)).status).toBe(201);
    await place.as('RECARGA', '/code-qr/block', { id: await place.idOf(blocked), reason: 'Perdido' });
    const markets = async (uuid: string) =>
      ((await place.as('nobody', `/code-qr/points/${uuid}`)).body as unknown as unknown[]).length;
    expect([await markets(spent), await markets(old), await markets(blocked)]).toEqual([1, 1, 0]);
    clock = new Date('2026-05-01T15:00:00Z');
    expect(await markets(old)).toBe(0);
  });
});

describe("a voucher's stalls", () => {
  const place = marketForSuite();

  it("are its own market's first, by name, in pages", async () => {
    const { market, as, topUp } = place;
    const open = async (asker: 'GLOBAL_MARKET' | 'other GLOBAL_MARKET', estanteName: string) => {
      const globalMarketId = market.codes[asker === 'GLOBAL_MARKET' ? 'own' : 'other'];
      const body = { ...stallNamed(`${randomUUID().slice(0, 8)}@plaza.co`, globalMarketId), estanteName };
      const { _id: id } = (await as('nobody', '/estantes/create-estantes', body)).body;
      await as(asker, '/auth/approve', { id, userType: 'ESTANTE' });
    };
    for (const name of ['Ñame y yuca', 'Nísperos']) await open('GLOBAL_MARKET', name);
    await open('other GLOBAL_MARKET', 'Aguacates');
    const uuid = await topUp(1_000);
    const whole = (await as('nobody', `/code-qr/stalls/${uuid}`)).body as unknown as {
      items: { estanteName: string; globalMarketId: string }[];
      nextCursor: string | null;
    };
    expect(whole.nextCursor).toBeNull();
    const codes = whole.items.map(({ globalMarketId }) => globalMarketId);
    const own = codes.filter((code) => code === market.codes.own).length;
    expect(own).toBeGreaterThan(2);
    expect(codes.slice(0, own)).toEqual(Array(own).fill(market.codes.own));
    expect(codes.slice(own)).not.toContain(market.codes.own);
    const names = whole.items.map(({ estanteName }) => estanteName);
    expect(names.indexOf('Ñame y yuca')).toBeLessThan(names.indexOf('Nísperos'));
    expect(await place.namesByTwos('nobody', `/code-qr/stalls/${uuid}?`, 'estanteName')).toEqual(names);
    expect((await as('nobody', `/code-qr/stalls/${randomUUID()}`)).status).toBe(404);
  });

  it('include points for a top-up, without a phone or an email', async () => {
    const { market, as, topUp } = place;
    const uuid = await topUp(1_000);
    const read = await as('nobody', `/code-qr/top-up-points/${uuid}`);
    const { items, ownMarketId } = read.body as unknown as {
      items: { globalMarketId: string }[];
      ownMarketId: string;
    };
    expect(ownMarketId).toBe(market.codes.own);
    expect(items.length).toBeGreaterThan(0);
    const own = items.filter(({ globalMarketId }) => globalMarketId === ownMarketId).length;
    expect(own).toBeGreaterThan(0);
    expect(items.slice(0, own).every(({ globalMarketId }) => globalMarketId === ownMarketId)).toBe(true);
    for (const item of items)
      expect(Object.keys(item).sort()).toEqual(['_id', 'globalMarketId', 'marketName', 'pointName']);
    expect((await as('nobody', `/code-qr/top-up-points/${randomUUID()}`)).status).toBe(404);
  });

  it('names the market of a purchase and its phone, with the voucher that paid alone', async () => {
    const { market, as, topUp, bought } = place;
    const [paying, other] = [await topUp(5_000), await topUp(5_000)];
    const code = await bought(paying, 2_000);
    const read = (uuid: string) => as('nobody', `/code-qr/market/${uuid}?codeCompra=${code}`);
    const rows = await place.rowsOf<{ name: string }>(
      'select name from market where code = $1',
      market.codes.own,
    );
    expect((await read(paying)).body).toEqual({ marketName: rows[0]?.name, phone: '3105550101' });
    expect((await read(other)).status).toBe(404);
  });
});
