import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SyncAnswer } from '#src/contract/sync/schemas.ts';
import { type VoucherId } from '#src/protocol/brands.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { statuses } from '#tests/support/market/open-market.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';

const ceiling = 100_000;

describe("a point's ceiling of unreceived cash", () => {
  const place = marketForSuite();
  const topUp = (monto: number, key?: string, uuid = randomUUID()) =>
    place.as(
      'RECARGA',
      '/code-qr/create-recharger',
      { monto, uuid, clientId: place.market.customer.id },
      key,
    );
  const float = async (monto: number) =>
    (await place.manage('/cash/float', { topUpPointId: place.market.ids['RECARGA'], monto })).body;
  const setOwn = (own?: number, asker: Asker = 'GLOBAL_MARKET') =>
    place.as(asker, '/cash/ceiling', { topUpPointId: place.market.ids['RECARGA'], ceiling: own });
  /** A kiosk's top-up beyond the ceiling, which a person approves: its voucher. */
  const approved = async (monto: number): Promise<VoucherId> => {
    const kiosk = await place.kiosk();
    const { topUp: beyond, codeQrUuid: uuid } = kiosk.writePaper(monto, place.market.customer.id);
    const before = (await place.till()).expected;
    const { results } = await kiosk.sync([beyond]);
    expect(results).toMatchObject([{ state: 'in-review', reason: 'TILL_FULL' }]);
    expect((await place.till()).expected).toBe(before);
    expect((await place.assign((await place.lineOf(uuid))._id, 'guarantee')).status).toBe(200);
    return uuid;
  };

  beforeEach(async () => {
    await place.set({ tillCeiling: ceiling });
    await place.receiveAll();
    expect((await topUp(90_000)).status).toBe(201);
  });
  afterEach(async () => expect(await place.findings()).toEqual([]));

  it('refuses a top-up beyond it and stores the refusal, until the cash is received', async () => {
    const key = randomUUID();
    const uuid = randomUUID();
    const full = await topUp(10_001, key, uuid);
    expect([full.status, full.body['code'], full.body['message']]).toEqual([
      409,
      'TILL_FULL',
      'La caja está llena: le caben $10,000. Pida al mercado que venga a contar y recibir el efectivo.',
    ]);
    const undo = { id: (await topUp(10_000)).body['_id'], reason: 'TWICE' };
    expect((await place.as('RECARGA', '/code-qr/void', undo)).status).toBe(201);
    expect((await topUp(10_000)).status, 'after a void').toBe(201);
    await place.receiveAll();
    expect((await topUp(10_001, key, uuid)).body['code']).toBe('TILL_FULL');
    expect((await topUp(10_001)).status).toBe(201);
  });

  it('admits of many simultaneous top-ups only those that fit, also while cash is received', async () => {
    const asked = await Promise.all(Array.from({ length: 16 }, () => topUp(2_000)));
    expect(statuses(asked).filter((status) => status === 201)).toHaveLength(5);
    expect(await place.till()).toMatchObject({ expected: ceiling, ceiling });
    const today = (await place.manage('/today/market')).body;
    expect(today).toMatchObject({ fullTills: { count: 1, names: [expect.any(String)] } });
    const topUpPointId = place.market.ids['RECARGA'];
    const [received, ...beside] = await Promise.all([
      place.manage('/cash/receive', { topUpPointId, received: 5_000 }),
      ...Array.from({ length: 20 }, () => topUp(2_000)),
    ]);
    expect(received?.status).toBe(201);
    const made = statuses(beside).filter((status) => status === 201).length;
    expect(made).toBeLessThanOrEqual(2);
    expect((await place.till()).expected).toBe(ceiling - 5_000 + made * 2_000);
  });

  it('is another one for a single point while its market says so, and the audit names it', async () => {
    expect((await setOwn(200_000, 'RECARGA')).status).toBe(403);
    expect((await setOwn(200_000, 'other GLOBAL_MARKET')).status).toBe(404);
    expect((await setOwn(200_000)).body).toMatchObject({ ceiling: 200_000, isOwnCeiling: true });
    expect((await topUp(50_000)).status).toBe(201);
    expect((await setOwn()).body).toMatchObject({ ceiling, isOwnCeiling: false });
    expect((await topUp(1)).body['message']).toContain('le caben $0.');
    expect(await place.audited('till-ceiling-set')).toMatchObject([
      { before: { tillCeiling: 200_000 }, after: { tillCeiling: ceiling } },
      { before: { tillCeiling: ceiling }, after: { tillCeiling: 200_000 } },
    ]);
  });

  it("sets aside a kiosk's top-up beyond it, which a person may approve", async () => {
    const uuid = await approved(20_000);
    expect(await place.balanceOf(uuid)).toBe(20_000);
    expect(await place.till()).toMatchObject({ expected: 110_000 });
    expect((await float(1))['message']).toContain('le caben $0.');
  });

  it("limits the market's float to the peso", async () => {
    expect((await float(10_001))['message']).toContain('le caben $10,000.');
    expect(await float(10_000)).toMatchObject({ expected: ceiling });
  });

  it('is reported to a kiosk with each contact', async () => {
    const kiosk = await place.kiosk();
    const { operators } = (await kiosk.sync([])) as unknown as SyncAnswer;
    expect(operators).toMatchObject([{ till: { cash: 90_000, ceiling } }]);
  });
});
