import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDrill } from '#scripts/drill/run-drill.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { listCopies, listSegments, nameOfCopy } from '#src/server/postgres/archive/archive-names.ts';
import { keepLog, type KeptLog } from '#src/server/postgres/archive/keep-log.ts';
import { restoreTo } from '#src/server/postgres/archive/restore-to.ts';
import { stagedFolder } from '#src/server/postgres/archive/staged-log.ts';
import { backUp } from '#src/server/postgres/backup/back-up.ts';
import { isMarkedRestored } from '#src/server/postgres/backup/restore-mark.ts';
import { findPlaces } from '#src/server/postgres/cluster/cluster-places.ts';
import { openDatabase } from '#src/server/postgres/open-database.ts';
import type { Database } from '#src/server/store/database.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { openOwnDatabase } from '#tests/support/server/own-cluster.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

const secret = { by: 'key-file' as const, key: new Uint8Array(32).fill(7) };
const say = (at: Date): string => at.toISOString();

describe('a server whose log is archived continuously', () => {
  let root: string;
  let folder: string;
  let data: string;
  let kept: KeptLog;
  let moment: Date;
  const said: string[] = [];

  const open = async (dataDir: string): Promise<Database> => {
    const database = await openDatabase({
      dataDir: join(dataDir, 'db'),
      log: () => undefined,
      onFatal: (reason) => said.push(reason),
      archiveSeconds: 5,
    });
    await migrate(database);
    return database;
  };
  const logOf = (dataDir: string): KeptLog =>
    keepLog({
      ...findPlaces(join(dataDir, 'db')),
      folder,
      secret,
      now: () => new Date(),
      log: (_level, text) => said.push(text),
    });
  const copy = async (dataDir: string): Promise<void> => {
    const made = await backUp({
      folder: join(dataDir, 'db'),
      target: join(folder, 'unnamed'),
      now: new Date(),
      secret,
      log: () => undefined,
      audit: async (database) => (await auditLedger(database)).findings,
    });
    renameSync(join(folder, 'unnamed'), join(folder, nameOfCopy(made)));
  };
  /** Restores into a separate folder and counts the vouchers sold there. */
  async function vouchersAt(to: Date | null, source = folder): Promise<number> {
    const elsewhere = join(root, `to-${String(to?.getTime())}-${Math.random()}`);
    const options = { replace: false, now: new Date(), secret: () => secret, say };
    await restoreTo(source, join(elsewhere, 'db'), { ...options, moment: to });
    expect(isMarkedRestored(join(elsewhere, 'db'))).toBe(true);
    const database = await openOwnDatabase(elsewhere);
    const { vouchers, findings } = await auditLedger(database);
    await database.close();
    expect(findings).toEqual([]);
    expect(readdirSync(join(elsewhere, 'db/postgres'))).toEqual(['data']);
    rmSync(elsewhere, { recursive: true });
    return vouchers;
  }

  beforeAll(async () => {
    root = temporaryFolder();
    [folder, data] = [join(root, 'usb'), join(root, 'data')];
    const database = await open(data);
    const market = await openSmallMarket(database);
    await market.issue(1_000);
    mkdirSync(folder);
    kept = logOf(data);
    expect(kept.wantsCopy()).toBe(true);
    await copy(data);
    kept.copyBegun();
    const nameSaysSeconds = listCopies(folder)[0]?.at.getTime() ?? 0;
    await market.issue(2_000);
    while (Date.now() <= nameSaysSeconds) await delay(50);
    await kept.carry();
    const { rows } = await database.query<{ at: Date }>({ text: 'select clock_timestamp() as at' });
    moment = rows[0]?.at ?? new Date(0);
    await market.issue(3_000);
    // An orderly stop archives the last part.
    await database.close();
    const closed = Date.now();
    while (Date.now() < Math.ceil(closed / 1_000) * 1_000) await delay(50);
    await kept.carry();
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('is restored to a moment, with the sales before it and none after', async () => {
    expect(said).toEqual([]);
    expect(await vouchersAt(moment)).toBe(2);
  });

  it("reports the archive's range for a moment outside of it", async () => {
    const before = new Date(moment.getTime() - 86_400_000);
    await expect(vouchersAt(before)).rejects.toThrow('El archivo comienza el');
    const after = new Date(moment.getTime() + 86_400_000);
    await expect(vouchersAt(after)).rejects.toThrow('El archivo llega hasta el');
    // Nothing was written between the last sale and the end of the archive, so it is complete.
    const [last] = listSegments(folder, kept.life()).slice(-1);
    expect(await vouchersAt(last?.at ?? null)).toBe(3);
  });

  it('shows nothing of its log without the key', () => {
    const [first] = listSegments(folder, kept.life());
    expect(readFileSync(first?.path ?? '').includes('mercado-backup-sealed')).toBe(true);
    expect(readdirSync(stagedFolder(findPlaces(join(data, 'db')).home))).toEqual([]);
  });

  it('does not skip a missing part', async () => {
    const holed = join(root, 'holed');
    cpSync(folder, holed, { recursive: true, preserveTimestamps: true });
    const [copied] = listCopies(holed);
    const found = listSegments(holed, kept.life()).find(({ segment }) => segment > (copied?.segment ?? ''));
    rmSync(found?.path ?? '');
    await expect(vouchersAt(new Date(), holed)).rejects.toThrow('El archivo llega hasta el');
  });

  it('is restored in a drill: a server starts on it, and a device returns its later operations', async () => {
    const room = temporaryFolder();
    const lines: string[] = [];
    const { movements } = await runDrill({
      source: folder,
      secret: () => secret,
      keyFile: join(root, 'no-key'),
      closesSecrets: false,
      room,
      say: (line) => lines.push(line),
      sayTime: say,
    });
    rmSync(room, { recursive: true });
    expect(movements).toBe(3);
    expect(lines).toHaveLength(4);
  });

  it('requests another copy after a lost part, and starts another log for other data', async () => {
    const { home, data: cluster } = findPlaces(join(data, 'db'));
    const staged = stagedFolder(home);
    const life = kept.life();
    const last = listSegments(folder, life).at(-1)?.segment ?? '';
    const later = `${last.slice(0, 23)}F`;
    cpSync(join(cluster, 'PG_VERSION'), join(staged, later));
    await kept.carry();
    expect(kept.wantsCopy()).toBe(true);
    expect(said.join()).toContain('le falta una parte');
    // Once more, as after a crash between encrypting and deleting: nothing new.
    cpSync(join(cluster, 'PG_VERSION'), join(staged, later));
    await kept.carry();
    expect(kept.life()).toBe(life);
    expect(existsSync(join(staged, later))).toBe(false);
    cpSync(join(cluster, 'postgresql.conf'), join(staged, later));
    await kept.carry();
    expect(kept.life()).not.toBe(life);
    expect(listSegments(folder, life).filter(({ segment }) => segment === later)).toHaveLength(1);
    expect(listSegments(folder, kept.life()).map(({ segment }) => segment)).toEqual([later]);
  });

  it('keeps working while the folder of copies is missing', async () => {
    renameSync(folder, `${folder}-away`);
    await expect(kept.carry()).rejects.toThrow('no está');
    expect(kept.check()).toMatchObject({ isOk: false });
    renameSync(`${folder}-away`, folder);
    await kept.carry();
    expect(kept.check()).toMatchObject({ isOk: true });
  });
});
