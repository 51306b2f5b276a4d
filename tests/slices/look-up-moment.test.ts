import { describe, expect, it } from 'vitest';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { ask } from '#tests/support/server/test-app.ts';
import { forSuite } from '#tests/support/suite.ts';

describe('the position of a looked-up balance', () => {
  const place = marketForSuite();
  const stall = forSuite(() => place.stallDevice());
  const lookUp = async (code: string, token?: string): Promise<VoucherView> => {
    const { body } = await ask(place.app, 'GET', `/code-qr/search/${code}`, { token });
    return body as unknown as VoucherView;
  };

  it('orders it for a stall among its receipts: between the previous sale and the next', async () => {
    const token = place.market.tokens['ESTANTE'];
    const voucher = await place.issue(10_000);
    const sell = async () => (await stall.sync([stall.writeSale(voucher, 1_000)])).results[0];
    const before = await sell();
    const { readAt, monto } = await lookUp(voucher.codeQrUuid, token);
    const after = await sell();
    expect(monto).toBe(9_000);
    expect(readAt?.epoch).toBe(before?.seal?.epoch);
    expect(readAt?.position).toBeGreaterThanOrEqual(before?.seal?.position ?? Infinity);
    expect(readAt?.position).toBeLessThan(after?.seal?.position ?? 0);
    const at = Date.parse(readAt?.serverTime ?? '');
    expect(at).toBeGreaterThanOrEqual(Date.parse(before?.purchase?.createAt ?? ''));
    expect(at).toBeLessThanOrEqual(Date.parse(after?.purchase?.createAt ?? ''));
  });

  it("is withheld from a holder, whom it would show the database's transaction count", async () => {
    const { codeQrUuid } = await place.issue(10_000);
    const seen = await lookUp(codeQrUuid);
    expect(seen.monto).toBe(10_000);
    expect(seen).not.toHaveProperty('readAt');
    expect(await lookUp(codeQrUuid, place.market.tokens['GLOBAL_MARKET'])).not.toHaveProperty('readAt');
  });
});
