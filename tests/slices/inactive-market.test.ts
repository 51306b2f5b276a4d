import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { toVoucherId } from '#src/protocol/brands.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { type IssuedVoucher } from '#tests/support/market/open-market.ts';
import { password } from '#tests/support/market/two-markets.ts';
import { type Answer, ask } from '#tests/support/server/test-app.ts';
import { forSuite } from '#tests/support/suite.ts';

/**
 * ADMIN rejects or deletes a market: its people lose their sessions, and its devices' later operations await
 * a person.
 */
describe('an inactive market', () => {
  let voucher: IssuedVoucher;
  let refreshToken: string;
  const place = marketForSuite();
  const tablet = forSuite(() => place.stallDevice());
  const kiosk = forSuite(() => place.kiosk());
  beforeAll(async () => {
    voucher = await place.issue(40_000);
    refreshToken = String((await signIn('recarga', 'RECARGA')).body['refreshToken']);
    expect((await place.buy(voucher, 10_000)).status).toBe(201);
  });

  const signIn = (name: string, userType: string): Promise<Answer> =>
    place.as('nobody', '/auth/login', { email: `${name}@plaza.co`, password, userType });
  const codeOf = ({ status, body }: Answer): string => `${status} ${String(body['code'] ?? '')}`.trim();
  const decide = (what: 'reject' | 'delete' | 'restore' | 'approve') =>
    place.as('ADMIN', `/auth/${what}`, {
      id: place.market.ids['GLOBAL_MARKET'],
      userType: 'GLOBAL_MARKET',
      ...(what === 'reject' ? { reason: 'No abrió.' } : {}),
    });
  const topUp = () =>
    place.as('RECARGA', '/code-qr/create-recharger', {
      monto: 1_000,
      uuid: toVoucherId(randomUUID()),
      clientId: place.market.customer.id,
    });

  const nothingGoes = async (): Promise<void> => {
    const { market, app } = place;
    for (const [name, type] of [
      ['recarga', 'RECARGA'],
      ['estante', 'ESTANTE'],
    ] as const)
      expect(codeOf(await signIn(name, type))).toBe('403 MARKET_INACTIVE');
    expect((await ask(app, 'POST', '/auth/refresh', { body: { refreshToken } })).status).toBe(401);
    expect((await topUp()).status).toBe(401);
    expect(codeOf(await place.buy(voucher, 100))).toBe('404 UNKNOWN_STALL');
    const { topUp: late } = kiosk.writePaper(500, market.customer.id);
    const [issued] = (await kiosk.sync([late])).results;
    expect([issued?.state, issued?.reason]).toEqual(['in-review', 'OPERATOR_INACTIVE']);
    const [sold, accepted] = (await tablet.sync(tablet.writeAcceptedPurchase({ ...voucher, price: 100 })))
      .results;
    expect([sold?.state, accepted?.state, accepted?.reason]).toEqual([
      'refused',
      'in-review',
      'OPERATOR_INACTIVE',
    ]);
    // Its customers' balances stay valid: another market's stall takes them.
    await place.bought(voucher.codeQrUuid, 100, 'other ESTANTE');
  };

  it('cannot sign in, issue or sell once rejected, and resumes after a new approval', async () => {
    expect((await decide('reject')).status).toBe(200);
    await nothingGoes();
    expect((await decide('approve')).status).toBe(200);
    expect((await topUp()).status).toBe(201);
  });

  it('is not deleted while it holds money, and is shown what is open', async () => {
    const refused = await decide('delete');
    expect([refused.status, refused.body['code']]).toEqual([409, 'ACCOUNT_HOLDS_MONEY']);
    expect(refused.body['message']).toMatch(
      /^No se puede eliminar\. Antes hay que resolver: .*efectivo en caja \$/,
    );
    expect(refused.body['message']).toMatch(/códigos con saldo \$/);
  });

  it('cannot sign in, issue or sell once deleted, and resumes after a restoration', async () => {
    await place.rowsOf('update person set visible = false where id = $1', place.market.ids['GLOBAL_MARKET']);
    await nothingGoes();
    expect((await decide('restore')).status).toBe(200);
    expect((await topUp()).status).toBe(201);
  });
});
