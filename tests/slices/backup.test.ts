import { randomBytes, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toAmount, toOpId } from '#src/protocol/brands.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { recordPurchase } from '#src/server/nouns/purchases/purchases.ts';
import { readConfig } from '#src/server/run/config.ts';
import { backUp } from '#src/server/run/postgres/backup/back-up.ts';
import type { BackupManifest } from '#src/server/run/postgres/backup/manifest.ts';
import { restore } from '#src/server/run/postgres/backup/restore.ts';
import { openSealed, sealFolder, type BackupSecret } from '#src/server/run/postgres/backup/sealed-file.ts';
import { startServer } from '#src/server/run/start-server.ts';
import type { Database } from '#src/server/store/database.ts';
import { makePrivateFolder } from '#src/server/store/secrets/private-folder.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { openOwnDatabase } from '#tests/support/server/own-cluster.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

const now = new Date('2026-11-21T22:00:00Z');

function copyOf(dataDir: string, target: string): Promise<BackupManifest> {
  return backUp({
    folder: join(dataDir, 'db'),
    target,
    now,
    log: () => undefined,
    audit: async (database) => (await auditLedger(database)).findings,
  });
}

async function vouchersIn(dataDir: string): Promise<number> {
  const database = await openOwnDatabase(dataDir);
  const { vouchers, findings } = await auditLedger(database);
  await database.close();
  expect(findings).toEqual([]);
  return vouchers;
}

const secret = (): BackupSecret => ({ by: 'key-file', key: new Uint8Array(32).fill(7) });

let folder: string;
let data: string;
let copy: string;
beforeAll(async () => {
  folder = temporaryFolder();
  [data, copy] = [join(folder, 'data'), join(folder, 'usb/copy')];
  const database = await openOwnDatabase(data);
  await (await openSmallMarket(database)).issue(50_000);
  await database.close();
  await copyOf(data, copy);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a copy of a data folder', () => {
  it('contains everything, for its user only, and changes nothing of its source', async () => {
    expect(statSync(copy).mode & 0o777).toBe(0o700);
    const elsewhere = join(folder, 'other');
    await restore(copy, join(elsewhere, 'db'), { replace: false, now, secret });
    expect(await vouchersIn(elsewhere)).toBe(1);
    expect(await vouchersIn(data)).toBe(1);
    expect(readdirSync(join(data, 'db/postgres'))).toEqual(['data']);
  });

  it('replaces newer data only on request, and keeps it beside', async () => {
    const database = await openOwnDatabase(data);
    await (await openSmallMarket(database)).issue(1_000);
    await database.close();
    const folderOf = join(data, 'db');
    await expect(restore(copy, folderOf, { replace: false, now, secret })).rejects.toThrow('ya tiene datos');
    expect(await vouchersIn(data)).toBe(2);
    await restore(copy, folderOf, { replace: true, now, secret });
    expect(await vouchersIn(data)).toBe(1);
    expect(readdirSync(join(folderOf, 'postgres'))).toContain('data.before-2026-11-21T220000.000Z');
  });

  it('is not made over existing files, nor of an empty source', async () => {
    await expect(copyOf(data, copy)).rejects.toThrow('ya existe');
    await expect(copyOf(join(folder, 'nothing'), `${copy}2`)).rejects.toThrow('No hay datos');
  });

  it('is not restored when one byte of it is wrong, or it is no copy', async () => {
    const damaged = join(folder, 'damaged');
    cpSync(copy, damaged, { recursive: true });
    appendFileSync(join(damaged, 'database/PG_VERSION'), 'x');
    const target = join(folder, 'new/db');
    await expect(restore(damaged, target, { replace: false, now, secret })).rejects.toThrow('dañada');
    await expect(restore(folder, target, { replace: false, now, secret })).rejects.toThrow('no es una copia');
  });
});

describe('an encrypted copy', () => {
  const closed = () => join(folder, 'usb/closed.copia');

  it('opens with its key and contains everything; nothing of it is readable', async () => {
    const usual = { folder: join(data, 'db'), now, log: () => undefined };
    const audit = async (database: Database) => (await auditLedger(database)).findings;
    await backUp({ ...usual, audit, target: closed(), secret: secret() });
    expect(statSync(closed()).mode & 0o777).toBe(0o600);
    expect(readFileSync(closed()).includes('PG_VERSION')).toBe(false);
    const elsewhere = join(folder, 'from-closed');
    await restore(closed(), join(elsewhere, 'db'), { replace: false, now, secret });
    expect(await vouchersIn(elsewhere)).toBe(1);
    expect(readdirSync(join(elsewhere, 'db/postgres'))).toEqual(['data']);
  });

  it('reports a wrong key, or that the words are required', async () => {
    const target = join(folder, 'wrong/db');
    const other = (): BackupSecret => ({ by: 'key-file', key: new Uint8Array(32).fill(8) });
    const words = (): BackupSecret => ({ by: 'passphrase', words: 'una frase larga' });
    const open = (key: () => BackupSecret) => restore(closed(), target, { replace: false, now, secret: key });
    await expect(open(other)).rejects.toThrow('KEY_FILE no es el que cerró esta copia');
    await expect(open(words)).rejects.toThrow('se abre con el archivo de la llave');
  });

  it('does not open when a byte, a chunk or its end differs', async () => {
    const from = join(folder, 'small');
    mkdirSync(from);
    writeFileSync(join(from, 'large'), randomBytes(200_000));
    const into = (): string => join(folder, randomUUID());
    const [file, key] = [into(), secret()];
    await sealFolder(from, file, key);
    const sealed = readFileSync(file);
    const spoiled = (change: (bytes: Buffer) => Buffer) => {
      const path = into();
      writeFileSync(path, change(Buffer.from(sealed)));
      return openSealed(path, into(), key);
    };
    // After the header, whose last line begins with ---, come the nonce and chunks of 64 KiB.
    const start = sealed.indexOf(10, sealed.indexOf('\n---') + 1) + 1 + 16;
    const chunk = 65_536 + 16;
    const flip = (at: number) => (bytes: Buffer) => {
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      return bytes;
    };
    await expect(spoiled(flip(sealed.indexOf('\n---') + 6))).rejects.toThrow('no es el que cerró');
    await expect(spoiled(flip(start + 5))).rejects.toThrow('dañada');
    await expect(spoiled(flip(start + chunk + 5))).rejects.toThrow('dañada');
    await expect(spoiled((bytes) => bytes.subarray(0, start + chunk * 2))).rejects.toThrow('dañada');
    await expect(spoiled((bytes) => bytes.subarray(0, bytes.length - 1))).rejects.toThrow('dañada');
    const swapped = (bytes: Buffer) =>
      Buffer.concat([
        bytes.subarray(0, start),
        bytes.subarray(start + chunk, start + 2 * chunk),
        bytes.subarray(start, start + chunk),
        bytes.subarray(start + 2 * chunk),
      ]);
    await expect(spoiled(swapped)).rejects.toThrow('dañada');
    await expect(spoiled((bytes) => Buffer.concat([bytes, Buffer.from('x')]))).rejects.toThrow('dañada');
  });
});

