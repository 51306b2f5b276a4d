import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { syncFolder } from '#src/server/store/secrets/sync-folder.ts';
import type { Binaries } from './binaries.ts';
import { childEnvironment, type ChildUser } from './child-user.ts';

/** The superuser, for creating, copying and checking; and the product's own user and database. */
export const superuser = 'postgres';
export const productUser = 'mercado';

const passwordName = 'mercado-password';

/**
 * Creates a cluster in `data` with checksums and one random password, which is stored inside it, so that
 * every copy of the cluster can be opened. It is built beside its place and renamed: an interruption leaves a
 * folder `<data>.new` that the next start removes.
 */
export function initCluster(
  binaries: Binaries,
  data: string,
  user: ChildUser,
  extra: readonly string[] = [],
): void {
  const building = `${data}.new`;
  fs.rmSync(building, { recursive: true, force: true });
  const passwordFile = `${building}-${passwordName}`;
  const password = randomBytes(32).toString('hex');
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) fs.chownSync(passwordFile, user.uid, user.gid);
  const options = [
    ['-D', building, '-U', superuser, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
    ['--encoding=UTF8', '--locale=C', '--data-checksums', '--wal-segsize=4', '--no-instructions'],
  ].flat();
  const { status, stderr, error } = spawnSync(binaries.initdb, [...options, ...extra], {
    cwd: dirname(data),
    encoding: 'utf8',
    env: childEnvironment(),
    ...user,
  });
  if (status !== 0) throw initFailure(error?.message ?? String(stderr));
  fs.renameSync(passwordFile, join(building, passwordName));
  syncFolder(building);
  fs.renameSync(building, data);
  syncFolder(dirname(data));
}

function initFailure(why: string): Error {
  const hint = why.includes('could not look up effective user')
    ? 'El usuario que inicia el servidor no tiene nombre en este sistema (/etc/passwd): póngale uno, o use otro PostgreSQL con DATABASE_URL. '
    : 'Si este sistema no puede, use otro PostgreSQL con DATABASE_URL. ';
  return new Error(`No se pudo crear la base de datos. ${hint}PostgreSQL dijo: ${why.trim().slice(-600)}`);
}

export function readPassword(data: string): string {
  return fs.readFileSync(join(data, passwordName), 'utf8');
}

/**
 * Creates the product's user and database if they are missing. If a start is interrupted between initdb and
 * here, the next start creates them.
 */
export async function makeProductDatabase(maintenanceUrl: string, password: string): Promise<void> {
  const client = new Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
        exists (select from pg_database where datname = $1) as database`,
      [productUser],
    );
    const [found] = rows;
    // Always hexadecimal, so nothing in it needs quoting.
    if (!found?.role) await client.query(`create role ${productUser} login password '${password}'`);
    if (!found?.database) await client.query(`create database ${productUser} owner ${productUser}`);
  } finally {
    await client.end();
  }
}
