import { expect, it } from 'vitest';
import { betweenSales } from '#src/server/months/close-month.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { rolledBack, run } from '#tests/support/server/rolled-back.ts';

const opened = databaseForSuite();
const lock = 'lock table movement in access exclusive mode';

it("waits a moment at a time for a report's lock, and does not change the transaction's lock timeout", async () => {
  const holder = await opened.openAnother();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let isHeld = (): void => undefined;
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  const report = holder.transaction(async (session) => {
    await run(session, 'lock table movement in access share mode');
    isHeld();
    await released;
  });
  await held;
  await rolledBack(opened, async (session) => {
    const usual = await run(session, 'show lock_timeout');
    let tries = 0;
    await betweenSales(
      {
        query: async (statement) => {
          if (statement.text === lock) tries += 1;
          if (tries === 2) {
            release();
            await report;
          }
          return session.query(statement);
        },
      },
      [lock],
    );
    expect(tries).toBe(2);
    expect(await run(session, 'show lock_timeout')).toEqual(usual);
    await expect(run(session, 'rollback to savepoint between_sales')).rejects.toMatchObject({
      code: '3B001',
    });
  });
  await holder.close();
});
