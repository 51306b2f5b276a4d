import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { HolderCodes, HolderPoints } from '#src/contract/vouchers/schemas.ts';
import { openAreas, type Areas } from '#tests/support/market/open-areas.ts';
import { password, type Asker } from '#tests/support/market/two-markets.ts';
import { forSuite } from '#tests/support/suite.ts';

const number = '71999888';

/** A customer's other vouchers, as far as a holder of one of them may see them. */
describe("a holder's vouchers", () => {
  let clock = new Date('2026-03-01T15:00:00Z');
  const place = forSuite(
    () =>
      openAreas({
        voucherDays: 30,
        now: () => clock,
        quotas: { identificationMisses: { points: 3, seconds: 3_600 } },
      }),
    (one) => one.close(),
  );
  let areas: Areas;
  let owner: string;
  beforeAll(async () => {
    areas = place;
    const body = { ownerName: 'marta lucía', identificacion: number, userType: 'USUARIO' };
    owner = String((await areas.as('RECARGA', 'POST', '/auth/register', body)).body['_id']);
  });

  const paper = async (monto: number): Promise<string> => {
    const uuid = randomUUID();
    const body = { monto, uuid, clientId: owner };
    expect((await areas.as('RECARGA', 'POST', '/code-qr/create-recharger', body)).status).toBe(201);
    return uuid;
  };
  const spend = async (uuid: string, price: number): Promise<void> => {
    const sale = { userId: owner, estanteId: areas.market.ids.ESTANTE, codeQrUuid: uuid, price };
    expect((await areas.as('nobody', 'POST', '/shopping/create', sale)).status).toBe(201);
  };
  const seenBy = async (asker: Asker, uuid: string): Promise<HolderCodes> =>
    (await areas.as(asker, 'GET', `/code-qr/codes/${uuid}`)).body as unknown as HolderCodes;
  const typed = (uuid: string, identificacion: string) =>
    areas.as('nobody', 'POST', `/code-qr/codes/${uuid}`, { identificacion });
  const nothing = { total: 0, count: 0, codes: [] };

  it('are only the one in hand for a holder, and all for staff and a holder who types the document', async () => {
    const [one, other] = [await paper(10_000), await paper(25_000)];
    const held = await seenBy('nobody', one);
    expect(held).toMatchObject({ total: 10_000, count: 1, codes: [{ monto: 10_000, isThis: true }] });
    expect(held.codes).toHaveLength(1);
    for (const asker of ['RECARGA', 'GLOBAL_MARKET', 'ADMIN'] as const)
      expect(await seenBy(asker, one)).toMatchObject({ total: 35_000, count: 2 });
    const { status, body } = await typed(one, ` ${number.slice(0, 2)}.${number.slice(2)} `);
    expect([status, body]).toEqual([200, expect.objectContaining({ total: 35_000, count: 2 })]);
    expect(JSON.stringify(body)).not.toContain(other);
  });

  it('show none of the others on a voucher that no longer pays, whatever is typed', async () => {
    const [spent, blocked, old] = [await paper(3_000), await paper(4_000), await paper(5_000)];
    await spend(spent, 3_000);
    const id = await areas.idOf(blocked);
    await areas.as('RECARGA', 'POST', '/code-qr/block', { id, reason: 'Perdido' });
    for (const uuid of [spent, blocked]) {
      expect(await seenBy('nobody', uuid)).toEqual(nothing);
      for (const document of [number, '1']) expect((await typed(uuid, document)).body).toEqual(nothing);
      expect((await seenBy('RECARGA', uuid)).total).toBeGreaterThan(0);
    }
    const points = async (uuid: string) =>
      (await areas.as('nobody', 'GET', `/code-qr/points/${uuid}`)).body as unknown as HolderPoints;
    await spend(await paper(50_000), 50_000);
    expect((await points(old)).length).toBe(1);
    expect(await points(blocked)).toEqual([]);
    const before = clock;
    clock = new Date('2026-05-01T15:00:00Z');
    expect([await seenBy('nobody', old), (await typed(old, number)).body]).toEqual([nothing, nothing]);
    expect(await points(old)).toEqual([]);
    clock = before;
  });

  it('allow three attempts an hour with a wrong document, and then no look-up', async () => {
    const uuid = await paper(6_000);
    for (const wrong of ['71999887', 'CE 71999888', '1'])
      expect((await typed(uuid, wrong)).body['code']).toBe('IDENTIFICATION_MISMATCH');
    const { status, body, headers } = await typed(uuid, number);
    expect([status, body['code'], Number(headers['retry-after']) > 3_000]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      true,
    ]);
    const another = await paper(6_000);
    for (const _time of [1, 2, 3, 4]) expect((await typed(another, number)).status).toBe(200);
  });
});

describe("a voucher's stalls", () => {
  const place = forSuite(
    () => openAreas(),
    (one) => one.close(),
  );

  it("are its own market's first, by name, in pages", async () => {
    const { market, as, topUp } = place;
    const open = async (asker: 'GLOBAL_MARKET' | 'other GLOBAL_MARKET', estanteName: string) => {
      const globalMarketId = market.codes[asker === 'GLOBAL_MARKET' ? 'own' : 'other'];
      const email = `${randomUUID().slice(0, 8)}@plaza.co`;
      const body = {
        ownerName: 'Rosalba',
        email,
        phone: '3105550101',
        password,
        estanteName,
        globalMarketId,
      };
      const { _id: id } = (await as('nobody', 'POST', '/estantes/create-estantes', body)).body;
      await as(asker, 'POST', '/auth/approve', { id, userType: 'ESTANTE' });
    };
    for (const name of ['Ñame y yuca', 'Nísperos']) await open('GLOBAL_MARKET', name);
    await open('other GLOBAL_MARKET', 'Aguacates');
    const uuid = await topUp(1_000);
    const read = async (query: string) =>
      (await as('nobody', 'GET', `/code-qr/stalls/${uuid}${query}`)).body as unknown as {
        items: { estanteName: string; globalMarketId: string }[];
        nextCursor: string | null;
      };
    const whole = await read('');
    expect(whole.nextCursor).toBeNull();
    const codes = whole.items.map(({ globalMarketId }) => globalMarketId);
    const own = codes.filter((code) => code === market.codes.own).length;
    expect(own).toBeGreaterThan(2);
    expect(codes.slice(0, own)).toEqual(Array(own).fill(market.codes.own));
    expect(codes.slice(own)).not.toContain(market.codes.own);
    const names = whole.items.map(({ estanteName }) => estanteName);
    expect(names.indexOf('Ñame y yuca')).toBeLessThan(names.indexOf('Nísperos'));
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await read(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.items.length).toBeLessThanOrEqual(2);
      paged.push(...page.items.map(({ estanteName }) => estanteName));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(names);
    expect((await as('nobody', 'GET', `/code-qr/stalls/${randomUUID()}`)).status).toBe(404);
  });

  it('include points for a top-up, without a phone or an email', async () => {
    const { market, as, topUp } = place;
    const uuid = await topUp(1_000);
    const read = await as('nobody', 'GET', `/code-qr/top-up-points/${uuid}`);
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
    expect((await as('nobody', 'GET', `/code-qr/top-up-points/${randomUUID()}`)).status).toBe(404);
  });
});
