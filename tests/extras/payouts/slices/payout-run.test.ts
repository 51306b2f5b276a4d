import { beforeAll, describe, expect, it } from 'vitest';
import type { Payout } from '#src/contract/cash/schemas.ts';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import type { PayoutRun } from '#src/extras/payouts/contract/schemas.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { statuses } from '#tests/support/market/open-market.ts';
import { signInAll, stallNamed } from '#tests/support/market/two-markets.ts';
import { type Answer } from '#tests/support/server/test-app.ts';

type Asked = {
  estanteId: string;
  monto: number;
  paid: number;
};

describe('several stalls paid at once', () => {
  let clock = new Date('2026-03-20T15:00:00Z');
  const place = marketForSuite({ now: () => clock });
  const stalls: string[] = [];

  beforeAll(async () => {
    stalls.push(place.market.ids['ESTANTE']);
    for (const email of ['flores@plaza.co', 'panela@plaza.co']) {
      const body = stallNamed(email, place.market.codes.own);
      const made = await place.as('nobody', '/estantes/create-estantes', body);
      stalls.push(String(made.body['_id']));
    }
    await place.rowsOf(`update person set status = 'APROBADO'`);
  });

  const sell = async (stall: number, price: number): Promise<string> => {
    const codeQrUuid = await place.topUp(price);
    const body = { userId: place.market.customer.id, estanteId: stalls[stall], codeQrUuid, price };
    return String((await place.as('nobody', '/shopping/create', body)).body['codeCompra']);
  };
  const balances = async (): Promise<StallBalance[]> =>
    (await place.manage('/cash/stalls')).body as unknown as StallBalance[];
  /** The list as a manager sees it: present balances, and earlier payments. */
  const seen = async (): Promise<Asked[]> =>
    (await balances())
      .filter(({ owed }) => owed > 0)
      .map(({ estanteId, owed, paid }) => ({ estanteId, monto: owed, paid }));
  const pay = (pagos: readonly Asked[]): Promise<Answer> => place.manage('/cash/payout-run', { pagos });
  const owed = async (): Promise<number[]> => {
    const list = await balances();
    return stalls.map((id) => list.find(({ estanteId }) => estanteId === id)?.owed ?? 0);
  };

  it('are one run with a separate payout for each and a sheet that can be printed again', async () => {
    for (const [stall, price] of [40_000, 25_000, 9_000].entries()) await sell(stall, price);
    const list = await seen();
    expect(list).toHaveLength(3);
    const run = (await pay(list)).body as unknown as PayoutRun;
    expect(run).toMatchObject({ total: 74_000, paidBy: 'Amparo Restrepo' });
    expect(run.codeRun).toMatch(/^P-20\d\d-\d\d-\d\d$/);
    expect(run.pagos.map(({ estanteId, monto }) => ({ estanteId, monto }))).toEqual(
      list.map(({ estanteId, monto }) => ({ estanteId, monto })),
    );
    expect(await owed()).toEqual([0, 0, 0]);

    const again = await place.manage(`/cash/payout-run/${run.codeRun}`);
    const byMost = run.pagos.toSorted((one, other) => other.monto - one.monto);
    expect(again.body).toEqual({ ...run, pagos: byMost });
    expect((await place.as('other GLOBAL_MARKET', `/cash/payout-run/${run.codeRun}`)).status).toBe(404);

    const own = (await place.as('ESTANTE', '/cash/payouts')).body['items'] as Payout[];
    expect(own).toMatchObject([{ monto: 40_000, owed: 0, codeRun: run.codeRun }]);
    const lines = await place.manage('/auditoria?kind=stall-paid&limit=10');
    expect(lines.body['items']).toHaveLength(3);
    expect(JSON.stringify(lines.body['items'])).toContain(`"run":"${run.codeRun}"`);
  });

  it('are paid the amounts shown despite a sale since, and the rest stays owed', async () => {
    await sell(0, 10_000);
    await sell(1, 5_000);
    const list = await seen();
    await sell(1, 3_000);
    const paid = await pay(list);
    expect([paid.status, paid.body['total']]).toEqual([201, 15_000]);
    expect(paid.body['codeRun']).toMatch(/^P-20\d\d-\d\d-\d\d-2$/);
    expect(await owed()).toEqual([0, 3_000, 0]);
  });

  it('are not paid when one of them is owed less than shown', async () => {
    const code = await sell(0, 10_000);
    const list = await seen();
    await place.manage('/shopping/void', { codeCompra: code, reason: 'Error' });
    const refused = await pay(list);
    expect([refused.status, refused.body['code']]).toEqual([409, 'LIST_MOVED']);
    expect(refused.body['message']).toBe(
      'La lista cambió mientras la revisaba: a esos estantes se les pueden pagar $3,000. No se pagó a nadie. ' +
        'Mírela otra vez y confirme.',
    );
    expect(await owed()).toEqual([0, 3_000, 0]);
  });

  it('are paid by one of two managers, even when sales would cover the second run as well', async () => {
    await sell(0, 20_000);
    const list = await seen();
    const both = await Promise.all([pay(list), pay(list.toReversed())]);
    expect(statuses(both)).toEqual([201, 409]);
    expect(await owed()).toEqual([0, 0, 0]);
    for (const { estanteId, monto } of list) await sell(stalls.indexOf(estanteId), monto);
    const late = await pay(list);
    expect([late.status, late.body['code']]).toEqual([409, 'LIST_MOVED']);
    expect(await owed()).toEqual([20_000, 3_000, 0]);
  });

  it('are never paid more than their balances beside single payouts and voids, without a deadlock', async () => {
    const code = await sell(2, 7_000);
    const list = await seen();
    const answers = await Promise.all([
      pay(list),
      place.manage('/cash/payout', { estanteId: stalls[0], monto: 20_000 }),
      place.manage('/shopping/void', { codeCompra: code, reason: 'Error' }),
      pay(list.toReversed()),
    ]);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    for (const left of await owed()) expect(left).toBeGreaterThanOrEqual(-7_000);
    const sums = (await balances()).map(({ sold, voided, paid, owed: due }) => sold - voided - paid - due);
    expect(sums.every((sum) => sum === 0)).toBe(true);
    // Paid before it was voided: the next sales make up for it, whichever was first.
    for (const [stall, left] of (await owed()).entries()) if (left < 0) await sell(stall, -left);
    expect((await auditLedger(place.opened.database)).findings).toEqual([]);
  });

  it('are paid less with a note that the stall reads, and the rest stays owed', async () => {
    await sell(0, 50_000);
    const due = (await owed())[0] ?? 0;
    const body = { estanteId: stalls[0], monto: due - 10_000, note: 'Menos la cuota del puesto' };
    expect((await place.manage('/cash/payout', body)).status).toBe(201);
    const [listed] = (await place.as('ESTANTE', '/cash/payouts?limit=1')).body['items'] as Payout[];
    expect(listed).toMatchObject({ note: 'Menos la cuota del puesto', owed: 10_000 });
    expect((await owed())[0]).toBe(10_000);
  });

  it("exclude other markets' stalls and repetitions", async () => {
    const good = { estanteId: stalls[1] ?? '', monto: 1, paid: 0 };
    const other = { ...good, estanteId: place.market.ids['other ESTANTE'] };
    expect((await pay([good, other])).body['code']).toBe('UNKNOWN_STALL');
    expect((await pay([good, good])).status).toBe(400);
    expect((await pay([])).status).toBe(400);
  });

  it("are one run of the market's day, not Greenwich's", async () => {
    // Eight in the evening in Bogotá, and the next day in Greenwich.
    clock = new Date('2026-03-29T01:00:00Z');
    place.market.tokens = await signInAll(place.app);
    await sell(0, 3_000);
    expect((await pay(await seen())).body['codeRun']).toBe('P-2026-03-28');
  });
});
