import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { toAmount, type VoucherId } from '#src/contract/brands.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { writeCheckpoint } from '#src/server/ledger/audit/checkpoint.ts';
import { listClosedMonths, listMonths } from '#src/server/months/list-months.ts';
import { recordPurchase } from '#src/server/purchases/purchases.ts';
import type { Database } from '#src/server/store/database.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { foldAll } from '#tests/support/server/fold-all.ts';

/** The first months of a database end two years ago, and another table holds later rows. */
async function endBefore(database: Database, until: Date): Promise<void> {
  const [before] = await listMonths(database);
  const { rows } = await database.query<{ id: string }>({
    text: 'select first_id_of($1) as id',
    values: [until],
  });
  const since = rows[0]?.id;
  for (const text of [
    'alter table posting detach partition posting_before',
    `alter table posting attach partition posting_before for values from (minvalue) to ('${since}')`,
    'create table posting_2000_01 (like posting including all)',
    `alter table posting attach partition posting_2000_01 for values from ('${since}') to ('${before?.until}')`,
  ])
    await database.query({ text });
}

describe('npm run months', () => {
  const { opened, market } = smallMarketForSuite();
  const folder = mkdtempSync(join(tmpdir(), 'months-'));
  const command = ['--import', 'tsx', 'scripts/months/months.ts'];
  const env = () => ({ ...process.env, DATABASE_URL: opened.databaseUrl, DATABASE_OWNER_URL: '' });
  const months = async (...words: string[]): Promise<string> =>
    (await promisify(execFile)(process.execPath, [...command, ...words], { env: env() })).stdout;
  const refused = (sentence: RegExp) => ({ code: 1, stderr: expect.stringMatching(sentence) as string });
  const buy = (codeQrUuid: VoucherId) =>
    recordPurchase(
      market,
      { userId: market.customer, estanteId: market.stalls[0], codeQrUuid, price: toAmount(10) },
      null,
      undefined,
    );
  const audited = async () => {
    await foldAll(opened.database, 'America/Bogota');
    const audit = await auditLedger(opened.database);
    expect(audit.findings).toEqual([]);
    await writeCheckpoint(opened.database, audit, new Date());
  };

  it('lists the months, and explains in a sentence why one may not be closed', async () => {
    expect(await months('list')).toMatch(/^antes: hasta el \d{4}-\d{2}-01, \d+ MB\n/);
    await expect(months('detach', 'antes', folder)).rejects.toMatchObject(
      refused(/^El mes antes termina el .* 12 meses\.\s*$/),
    );
    await expect(months('detach', 'antes', join(folder, 'otra'))).rejects.toMatchObject(
      refused(/^La carpeta .* no está\.\n$/),
    );
    await expect(months('detach')).rejects.toMatchObject(refused(/^Se usa así: npm run months/));
  });

  it('leaves a month open when cut off beside a report, sells meanwhile, and closes it the next time', async () => {
    const { database } = opened;
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now - 3 * 366 * 86_400_000);
    const voucher = await market.issue(100_000);
    await buy(voucher);
    clock.mockRestore();
    await endBefore(database, new Date(now - 2 * 366 * 86_400_000));
    await audited();
    const report = new Client({ connectionString: opened.databaseUrl });
    await report.connect();
    await report.query('begin; select from posting limit 1');
    const file = join(folder, 'asientos-antes.csv.gz');
    const closing = spawn(process.execPath, [...command, 'detach', 'antes', folder], { env: env() });
    await expect.poll(() => existsSync(file), { timeout: 60_000 }).toBe(true);
    // It waits for the report, and no call waits for it.
    for (let n = 0; n < 5; n += 1) expect(await buy(voucher)).toMatchObject({ kind: 'done' });
    expect(closing.exitCode).toBeNull();
    closing.kill('SIGKILL');
    await once(closing, 'exit');
    await report.query('commit');
    await report.end();
    expect(await listClosedMonths(database)).toEqual([]);
    expect((await listMonths(database))[0]?.name).toBe('antes');
    expect(await months('detach', 'antes', folder)).toMatch(
      /^antes está cerrado: 4 asientos en .*asientos-antes\.csv\.gz, y todavía en closed_months\./,
    );
    expect(await months('list')).toMatch(/^antes: cerrado, 4 asientos en asientos-antes\.csv\.gz\n2000-01: /);
    await audited();
  });

  it('drops it with its archive only, once', async () => {
    await expect(months('drop', 'antes', tmpdir())).rejects.toMatchObject(
      refused(/^No está .*asientos-antes\.csv\.gz, .* No se borró nada\.\n$/),
    );
    expect(await months('drop', 'antes', folder)).toBe(
      'antes: sus 4 asientos quedan solo en asientos-antes.csv.gz.\n',
    );
    await expect(months('drop', 'antes', folder)).rejects.toMatchObject(refused(/ya se borró/));
    expect(await months('list')).toContain('antes: cerrado, 4 asientos en asientos-antes.csv.gz, borrado\n');
    await audited();
  });
});
