import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readArchive, writeArchive } from '#scripts/months/archive-file.ts';
import { toAmount, toOpId, type VoucherId } from '#src/contract/brands.ts';
import { lockAccountSum, lockStallDues } from '#src/server/ledger/accounts.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { readCheckpoint, writeCheckpoint } from '#src/server/ledger/audit/checkpoint.ts';
import { readSums } from '#src/server/ledger/days/day-sums.ts';
import { settleTimeZone } from '#src/server/ledger/days/fold-days.ts';
import { forgetSums } from '#src/server/ledger/days/forget-sums.ts';
import { closeMonth, dropMonth } from '#src/server/months/close-month.ts';
import { listClosedMonths, listMonths } from '#src/server/months/list-months.ts';
import { makeMonths } from '#src/server/months/make-months.ts';
import { recordPurchase } from '#src/server/purchases/purchases.ts';
import { offlineMarketForSuite, smallMarketForSuite } from '#tests/support/for-suite.ts';
import { foldAll } from '#tests/support/server/fold-all.ts';
import { ask } from '#tests/support/server/test-app.ts';

const zone = 'America/Bogota';
const years = (count: number): Date => new Date(Date.now() + count * 366 * 86_400_000);

describe('an operation at the edge of a month', () => {
  const { opened, market } = smallMarketForSuite();

  it('is posted once, whichever month its copies fall in', async () => {
    const [, next] = await listMonths(opened.database);
    // As far apart as two processes with different clocks: one process's ids keep their order over a smaller
    // step.
    const edge = next ? new Date(next.endsAt).getTime() - 90_000 : 0;
    let asked = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => edge + ((asked += 1) % 2) * 180_000);
    try {
      const voucher = await market.issue(100_000);
      for (let round = 0; round < 5; round += 1) {
        const key = toOpId(randomUUID());
        const command = {
          userId: market.customer,
          estanteId: market.stalls[0],
          codeQrUuid: voucher,
          price: toAmount(100 + round),
        };
        const copies = await Promise.all(
          Array.from({ length: 6 }, () => recordPurchase(market, command, null, key)),
        );
        const codes = copies.map((copy) => copy.kind === 'done' && copy.receipt.codeCompra);
        expect(new Set(codes).size).toBe(1);
        const again = await recordPurchase(market, command, null, key);
        expect(again).toMatchObject({ kind: 'done', replayed: true });
        const { rows } = await opened.database.query<{ count: number }>({
          text: 'select count(*)::int as count from movement where reference = $1',
          values: [key],
        });
        expect(rows).toEqual([{ count: 1 }]);
      }
    } finally {
      clock.mockRestore();
    }
    const { rows } = await opened.database.query<{ table: string }>({
      text: 'select distinct tableoid::regclass::text as table from posting order by 1',
    });
    expect(rows.length, 'both months were written to').toBeGreaterThan(1);
    await foldAll(opened.database, zone);
    expect((await auditLedger(opened.database)).findings).toEqual([]);
  });

  it('has its month created ahead, and goes nowhere else without one', async () => {
    const before = await listMonths(opened.database);
    expect(before.length).toBeGreaterThanOrEqual(4);
    expect(await makeMonths(opened.database)).toEqual({ made: 0, stray: 0 });
    const clock = vi.spyOn(Date, 'now').mockReturnValue(years(40).getTime());
    try {
      await market.issue(1_000);
    } finally {
      clock.mockRestore();
    }
    expect((await makeMonths(opened.database)).stray).toBe(2);
    await foldAll(opened.database, zone);
    expect((await auditLedger(opened.database)).findings).toEqual([]);
  });
});