describe('a server that starts on a copy', () => {
  /** Starts the server on this data, from the first statement to the last. */
  const startOnce = async (dataDir: string): Promise<void> => {
    const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' });
    const fail = (reason: string): never => {
      throw new Error(reason);
    };
    await (await startServer(config, { clientDir: join(folder, 'no-client'), onFatal: fail })).stop();
  };
  const epochsIn = async (dataDir: string) => {
    const database = await openOwnDatabase(dataDir);
    const { rows } = await database.query<{ reason: string }>({
      text: 'select reason from epoch order by number',
    });
    await database.close();
    return rows.map(({ reason }) => reason);
  };

  it('begins one new epoch, only at the first start, with the key it had', async () => {
    const elsewhere = join(folder, 'epochs');
    makePrivateFolder(elsewhere);
    await restore(copy, join(elsewhere, 'db'), { replace: false, now, secret });
    await startOnce(elsewhere);
    const key = readFileSync(join(elsewhere, 'master.key'), 'utf8');
    expect(await epochsIn(elsewhere)).toEqual(['first', 'restored']);
    await startOnce(elsewhere);
    expect(await epochsIn(elsewhere)).toEqual(['first', 'restored']);
    await restore(copy, join(elsewhere, 'db'), { replace: true, now, secret });
    await startOnce(elsewhere);
    expect(await epochsIn(elsewhere)).toEqual(['first', 'restored']);
    expect(readFileSync(join(elsewhere, 'master.key'), 'utf8')).toBe(key);
    expect(statSync(join(elsewhere, 'master.key')).mode & 0o777).toBe(0o600);
  });

  it('tells devices up to where a kept copy reaches', async () => {
    await copyOf(data, join(folder, 'usb/again'));
    const database = await openOwnDatabase(data);
    const { rows } = await database.query<{ value: string }>({
      text: `select value from app_setting where key = 'kept-copy'`,
    });
    await database.close();
    expect(JSON.parse(rows[0]?.value ?? '{}')).toEqual({ epoch: 1, position: expect.any(Number) });
  });
});

describe('a copy made while the server works', () => {
  it('contains earlier payments, and balances', async () => {
    const database: Database = await openOwnDatabase(data);
    const market = await openSmallMarket(database);
    const vouchers = await Promise.all(Array.from({ length: 6 }, () => market.issue(2_000_000)));
    const work = { isDone: false, paid: new Set<string>() };
    const buying = vouchers.map(async (codeQrUuid) => {
      while (!work.isDone) {
        const key = toOpId(randomUUID());
        const command = {
          userId: market.customer,
          estanteId: market.stalls[0],
          codeQrUuid,
          price: toAmount(1),
        };
        const answer = await recordPurchase(market, command, null, key);
        expect(answer.kind).toBe('done');
        work.paid.add(key);
      }
    });
    await expect.poll(() => work.paid.size, { timeout: 60_000 }).toBeGreaterThan(20);
    const before = [...work.paid];
    const live = join(folder, 'usb/live');
    await copyOf(data, live);
    const after = work.paid.size;
    work.isDone = true;
    await Promise.all(buying);
    await database.close();
    expect(after).toBeGreaterThan(before.length);

    const elsewhere = join(folder, 'live');
    await restore(live, join(elsewhere, 'db'), { replace: false, now, secret });
    const restored = await openOwnDatabase(elsewhere);
    const { rows } = await restored.query<{ reference: string }>({ text: 'select reference from movement' });
    const recorded = new Set(rows.map(({ reference }) => reference));
    for (const key of before) expect(recorded.has(key)).toBe(true);
    expect((await auditLedger(restored)).findings).toEqual([]);
    await restored.close();
    const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8')) as BackupManifest;
    expect(manifest.engine).toBe('postgresql-18');
  });

  it('is discarded when its ledger has errors', async () => {
    const database = await openOwnDatabase(data);
    await database.query({ text: 'update voucher set balance = balance - 1' });
    await database.close();
    const target = `${copy}-wrong`;
    await expect(copyOf(data, target)).rejects.toThrow('no pasó la revisión');
    expect(existsSync(target)).toBe(false);
  });
});
