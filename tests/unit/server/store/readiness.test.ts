import { describe, expect, it } from 'vitest';
import { waitForPostgres } from '#src/server/run/postgres/open-database.ts';
import type { Database, Result } from '#src/server/store/database.ts';
import { createReadiness } from '#src/server/store/readiness.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';

describe('the readiness check', () => {
  const opened = databaseForSuite();

  /** A database with this answer to the check, and none to other queries. */
  function fake(query: () => Promise<Result<never>>): Database {
    return { query, close: () => Promise.resolve() } as unknown as Database;
  }
  const standby = fake(() => Promise.resolve({ rows: [{ standby: true } as never], rowCount: 1 }));
  const lost = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));

  it('accepts a writable database', async () => {
    expect(await createReadiness(opened.database, { dataDir: null })()).toBeNull();
    expect(await createReadiness(opened.database, { dataDir: '/' })()).toBeNull();
  });

  it('rejects a standby, a hanging or unreachable database, and a full disk', async () => {
    expect(await createReadiness(standby, { dataDir: null })()).toContain('réplica');
    const hanging = fake(() => new Promise(() => undefined));
    expect(await createReadiness(hanging, { dataDir: null, waitMs: 20 })()).toContain('no responde');
    expect(await createReadiness(fake(lost), { dataDir: null })()).toContain('refused');
    const full = { dataDir: '/', readFree: () => Promise.resolve(1_000_000) };
    expect(await createReadiness(opened.database, full)()).toContain('disco');
  });

  it('reports when nothing can be written, and repeats soon', async () => {
    let isFull = true;
    const database = fake(() =>
      isFull
        ? Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' }))
        : Promise.resolve({ rows: [{ standby: false } as never], rowCount: 1 }),
    );
    const ready = createReadiness(database, { dataDir: null });
    expect(await ready()).toContain('could not extend file');
    isFull = false;
    expect(await ready()).toBeNull();
  });

  it('waits at the start for a database that comes up, not for one that will never accept it', async () => {
    const log: string[] = [];
    const options = {
      waitSeconds: 5,
      retryMs: 5,
      log: (_level: string, text: string) => void log.push(text),
    };
    let tries = 0;
    const found = await waitForPostgres(() => {
      tries += 1;
      if (tries === 1) return lost();
      return Promise.resolve(tries === 2 ? standby : opened.database);
    }, options);
    expect([found === opened.database, tries, log.length]).toEqual([true, 3, 1]);
    const wrong = () => Promise.reject(Object.assign(new Error('password'), { code: '28P01' }));
    await expect(waitForPostgres(wrong, options)).rejects.toThrow('password');
    await expect(waitForPostgres(lost, { ...options, waitSeconds: 0 })).rejects.toThrow(
      'La base de datos no está lista después de 0 s: refused',
    );
  });
});
