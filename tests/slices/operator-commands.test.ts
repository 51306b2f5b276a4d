import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { withServersDatabase } from '#scripts/operator/servers-database.ts';
import { operatorCommands } from '#scripts/release/operator-commands.ts';
import { usualPool } from '#src/server/store/database.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { freePort } from '#tests/support/server/free-port.ts';

/** Returns the output of a command that ends with 1. */
async function refusal(script: string, environment: Record<string, string>, ...words: string[]) {
  const env = { ...process.env, DATABASE_URL: '', DATABASE_OWNER_URL: '', ...environment };
  const failed: unknown = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, ...words], {
    env,
  }).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: 1 });
  return String((failed as { stderr: string }).stderr);
}

describe("an operator's command", () => {
  it.each(Object.entries(operatorCommands))(
    '%s says which settings are wrong, and shows no secret and no trace',
    async (_name, script) => {
      const said = await refusal(script, {
        DATABASE_URL: 'mysql://ana:s3creta@x',
        TIME_ZONE: 'Marte/Olympus',
      });
      expect(said).toMatch(
        /^Configuración no válida\.\nDATABASE_URL: el valor no sirve\. .*\nTIME_ZONE: «Marte\/Olympus» no sirve\. .*\n$/,
      );
      expect(said).not.toContain('s3creta');
    },
  );

  it('prints its usage for wrong arguments', async () => {
    expect(await refusal('scripts/operator/forget.ts', {}, '--todo')).toBe(
      'No se entiende lo que se pidió. Se usa así: npm run forget [-- --yes]\n',
    );
    expect(await refusal('scripts/operator/audit.ts', {}, '--ful')).toContain('npm run audit [-- --full]');
  });

  it('names the setting whose database does not answer', async () => {
    const nobody = `postgres://ana:s3creta@127.0.0.1:${await freePort()}/mercado`;
    const said = await refusal('scripts/operator/forget.ts', { DATABASE_URL: nobody });
    expect(said).toMatch(/^DATABASE_URL: PostgreSQL 127\.0\.0\.1:\d+\/mercado: nadie responde .*\n$/);
  });
});

describe("the server's database", () => {
  const opened = databaseForSuite();
  const asked = () => ({
    databaseUrl: opened.databaseUrl,
    databaseLimits: usualPool,
    dataDir: 'no-such-folder',
  });

  it('is open while it is needed, and closed on failure', async () => {
    const kept = await withServersDatabase(asked(), async ({ database, superuserUrl, isRunning }) => {
      expect({ superuserUrl, isRunning }).toEqual({ superuserUrl: opened.databaseUrl, isRunning: false });
      expect((await database.query({ text: 'select 1 as one' })).rows).toEqual([{ one: 1 }]);
      return database;
    });
    await expect(kept.query({ text: 'select 1' })).rejects.toThrow('the database is closed');
    let left: typeof kept | undefined;
    const failing = withServersDatabase(asked(), ({ database }) => {
      left = database;
      return Promise.reject(new Error('no sirve'));
    });
    await expect(failing).rejects.toThrow('no sirve');
    await expect(left?.query({ text: 'select 1' })).rejects.toThrow('the database is closed');
  });

  it("is the data folder's when none is named", async () => {
    const without = { ...asked(), databaseUrl: undefined };
    await expect(withServersDatabase(without, () => Promise.resolve())).rejects.toThrow(
      'No hay datos en no-such-folder/db',
    );
  });
});
