import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { signInTypes } from '#src/contract/accounts/user-type.ts';
import type { Call } from '#src/contract/call.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { allCalls } from '#tests/support/all-calls.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { type IssuedVoucher } from '#tests/support/market/open-market.ts';
import { signInAll, type Asker } from '#tests/support/market/two-markets.ts';
import { ask, type Answer } from '#tests/support/server/test-app.ts';
import { endsSessions } from './area-rules.ts';
import { pathOf } from './rule.ts';
import { routeOf, rules } from './rules.ts';

type Asked = { path: string; body?: unknown };

/** Every possible spelling of a voucher's id, which is a bearer secret. */
function spellings(id: string): string[] {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return [id, id.replaceAll('-', ''), bytes.toString('base64url'), bytes.toString('base64')];
}

const cut = (answer: Answer): string => JSON.stringify(answer.body).toLowerCase();

describe("a voucher's bearer secret", () => {
  let sold: IssuedVoucher;
  /** Real requests about existing data, where the matrix asks about none. */
  let real: Record<string, Asked[]>;
  const place = marketForSuite();
  beforeAll(async () => {
    const { market, app } = place;
    const as = (asker: Asker, path: string, body: unknown): Promise<Answer> =>
      ask(app, 'POST', path, { body, token: market.tokens[asker] });
    const [stall, kiosk] = [await place.stallDevice(), await place.kiosk()];
    sold = await place.issue(50_000);
    await place.buy(sold, 4_000);
    const voidable = String((await place.buy(sold, 1_000)).body['codeCompra']);
    // An overspend, a waiting sale, and a top-up that needs a person.
    const spent = await place.issue(1_000);
    await place.buy(spent, 1_000);
    await stall.sync(stall.writeAcceptedPurchase({ ...spent, price: 600 }));
    const userId = market.customer.id;
    await stall.sync(stall.writeAcceptedPurchase({ ...kiosk.writePaper(9_000, userId), price: 700 }));
    await kiosk.sync([kiosk.writePaper(9_000, randomUUID()).topUp]);
    // A reissue, a block and a reward that is a voucher.
    const lost = await place.idOf((await place.issue(7_000)).codeQrUuid);
    const { identificacion } = market.customer;
    await as('GLOBAL_MARKET', '/code-qr/reissue', { id: lost, newUuid: randomUUID(), identificacion });
    const blocked = await place.idOf((await place.issue(6_000)).codeQrUuid);
    await as('RECARGA', '/code-qr/block', { id: blocked, reason: 'Perdido' });
    const reward = { name: 'Bono', description: 'De regalo', pointsCost: 1, monto: 500 };
    const { _id: pointsId } = (await as('GLOBAL_MARKET', '/points/create', reward)).body;
    await place.rowsOf("update points_entry set recorded_at = recorded_at - interval '1 day'");
    await as('RECARGA', '/client/canjear', { clientId: userId, pointsId });
    const undone = await place.idOf((await place.issue(5_000)).codeQrUuid);
    const id = await place.idOf(sold.codeQrUuid);
    const [conflict] = (await place.manage('/sync/conflicts')).body['items'] as { _id: string }[];
    real = {
      'GET /code-qr/search/{code}': [{ path: `/code-qr/search/${shortCodeOf(sold.codeQrUuid)}` }],
      'GET /client/list': [{ path: '/client/list?q=luz' }],
      'POST /code-qr/void': [{ path: '/code-qr/void', body: { id: undone, reason: 'WRONG_AMOUNT' } }],
      'POST /code-qr/block': [{ path: '/code-qr/block', body: { id, reason: 'Perdido' } }],
      'POST /code-qr/unblock': [{ path: '/code-qr/unblock', body: { id, reason: 'Apareció' } }],
      'POST /code-qr/reissue': [
        { path: '/code-qr/reissue', body: { id: lost, newUuid: randomUUID(), identificacion } },
      ],
      'POST /code-qr/expire': [{ path: '/code-qr/expire', body: { id } }],
      'POST /shopping/void': [{ path: '/shopping/void', body: { codeCompra: voidable, reason: 'Error' } }],
      'POST /client/canjear': [{ path: '/client/canjear', body: { clientId: userId, pointsId } }],
      'POST /sync/conflicts/assign': [
        { path: '/sync/conflicts/assign', body: { id: conflict?._id, to: 'guarantee', note: 'visto' } },
      ],
      'DELETE /client/delete/{id}': [{ path: `/client/delete/${userId}` }],
    };
  });

  async function secrets(): Promise<string[]> {
    const rows = await place.rowsOf<{
      id: string;
    }>(`select id::text as id from voucher union select voucher_id::text from accepted_purchase
        union select voucher_id::text from conflict_line`);
    return rows.map(({ id }) => id);
  }

  const table = Object.values<Call>(allCalls)
    .filter(({ answer }) => answer !== 'bytes')
    .map((call) => ({ route: routeOf(call), call }));

  it.each(table)('is in no answer to staff: $route', async ({ route, call }) => {
    const { market } = place;
    const rule = rules[route];
    const asked = [
      ...(real[route] ?? []),
      { path: rule ? pathOf(route, rule, market) : call.path, body: rule?.body?.(market) },
    ];
    for (const asker of [...signInTypes, 'other RECARGA', 'other GLOBAL_MARKET'] as Asker[]) {
      for (const { path, body } of asked) {
        const before = await secrets();
        const answer = cut(await ask(place.app, call.method, path, { body, token: market.tokens[asker] }));
        if (route === endsSessions) market.tokens = await signInAll(place.app);
        // A stall to which a customer presented the voucher types its short code and sells with the result.
        const isBrought = route === 'GET /code-qr/search/{code}' && asker === 'ESTANTE';
        for (const id of before) {
          if (isBrought && id === sold.codeQrUuid) continue;
          const shown = spellings(id).filter((spelling) => answer.includes(spelling.toLowerCase()));
          expect([asker, path, shown]).toEqual([asker, path, []]);
        }
      }
    }
  });

  it('is in no list: each names vouchers without it', async () => {
    for (const path of [
      '/code-qr/list',
      `/client/${place.market.customer.id}`,
      '/shopping/history/mercado-global/' + place.market.codes.own,
      '/sync/conflicts',
    ]) {
      const shown = cut(await place.manage(path));
      expect(shown).toMatch(/"shortcode":"[0-9a-z]{4}-[0-9a-z]{4}"/);
    }
  });
});