describe('a closed month', () => {
  const place = offlineMarketForSuite();
  const folder = mkdtempSync(join(tmpdir(), 'months-'));
  const sums = async () =>
    (
      await readSums(place.opened.database, zone, {
        market: null,
        accounts: ['stall', 'voucher', 'cash', 'clearing', 'overspend', 'treasury', 'points'],
        before: null,
      })
    )
      .map((row) => JSON.stringify(row))
      .toSorted();
  const close = (now: Date) =>
    closeMonth(place.opened.database, 'antes', {
      archive: (pages) => writeArchive(folder, 'antes', pages),
      now,
      extras: [],
    });
  const audited = async () => {
    await foldAll(place.opened.database, zone);
    const audit = await auditLedger(place.opened.database);
    expect(audit.findings).toEqual([]);
    await writeCheckpoint(place.opened.database, audit, new Date());
    return audit;
  };
  /** The sums that payouts, voids and tills use. */
  const held = () =>
    place.opened.database.transaction(async (session) => {
      const accounts = ['ESTANTE', 'other ESTANTE', 'RECARGA'] as const;
      const found: number[] = [];
      for (const who of accounts) found.push(await lockAccountSum(session, place.market.ids[who]));
      const stall = await lockStallDues(session, place.market.ids['ESTANTE']);
      return { found, stall };
    }, 'money');
  const till = async () =>
    (await ask(place.app, 'GET', '/cash/till', { token: place.market.tokens['RECARGA'] })).body;

  it('is refused while it is young, open or not audited', async () => {
    await expect(close(new Date())).rejects.toThrow('se cierra cuando hayan pasado 12 meses');
    const voucher = await place.issue(10_000);
    await foldAll(place.opened.database, zone);
    await expect(close(years(2))).rejects.toThrow('Ninguna revisión sin diferencias');
    await writeCheckpoint(place.opened.database, await auditLedger(place.opened.database), new Date());
    await place.opened.database.query({ text: `update audit_checkpoint set place = 'elsewhere'` });
    await expect(close(years(2))).rejects.toThrow('Ninguna revisión sin diferencias');
    await place.buy(voucher, 1_000);
    await expect(close(years(2))).rejects.toThrow('no se han sumado');
    await expect(
      closeMonth(place.opened.database, '2026-12', {
        archive: () => Promise.reject(new Error()),
        now: years(9),
        extras: [],
      }),
    ).rejects.toThrow('en orden');
    expect(await listClosedMonths(place.opened.database)).toEqual([]);
  });

  it('leaves every sum, balance and answer as it was, and the audit names what it did not read', async () => {
    const { database } = place.opened;
    const stall = await place.stallDevice();
    const [voucher, short, foreign] = [
      await place.issue(10_000),
      await place.issue(4_000),
      await place.issue(8_000),
    ];
    const key = randomUUID();
    const bought = await place.buy(voucher, 3_000, key);
    await place.buy(short, 3_000);
    const other = await place.otherStallDevice();
    await other.sync(other.writeAcceptedSale({ ...foreign, price: 5_000 }));
    const entries = stall.writeAcceptedSale({ ...short, price: 2_000 });
    await stall.sync(entries);
    await audited();
    await expect(close(years(2)), 'a line is open').rejects.toThrow('Pendientes');
    for (const state of ['review', 'waiting', 'overspend']) {
      await database.query({
        text: `update sale_conflict set state = $1 where state <> 'resolved'`,
        values: [state],
      });
      await expect(close(years(2)), `a line is in ${state}`).rejects.toThrow('Pendientes');
    }
    const { rows } = await database.query<{ id: string }>({
      text: `select id from sale_conflict where state <> 'resolved'`,
    });
    for (const { id } of rows)
      await place.manage('/sync/conflicts/assign', { id, to: 'guarantee', note: 'hablado' });
    const audit = await audited();
    const { rows: last } = await database.query<{ xid: number }>({
      text: 'select max(xid) as xid from movement where id in (select movement_id from posting_before)',
    });
    const allButLast = audit.folded && { ...audit.folded, xid: last[0]?.xid ?? 0 };
    await writeCheckpoint(database, { findings: [], folded: allButLast }, new Date());
    await expect(close(years(2)), 'the last transaction is not audited').rejects.toThrow('Ninguna revisión');
    const before = await audited();
    const [sumsBefore, tillBefore, heldBefore] = [await sums(), await till(), await held()];
    expect(heldBefore.found).not.toContain(0);
    const { postings } = await close(years(2));
    expect(postings).toBe(before.postings);
    expect((await database.query({ text: 'select 1 from posting' })).rowCount).toBe(0);
    expect(await sums()).toEqual(sumsBefore);
    expect(await till()).toEqual(tillBefore);
    expect(await held()).toEqual(heldBefore);
    const after = await audited();
    expect(after).toMatchObject({
      movements: before.movements,
      postings: before.postings,
      closed: { names: ['antes'], postings },
    });
    expect((await place.buy(voucher, 3_000, key)).body).toEqual(bought.body);
    expect((await stall.sync(entries)).results.map(({ state }) => state)).toEqual([
      'refused',
      'settled-with-overspend',
    ]);
    expect(await sums()).toEqual(sumsBefore);
  });

  it('accepts voids of its purchases, and pays stalls the balance since', async () => {
    const { database } = place.opened;
    const { rows } = await database.query<{ code: string; amount: number; voucher_id: string }>({
      text: 'select b.code, b.amount, b.voucher_id from purchase b where b.missing = 0 order by b.movement_id limit 1',
    });
    const [old] = rows;
    const given = await place.manage('/shopping/void', { codeCompra: old?.code, reason: 'Se devolvió' });
    expect(given.status).toBeLessThan(300);
    const voucher = await place.issue(5_000);
    await place.buy(voucher, 2_000);
    await audited();
    const found = await readCheckpoint(database);
    if ('reason' in found) expect.fail(found.reason);
    expect((await auditLedger(database, found)).findings).toEqual([]);
  });

  it('is folded by its totals when the days are folded anew', async () => {
    const { database } = place.opened;
    await foldAll(database, zone);
    const [before, heldBefore] = [await sums(), await held()];
    await database.transaction(async (session) => {
      await forgetSums(session);
      await session.query({
        text: `update ledger_day_cursor set until = '00000000-0000-0000-0000-000000000000', xid = 0`,
      });
      await session.query({ text: 'update movement set xid = 0' });
    }, 'money');
    expect(await held(), 'added up, while the sums are being made').toEqual(heldBefore);
    await foldAll(database, zone);
    expect(await sums()).toEqual(before);
    await audited();
    await expect(
      database.transaction(
        (session) => settleTimeZone(session, { timeZone: 'Europe/Berlin', from: zone }),
        'money',
      ),
    ).rejects.toThrow('TIME_ZONE no se puede cambiar');
  });

  it('is reported by the audit when its totals were changed', async () => {
    const { database } = place.opened;
    await database.query({
      text: `update closed_balance set amount = amount + 1 where account_id = (select k.account_id from closed_balance k join voucher v on v.id = k.account_id order by 1 limit 1)`,
    });
    const { findings } = await auditLedger(database);
    expect(findings.join('\n')).toMatch(/Closed months of market .* sum to 1 instead of 0/);
    expect(findings.join('\n')).toMatch(/its postings say/);
    await database.query({
      text: `update closed_balance set amount = amount - 1 where account_id = (select k.account_id from closed_balance k join voucher v on v.id = k.account_id order by 1 limit 1)`,
    });
  });

  it('is dropped once, with its archive', async () => {
    const { database } = place.opened;
    const [closed] = await listClosedMonths(database);
    const path = join(folder, closed?.archive ?? '');
    expect(await readArchive(path)).toEqual({ digest: closed?.digest, postings: closed?.postings });
    writeFileSync(join(folder, 'otro'), 'x');
    await expect(readArchive(join(folder, 'otro'))).rejects.toThrow('unexpected end of file');
    await dropMonth(database, 'antes', new Date());
    await expect(dropMonth(database, 'antes', new Date())).rejects.toThrow('ya se borró');
    await audited();
  });
});

