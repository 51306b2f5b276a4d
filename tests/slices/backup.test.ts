import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { backUpFolder, restoreFolder } from '#src/server/store/embedded/back-up-folder.ts';
import { openEmbedded } from '#src/server/store/embedded/open-embedded.ts';
import { migrate } from '#src/server/store/migrate.ts';
import type { Database } from '#src/server/store/database.ts';
import { openSmallMarket } from '#tests/support/small-market.ts';

const now = new Date('2026-11-21T22:00:00Z');
const open = (dataDir: string): Promise<Database> =>
  openEmbedded({ dataDir, log: () => undefined, onFatal: () => undefined });

describe('a copy of the embedded database', () => {
  let folder: string;
  let data: string;
  let copy: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'backup-'));
    [data, copy] = [join(folder, 'db'), join(folder, 'usb/copy')];
    const database = await open(data);
    await migrate(database);
    const market = await openSmallMarket(database);
    await market.issue(50_000);
    await database.close();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function vouchersIn(dataDir: string): Promise<number> {
    const database = await open(dataDir);
    const { vouchers, findings } = await auditLedger(database);
    await database.close();
    expect(findings).toEqual([]);
    return vouchers;
  }

  it('has everything in it, and leaves what it was made of alone', async () => {
    await backUpFolder(data, copy, now);
    const elsewhere = join(folder, 'other');
    await restoreFolder(copy, elsewhere, { replace: false, now });
    expect(await vouchersIn(elsewhere)).toBe(1);
    expect(await vouchersIn(data)).toBe(1);
  });

  it('replaces newer data only when told to, and keeps it beside', async () => {
    await backUpFolder(data, copy, now);
    const database = await open(data);
    await (await openSmallMarket(database)).issue(1_000);
    await database.close();
    await expect(restoreFolder(copy, data, { replace: false, now })).rejects.toThrow('ya tiene datos');
    expect(await vouchersIn(data)).toBe(2);
    await restoreFolder(copy, data, { replace: true, now });
    expect(await vouchersIn(data)).toBe(1);
    expect(readdirSync(data)).toContain('database.before-2026-11-21T220000.000Z');
  });

  it('is not made beside a running server, nor over something', async () => {
    const database = await open(data);
    await expect(backUpFolder(data, copy, now)).rejects.toThrow('Otra copia del servidor');
    await database.close();
    expect(existsSync(copy)).toBe(false);
    await backUpFolder(data, copy, now);
    await expect(backUpFolder(data, copy, now)).rejects.toThrow('ya existe');
    await expect(backUpFolder(join(folder, 'nothing'), `${copy}2`, now)).rejects.toThrow('No hay datos');
  });

  it('is not restored when one byte of it is wrong, or it is none', async () => {
    const { files } = await backUpFolder(data, copy, now);
    const [some = ''] = Object.keys(files);
    appendFileSync(join(copy, 'database', some), 'x');
    await expect(restoreFolder(copy, join(folder, 'new'), { replace: false, now })).rejects.toThrow('dañada');
    await expect(restoreFolder(folder, join(folder, 'new'), { replace: false, now })).rejects.toThrow(
      'no es una copia',
    );
  });
});
