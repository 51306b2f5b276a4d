import { afterEach, describe, expect, it } from 'vitest';
import type { Clearing } from '#src/contract/cash/schemas.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import { openPlayedWeek, type PlayedWeek, type Rules } from '#tests/support/market/played-week.ts';

const days = [1, 2, 3, 4, 5, 6, 7];
/** The largest voucher, and how many of them a dishonest point prints in a day. */
const [largest, printed] = [2_000_000, 25];
const million = 1_000_000;

/**
 * The weekly figures of the table of gains in docs/security.md: seven days played over the server,
 * once with default settings and once with every rule switched off by its largest setting. A gain is the
 * money taken until a person acts, less real cash. The market pays each evening what it may, and receives the
 * real cash.
 */
describe('weekly gains of dishonest people until a person acts', () => {
  let week: PlayedWeek;
  afterEach(async () => {
    expect(await week.place.findings()).toEqual([]);
    await week.place.stop();
  });
  const begin = async (rules: Rules): Promise<void> => {
    week = await openPlayedWeek(rules);
  };

  /** As many of the largest as fit in a day, and one for the rest below the ceiling, less `left`. */
  const printToTheBrim = async (left = 0): Promise<[VoucherId, number][]> => {
    const vouchers: [VoucherId, number][] = [];
    let room = (await week.room()) - left;
    for (let n = 0; n < printed && room > 0; n += 1) {
      const monto = Math.min(largest, room);
      const voucher = await week.print(monto);
      if (voucher) vouchers.push([voucher, monto]);
      room -= monto;
    }
    // The server refuses more, whatever the point's screen would allow.
    if (room === 0 && left === 0) expect(await week.print(1)).toBeNull();
    return vouchers;
  };
  describe.each([
    ['off', 350 * million, [50, 50, 50, 50, 50, 50, 50]],
    ['on', 5 * million, [5, 0, 0, 0, 0, 0, 0]],
  ] as const)('a stall and a point with their accounts alone, with the rules %s', (rules, gain, byDay) => {
    it(`gain ${gain.toLocaleString('en')} in a week`, async () => {
      await begin(rules);
      const paid: number[] = [];
      for (const _ of days) {
        await week.nextDay();
        for (const [voucher, monto] of await printToTheBrim())
          expect(await week.sell('ESTANTE', voucher, monto)).toBe(true);
        paid.push((await week.payOut()) / million);
      }
      expect(paid).toEqual(byDay);
      expect(paid.reduce((sum, one) => sum + one, 0) * million).toBe(gain);
    });
  });

  describe.each([
    ['off', 350 * million],
    ['on', 5 * million],
  ] as const)(
    'a point alone, goods at honest stalls for vouchers without cash, with the rules %s',
    (rules, gain) => {
      it(`gain ${gain.toLocaleString('en')} in a week`, async () => {
        await begin(rules);
        const honest = 400_000;
        let [goods, brought] = [0, 0];
        for (const day of days) {
          await week.nextDay();
          // Honest customers bring cash, and the market receives it: the point hides among them.
          const bought = await week.print(honest);
          if (!bought) throw new Error('an honest customer was sent away');
          goods += (await week.sell('ESTANTE', bought, honest)) ? honest : 0;
          const receipt = { topUpPointId: (await week.till()).topUpPointId, received: honest };
          expect((await week.as('GLOBAL_MARKET', '/cash/receive', receipt)).status).toBe(201);
          brought += honest;
          for (const [voucher, monto] of await printToTheBrim(day === 7 ? 0 : honest))
            goods += (await week.sell('ESTANTE', voucher, monto)) ? monto : 0;
        }
        expect((await week.print(1)) === null).toBe(rules === 'on');
        expect(goods - brought).toBe(gain);
      });
    },
  );

  const owedToOther = async (): Promise<number> => {
    const debts = (await week.as('other GLOBAL_MARKET', '/cash/clearing')).body as unknown as Clearing[];
    return debts.reduce<number>((sum, { owed }) => sum + owed, 0);
  };

  describe.each([
    ['off', 350 * million],
    ['on', 200 * million],
  ] as const)('a market against the others, unpaid vouchers, with the rules %s', (rules, gain) => {
    it(`gain ${gain.toLocaleString('en')} in a week`, async () => {
      await begin(rules);
      // It sets its own points no ceiling.
      const { body } = await week.as('GLOBAL_MARKET', '/market/settings');
      const roomy = { ...body, tillCeiling: 1_000 * million };
      expect((await week.as('GLOBAL_MARKET', '/market/settings', roomy)).status).toBe(200);
      let goods = 0;
      for (const _ of days) {
        await week.nextDay();
        for (const [voucher, monto] of await printToTheBrim())
          goods += (await week.sell('other ESTANTE', voucher, monto)) ? monto : 0;
      }
      expect([goods, await owedToOther()]).toEqual([gain, gain]);
    });
  });

  type Made = { uuid: VoucherId; monto: number };
  /** Redeems the first of these rewards that is accepted: one point, one voucher. */
  const redeemDearest = async (rewards: readonly unknown[]): Promise<Made | null> => {
    const clientId = week.place.market.customer.id;
    for (const pointsId of rewards) {
      const { status, body } = await week.as('RECARGA', '/client/canjear', { clientId, pointsId });
      if (status === 201) return body['recarga'] as Made;
    }
    return null;
  };

  describe.each([
    ['20 %', 5_000, 600_000],
    ['2 %', 500, 60_000],
  ] as const)(
    'a stall and a customer whose 500,000 circle each day, a reward of %s',
    (_share, monto, gain) => {
      it(`gain ${gain.toLocaleString('en')} in a week`, async () => {
        await begin('on');
        const reward = { name: 'Premio', description: 'De todo', pointsCost: 25, monto };
        const rewards = [(await week.as('GLOBAL_MARKET', '/points/create', reward)).body['_id']];
        let given = 0;
        for (const _ of days) {
          await week.nextDay();
          for (let made = await redeemDearest(rewards); made; made = await redeemDearest(rewards))
            given += made.monto;
          const voucher = await week.print(500_000);
          expect(voucher && (await week.sell('ESTANTE', voucher, 500_000))).toBe(true);
          expect(await week.payOut()).toBe(500_000);
        }
        expect(given).toBe(gain);
      });
    },
  );

  describe.each([
    ['off', 100 * million],
    ['on', 7 * million],
  ] as const)('a market, rewards for one point, spent at the others, with the rules %s', (rules, gain) => {
    it(`gain ${gain.toLocaleString('en')} in a week`, async () => {
      await begin(rules);
      const prices = [largest, million];
      const rewards: unknown[] = [];
      for (const monto of prices) {
        const reward = { name: 'Premio', description: 'De todo', pointsCost: 1, monto };
        rewards.push((await week.as('GLOBAL_MARKET', '/points/create', reward)).body['_id']);
      }
      // One real sale of 50,000 is fifty points.
      const bought = await week.print(50_000);
      expect(bought && (await week.sell('ESTANTE', bought, 50_000))).toBe(true);
      for (const _ of days) {
        await week.nextDay();
        for (let n = 0; n < 10; n += 1) {
          const made = await redeemDearest(rewards);
          if (made) expect(await week.sell('other ESTANTE', made.uuid, made.monto)).toBe(true);
        }
      }
      expect(await owedToOther()).toBe(gain);
    });
  });
});