describe('a month closed during payments', () => {
  const { opened, market } = smallMarketForSuite();

  it('keeps no one from paying, and counts the payments made meanwhile', async () => {
    const { database } = opened;
    const vouchers = await Promise.all(Array.from({ length: 4 }, () => market.issue(100_000)));
    // Sales from now on are in a later month.
    const [, next] = await listMonths(database);
    const clock = vi.spyOn(Date, 'now').mockReturnValue(new Date(next?.endsAt ?? 0).getTime() - 1_000);
    const stand = { isOpen: true, paid: 0 };
    const pay = async (codeQrUuid: VoucherId, estanteId: string): Promise<void> => {
      const command = { userId: market.customer, estanteId, codeQrUuid, price: toAmount(1) };
      for (; stand.isOpen; stand.paid += 1)
        expect(await recordPurchase(market, command, null, undefined)).toMatchObject({ kind: 'done' });
    };
    try {
      await foldAll(database, zone);
      await writeCheckpoint(database, await auditLedger(database), new Date());
      const paying = vouchers.map((voucher, n) => pay(voucher, market.stalls[n % 2] ?? ''));
      const { postings } = await closeMonth(database, 'antes', {
        archive: async (pages) => {
          let count = 0;
          for await (const rows of pages) count += rows.length;
          while (stand.paid < 20) await new Promise(setImmediate);
          return { archive: 'nowhere', digest: '', postings: count };
        },
        now: years(3),
        extras: [],
      });
      expect(postings).toBe(8);
      stand.isOpen = false;
      await Promise.all(paying);
    } finally {
      stand.isOpen = false;
      clock.mockRestore();
    }
    await foldAll(database, zone);
    const audit = await auditLedger(database);
    expect(audit.findings).toEqual([]);
    expect(audit.movements).toBe(4 + stand.paid);
  });
});
