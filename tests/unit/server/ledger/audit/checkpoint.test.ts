import { describe, expect, it } from 'vitest';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { readCheckpoint, writeCheckpoint, type Checkpoint } from '#src/server/ledger/audit/checkpoint.ts';
import type { Session } from '#src/server/store/database.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { foldAll } from '#tests/support/server/fold-all.ts';
import { databaseOn, rolledBack, run, sellAt } from '#tests/support/server/rolled-back.ts';
import { forSuite } from '#tests/support/suite.ts';

const zone = 'America/Bogota';

describe('an audit that starts at a checkpoint', () => {
  const opened = databaseForSuite();
  const market = forSuite(() => openSmallMarket(opened.database));
  const sell = (voucher: Parameters<typeof sellAt>[2]['voucher'], price: number) =>
    opened.database.transaction((session) => sellAt(market, session, { voucher, price }));

  /** Returns the result of `work`, whose writes are rolled back. */
  const seen = async <Value>(work: (session: Session) => Promise<Value>): Promise<Value | undefined> => {
    let value: Value | undefined;
    await rolledBack(opened, async (session) => {
      value = await work(session);
    });
    return value;
  };
  /** Runs like `npm run audit`, and returns its start. */
  const auditOn = async (session: Session) => {
    const database = databaseOn(session);
    const found = await readCheckpoint(database);
    const audit = await auditLedger(database, 'reason' in found ? null : found);
    return { found, audit };
  };
  const checked = async (): Promise<Checkpoint> => {
    await foldAll(opened.database, zone);
    await writeCheckpoint(opened.database, await auditLedger(opened.database), new Date());
    const found = await readCheckpoint(opened.database);
    if ('reason' in found) throw new Error(found.reason);
    return found;
  };

  it('has the counts of a whole one, and continues from there', async () => {
    const voucher = await market.issue(9_000);
    await sell(voucher, 100);
    expect(await readCheckpoint(opened.database)).toEqual({ reason: 'nunca se ha revisado todo' });
    const first = await checked();
    expect(first.movements).toBe(2);
    await sell(voucher, 200);
    await sell(voucher, 300);
    await rolledBack(opened, async (session) => {
      const { found, audit } = await auditOn(session);
      expect(found).toEqual(first);
      const whole = await auditLedger(databaseOn(session));
      expect(audit).toMatchObject({ movements: 4, total: 0, findings: [], postings: whole.postings });
      expect(audit.folded).toEqual(whole.folded);
    });
    const second = await checked();
    expect(second).toMatchObject({ number: first.number + 1, movements: 4 });
    expect(second.xid).toBeGreaterThan(first.xid);
  });

  it('finds later errors, and errors of a voucher that was moved', async () => {
    const [voucher, before] = [await market.issue(5_000), await market.issue(700)];
    await checked();
    await sell(voucher, 400);
    const after = (...breaking: string[]) =>
      seen(async (session) => {
        for (const text of breaking) await run(session, text);
        return (await auditOn(session)).audit.findings;
      });
    expect(await after()).toEqual([]);
    expect(await after(`update voucher set balance = balance - 1 where id = '${voucher}'`)).toEqual([
      `Voucher ${voucher} says 4599, its postings say 4600.`,
    ]);
    const found = await after(
      `update posting set amount = amount + 1 where leg = 2 and movement_id = (select id from movement order by xid desc limit 1)`,
    );
    expect(found?.join(' ')).toContain('All postings sum to 1 instead of 0.');
    const untouched = `update voucher set balance = balance - 1 where id = '${before}'`;
    expect(await after(untouched), 'what nobody moved since is for the whole audit').toEqual([]);
    await rolledBack(opened, async (session) => {
      await run(session, untouched);
      expect((await auditLedger(databaseOn(session))).findings).toHaveLength(1);
    });
  });

  it('starts from the beginning without a trustworthy checkpoint', async () => {
    const { number, xid } = await checked();
    const reasonAfter = (...damage: string[]) =>
      seen(async (session) => {
        for (const text of damage) await run(session, text);
        const found = await readCheckpoint(databaseOn(session));
        return 'reason' in found ? found.reason : 'none';
      });
    const last = `where number = ${number}`;
    expect(await reasonAfter()).toBe('none');
    for (const column of ['xid', 'movements', 'postings', 'number'])
      expect(await reasonAfter(`update audit_checkpoint set ${column} = ${column} + 1 ${last}`)).toMatch(
        'dañado',
      );
    expect(await reasonAfter(`update audit_checkpoint set place = 'x' ${last}`)).toMatch('dañado');
    expect(await reasonAfter(`delete from audit_checkpoint where number < ${number}`)).toMatch('dañado');
    expect(
      await reasonAfter(`insert into epoch (number, started_at, reason) values (99, now(), 'restored')`),
    ).toMatch('antes de restaurarla');
    expect(await reasonAfter(`update ledger_day_cursor set xid = ${xid} - 1`)).toMatch('por delante');
    const wrong = await seen(async (session) => {
      await run(session, `update ledger_sum set count = count + 1 where account_kind = 'stall'`);
      return (await auditOn(session)).audit.findings;
    });
    expect(wrong?.join(' '), 'it and the sums say the same').toContain('The day sums hold');
  });

  it('leaves no checkpoint after findings, or while nothing is folded', async () => {
    const { number } = await checked();
    const audit = await auditLedger(opened.database);
    await writeCheckpoint(opened.database, { ...audit, findings: ['x'] }, new Date());
    await writeCheckpoint(opened.database, { ...audit, folded: { ...audit.folded, xid: 0 } }, new Date());
    expect(await readCheckpoint(opened.database)).toMatchObject({ number });
  });
});
