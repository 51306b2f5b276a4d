import { describe, expect, it } from 'vitest';
import type { PaymentWay } from '#src/contract/cash/payment-way.ts';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import type { PayoutRun } from '#src/extras/payouts/contract/schemas.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import type { Answer } from '#tests/support/server/test-app.ts';

const holder = { holder: 'Rosalba Giraldo', identificacion: '24684521' };
const byKey: PaymentWay = { kind: 'KEY', key: '3105550112', ...holder };
const byAccount: PaymentWay = {
  kind: 'ACCOUNT',
  bank: 'Banco Agrario',
  accountType: 'SAVINGS',
  account: '400012345678',
  ...holder,
};

describe("a stall's payment way", () => {
  const place = marketForSuite();
  const say = (way: object, who: Asker = 'ESTANTE'): Promise<Answer> =>
    place.as(who, '/cash/payment-way', way);
  const seenBy = (who: Asker): Promise<StallBalance> => place.dues(who);
  const pay = ({ estanteId, owed, paid, payment }: StallBalance): Promise<Answer> =>
    place.manage('/cash/payout-run', {
      pagos: [{ estanteId, monto: owed, paid, wayAt: payment.changedAt }],
    });

  it('is cash until the stall changes it, and is visible only to the stall and its market', async () => {
    expect((await seenBy('GLOBAL_MARKET')).payment).toEqual({ way: { kind: 'CASH' }, changedAt: null });
    expect((await say(byKey)).status).toBe(200);
    for (const who of ['ESTANTE', 'GLOBAL_MARKET'] as const) {
      const { payment } = await seenBy(who);
      expect(payment.way).toEqual(byKey);
      expect(Date.parse(payment.changedAt ?? '')).toBeGreaterThan(0);
    }
    expect((await seenBy('ADMIN')).payment.way).toEqual({ kind: 'CASH' });
    expect((await say(byKey, 'GLOBAL_MARKET')).status).toBe(403);
    const audit = await place.manage('/auditoria?kind=payment-way-changed');
    expect(audit.body['items']).toMatchObject([{ after: { way: 'KEY', ending: '0112' } }]);
    expect(JSON.stringify(audit.body)).not.toContain('3105550112');
  });

  it("accepts keys and accounts in the banks' forms, and nothing that a spreadsheet would execute", async () => {
    for (const key of ['@rosalba1', 'rosalba@correo.co', '24684521'])
      expect((await say({ ...byKey, key })).status).toBe(200);
    for (const key of ['=1+1', '@SUM(1)', '+573105550112', '-1', '310 555', 'a@b', "@x'y"])
      expect((await say({ ...byKey, key })).status).toBe(400);
    expect((await say({ ...byAccount, account: '40-00' })).status).toBe(400);
    expect((await say({ ...byAccount, bank: '' })).status).toBe(400);
    expect((await say(byAccount)).status).toBe(200);
  });

  it('is stored with the run that used it, and a run from an outdated list pays no one', async () => {
    await place.bought(await place.topUp(30_000), 30_000);
    const shown = await seenBy('GLOBAL_MARKET');
    await say(byKey);
    expect((await pay(shown)).body['code']).toBe('LIST_MOVED');
    const paid = await pay(await seenBy('GLOBAL_MARKET'));
    expect(paid.status).toBe(201);
    const run = paid.body as unknown as PayoutRun;
    expect(run.pagos[0]?.way).toEqual(byKey);
    await say({ kind: 'CASH' });
    const again = await place.manage(`/cash/payout-run/${run.codeRun}`);
    expect(again.body).toEqual(run);
    expect((await seenBy('ESTANTE')).payment.way).toEqual({ kind: 'CASH' });
  });
});
