import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { marketForSuite } from '#tests/support/for-suite.ts';

/** Findings: the owner of a voucher, when rows of one person were merged before or after. */
describe("a merged customer's voucher", () => {
  const place = marketForSuite();

  const register = async (): Promise<{ id: string; ownerName: string; identificacion: string }> => {
    const named = {
      ownerName: 'rosa díaz',
      identificacion: String(Date.now() + Math.round(Math.random() * 1e9)),
    };
    const { body } = await place.as('RECARGA', '/client/create', named);
    return { ...named, id: String(body['_id']) };
  };
  /** Merges like customers/doubles.ts. */
  const merge = async (id: string, into: string): Promise<void> => {
    await place.rowsOf(
      `update person set merged_into = $2, visible = case when id = $1 then false else visible end
        where id = $1 or merged_into = $1`,
      id,
      into,
    );
  };
  it('pays a sale that a person decides, as without a merge (A-0)', async () => {
    const [old, kept] = [await register(), await register()];
    const voucher = await place.issue(80_000, old.id);
    const stall = await place.stallDevice();
    await merge(old.id, kept.id);
    const [, acceptance] = stall.writeAcceptedPurchase({ ...voucher, price: 30_000 });
    await place.manage('/devices/revoke', { id: stall.id });
    expect(await stall.states([acceptance])).toEqual(['in-review']);
    const before = (await place.sums())['guarantee'] ?? 0;
    expect((await place.assign((await place.lineOf(voucher.codeQrUuid))._id, 'guarantee')).status).toBe(200);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(50_000);
    expect((await place.sums())['guarantee'] ?? 0).toBe(before);
  });

  it('keeps paying under its printed name when its person is merged once more (A-3)', async () => {
    const [known, kept] = [await register(), await register()];
    const kiosk = await place.kiosk();
    const clientId = randomUUID();
    const { ownerName, identificacion } = known;
    const registered = kiosk.writeCustomer({ ownerName, identificacion }, clientId);
    const voucher = kiosk.writePaper(40_000, clientId);
    expect(await kiosk.states([registered, voucher.topUp])).toEqual(['accepted', 'accepted']);
    expect((await place.buy(voucher, 1_000)).status).toBe(201);
    await merge(known.id, kept.id);
    expect((await place.buy(voucher, 2_000)).status).toBe(201);
    const stall = await place.stallDevice();
    expect(await stall.states(stall.writeAcceptedPurchase({ ...voucher, price: 3_000 }))).toEqual([
      'accepted',
      'accepted',
    ]);
    const [, alone] = stall.writeAcceptedPurchase({ ...voucher, price: 4_000 });
    expect(await stall.states([alone])).toEqual(['accepted']);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(30_000);
    const stranger = await register();
    expect((await place.buy({ ...voucher, userId: stranger.id }, 1_000)).body['code']).toBe(
      'UNKNOWN_VOUCHER',
    );
  });
});
