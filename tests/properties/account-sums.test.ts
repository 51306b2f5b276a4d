import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lockAccountSum, lockStallDues } from '#src/server/ledger/accounts.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { foldDays } from '#src/server/ledger/days/fold-days.ts';
import type { Session } from '#src/server/store/database.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { gate } from '#tests/support/gate.ts';
import { databaseOn, rolledBack, run, sellAt } from '#tests/support/server/rolled-back.ts';

const zone = 'America/Bogota';

type Step =
  | { kind: 'sell'; stall: 0 | 1; price: number; stays: boolean }
  | { kind: 'top-up'; monto: number }
  /** An unfolded movement is missing in the sums, even while a writing transaction is open. */
  | { kind: 'fold'; beside: boolean }
  /** As after a change of the time zone: nothing is summed. */
  | { kind: 'forget' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      stall: fc.constantFrom(0 as const, 1 as const),
      price: fc.integer({ min: 1, max: 900 }),
      stays: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('top-up' as const), monto: fc.integer({ min: 1, max: 9_000 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fold' as const), beside: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'forget' as const }) },
);

describe("an account's balance", () => {
  const { opened, market } = smallMarketForSuite();

  const postings = async (session: Session, account: string): Promise<number> => {
    const [row] = await run<{ sum: number }>(
      session,
      'select coalesce(sum(amount), 0)::bigint as sum from posting where account_id = $1',
      account,
    );
    return row?.sum ?? 0;
  };
  const expectSums = async (session: Session): Promise<void> => {
    for (const account of [...market.stalls, market.point])
      expect(await lockAccountSum(session, account)).toBe(await postings(session, account));
    for (const stall of market.stalls)
      expect(await lockStallDues(session, stall)).toEqual({
        owed: await postings(session, stall),
        withheld: 0,
      });
  };

  /**
   * A running sale holds up the order of commits: later movements stay outside the sums, committed or not.
   */
  const foldBeside = async (): Promise<void> => {
    const [held, beside] = [await market.issue(10), await market.issue(10)];
    const [hasSold, mayEnd] = [gate(), gate()];
    const underWay = opened.database.transaction(async (session) => {
      await sellAt(market, session, { voucher: held, price: 1 });
      hasSold.open();
      await mayEnd.opened;
    }, 'money');
    await hasSold.opened;
    await opened.database.transaction(
      (other) => sellAt(market, other, { voucher: beside, price: 7, stall: 1 }),
      'money',
    );
    await foldDays(opened.database, zone);
    await opened.database.transaction(expectSums, 'money');
    mayEnd.open();
    await underWay;
  };

  it('is the sum of all its postings, whatever is summed and written meanwhile', async () => {
    let voucher = await market.issue(2_000_000);
    const runStep = async (one: Step): Promise<void> => {
      if (one.kind === 'top-up') voucher = await market.issue(one.monto + 1_000_000);
      if (one.kind === 'sell')
        await opened.database
          .transaction(async (session) => {
            await sellAt(market, session, { voucher, price: one.price, stall: one.stall });
            await expectSums(session);
            if (!one.stays) throw new Error('taken back');
          }, 'money')
          .catch((error: unknown) => {
            if (!(error instanceof Error) || error.message !== 'taken back') throw error;
          });
      if (one.kind === 'fold' && !one.beside) await foldDays(opened.database, zone);
      if (one.kind === 'fold' && one.beside) await foldBeside();
      if (one.kind === 'forget')
        await opened.database.transaction(async (session) => {
          await run(session, 'delete from ledger_day');
          await run(session, 'delete from ledger_sum');
          await run(session, 'update ledger_day_cursor set xid = 0');
        }, 'money');
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const one of steps) {
          await runStep(one);
          await opened.database.transaction(expectSums, 'money');
        }
      }),
      { numRuns: 25 },
    );
    await foldDays(opened.database, zone);
    expect((await auditLedger(opened.database)).findings).toEqual([]);
  });

  it('is read from the postings while the sums are far behind', async () => {
    await rolledBack(opened, async (session) => {
      await run(session, 'update ledger_sum set total = total + 5');
      await run(
        session,
        `insert into movement (id, kind, reference, recorded_at)
          select gen_random_uuid(), 'assignment', 'm' || n, now() from generate_series(1, 2001) n`,
      );
      await expectSums(session);
    });
  });

  it('is not added up again: folded rows are not read', async () => {
    await foldDays(opened.database, zone);
    await rolledBack(opened, async (session) => {
      const before = await lockAccountSum(session, market.stalls[0]);
      await run(session, 'update posting set amount = amount + 1 where account_id = $1', market.stalls[0]);
      expect(await lockAccountSum(session, market.stalls[0])).toBe(before);
      const { findings } = await auditLedger(databaseOn(session));
      expect(findings.some((finding) => finding.startsWith(`The running sums of ${market.stalls[0]}`))).toBe(
        true,
      );
    });
    await rolledBack(opened, async (session) => {
      await run(session, `update ledger_sum set total = total + 3 where owner_id = $1`, market.stalls[0]);
      const { findings } = await auditLedger(databaseOn(session));
      expect(findings).toContain(`The running sums of market ${market.markets[0]} come to 3 instead of 0.`);
    });
  });
});
