import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '#src/server/store/database.ts';
import { openDatabase } from '#src/server/store/open-database.ts';
import { startEmbedded } from '#tests/support/embedded.ts';
import { startPostgres } from '#tests/support/postgres.ts';

type Opened = { database: Database; openAnother?: () => Promise<Database>; stop(): Promise<void> };

export type EngineUnderTest = {
  /** The database; open from `beforeAll` to `afterAll`. */
  database(): Database;
  /** Another handle on the same data, as a second server process would have it. PostgreSQL only. */
  openAnother(): Promise<Database>;
};

async function openOnPostgres(): Promise<Opened> {
  const server = await startPostgres({ fsync: false });
  const databaseUrl = await server.createDatabase();
  const open = (): Promise<Database> =>
    openDatabase({
      dataDir: '/nowhere',
      databaseUrl,
      log: () => undefined,
      onFatal: (reason) => {
        throw new Error(reason);
      },
    });
  const database = await open();
  return {
    database,
    openAnother: open,
    async stop() {
      await database.close();
      await server.stop();
    },
  };
}

/** Runs the same tests on the embedded engine and on PostgreSQL: the contract of `Database` is one. */
export function describeOnBothEngines(title: string, tests: (engine: EngineUnderTest) => void): void {
  const openers = { embedded: startEmbedded, postgres: openOnPostgres } satisfies Record<
    Database['engine'],
    () => Promise<Opened>
  >;
  describe.each(Object.entries(openers))(`${title} (%s)`, (_name, open: () => Promise<Opened>) => {
    let opened: Opened | undefined;
    const current = (): Opened => {
      if (!opened) throw new Error('the database is not open yet');
      return opened;
    };
    beforeAll(async () => {
      opened = await open();
    }, 60_000);
    afterAll(async () => {
      await opened?.stop();
    }, 60_000);
    tests({
      database: () => current().database,
      async openAnother() {
        const another = current().openAnother;
        if (!another) throw new Error('the embedded engine has one handle per folder');
        return another();
      },
    });
  });
}
