import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { childEnvironment, type ChildUser } from './child-user.ts';

/** The address on which it listens: a folder with its Unix socket, or loopback on systems without sockets. */
export type Address = { host: string; port: number; remove(): void };

/** Maximum length of a socket's path in bytes: sun_path without its final zero; macOS has 104. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103;
const socketPort = 5432;
const shortFolder = join(tmpdir(), 'mercado-pg-');

/** Returns a folder in `home` if its path is short enough, otherwise a short folder for that user only. */
export async function chooseAddress(home: string, user: ChildUser): Promise<Address> {
  if (process.platform === 'win32')
    return { host: '127.0.0.1', port: await freePort(), remove: () => undefined };
  if (Buffer.byteLength(join(home, `.s.PGSQL.${socketPort}`)) <= longestSocketPath)
    return { host: home, port: socketPort, remove: () => undefined };
  const host = mkdtempSync(shortFolder);
  if (user) chownSync(host, user.uid, user.gid);
  return { host, port: socketPort, remove: () => rmSync(host, { recursive: true, force: true }) };
}

/** Removes the short folder of a killed server, by its stored address. */
export function removeShortFolder(url: string): void {
  const host = new URL(url).searchParams.get('host');
  if (host?.startsWith(shortFolder)) rmSync(host, { recursive: true, force: true });
}

export function urlAt({ host, port }: Address, user: string, password: string, database: string): string {
  const login = `postgres://${user}:${password}@`;
  return host.startsWith('/')
    ? `${login}localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `${login}${host}:${port}/${database}`;
}

/** A PostgreSQL that accepts connections. */
export type Postmaster = {
  pid: number;
  /** Resolves with its last output when it has ended, expected or not. */
  ended: Promise<string>;
  /**
   * Fast shutdown: running transactions are rolled back and everything is written. Resolves when it has
   * ended.
   */
  stop(): Promise<void>;
  /** Ends it immediately, like a power cut, without waiting. */
  abandon(): void;
};

const readyTimeoutMs = 120_000;

/**
 * Small on purpose, because it shares a cheap machine with the server. The settings that money depends on are
 * here and not in a file that an operator may edit: the command line overrides postgresql.conf.
 */
const ownSettings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '32MB',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  wal_level: 'replica',
  max_wal_senders: '0',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  io_method: 'sync',
  huge_pages: 'off',
  // One sync call for the whole file system instead of one per file, of which an empty cluster has a
  // thousand. Saves 4 s of a restart.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
};

export type PostmasterOptions = {
  binaries: Binaries;
  data: string;
  address: Address;
  user: ChildUser;
  /** Overrides our own settings, for tests that need no durable disk. */
  settings?: Record<string, string>;
  log?: (line: string) => void;
};

/** Starts PostgreSQL on `data`. Resolves once it accepts connections; otherwise rejects with its output. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { binaries, data, address, user } = options;
  const where = address.host.startsWith('/')
    ? { unix_socket_directories: `"${address.host.replaceAll('"', '""')}"` }
    : { listen_addresses: address.host };
  const settings = { ...ownSettings, ...where, port: String(address.port), ...options.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', data, ...flags], {
    cwd: data,
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // In a separate process group, so that Ctrl-C in a terminal reaches only the server, which then stops
    // PostgreSQL cleanly.
    detached: process.platform !== 'win32',
    ...user,
  });
  let lastWords = '';
  const ended = new Promise<string>((resolve) => {
    child.once('exit', () => resolve(lastWords));
    child.once('error', (error) => resolve(error.message));
  });
  const isReady = new Promise<true>((resolve) => {
    child.stderr.on('data', (chunk: Buffer) => {
      const text = chunk.toString('utf8');
      options.log?.(text.trimEnd());
      lastWords = (lastWords + text).slice(-2_000);
      if (lastWords.includes('ready to accept connections')) resolve(true);
    });
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`PostgreSQL no inició: ${await ended}`);
  const watch = watchOver(pid, user);
  void ended.then(() => watch?.kill('SIGKILL'));
  const tooLate = setTimeout(() => child.kill('SIGQUIT'), readyTimeoutMs);
  const first = await Promise.race([isReady, ended]);
  clearTimeout(tooLate);
  if (first !== true) throw new Error(`PostgreSQL no inició: ${(await ended).trim()}`);
  return {
    pid,
    ended,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
    abandon: () => void child.kill('SIGQUIT'),
  };
}

/**
 * A killed server cannot stop its PostgreSQL. A shell therefore waits on a pipe that only the server holds
 * open. When the server ends, however it ends, the pipe closes and the shell stops PostgreSQL. On systems
 * without a shell, the next start does (stop-leftovers.ts).
 */
function watchOver(pid: number, user: ChildUser): ChildProcess | null {
  if (process.platform === 'win32') return null;
  const watch = spawn('/bin/sh', ['-c', 'read -r _; kill -QUIT "$1"', 'mercado-watch', String(pid)], {
    cwd: '/',
    env: childEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    ...user,
  });
  watch.once('error', () => undefined);
  return watch;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
