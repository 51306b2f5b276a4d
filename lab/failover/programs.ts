import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Paths of the programs for a fail-over, none of which is in npm. */
export type Programs = {
  patroni: string;
  etcd: string;
  haproxy: string;
  pgbouncer: string;
  /** Folder of initdb, postgres, pg_rewind. */
  postgresBin: string;
  /** Null when the Caddyfile is not tested. */
  caddy: string | null;
};

const debianPackage = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  postgresBin: 'postgresql',
} as const;

/** Returns the programs, or the missing Debian packages. */
export function findPrograms(): { programs: Programs } | { missing: string[] } {
  const found = {
    patroni: find('patroni'),
    etcd: find('etcd'),
    haproxy: find('haproxy'),
    pgbouncer: find('pgbouncer'),
    postgresBin: findPostgres(),
  };
  const missing = Object.entries(debianPackage).flatMap(([name, debian]) =>
    found[name as keyof typeof found] === null ? [debian] : [],
  );
  if (missing.length > 0) return { missing };
  return { programs: { ...(found as Omit<Programs, 'caddy'>), caddy: find('caddy') } };
}

function find(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** Returns the newest one that Debian installed. */
function findPostgres(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).map(Number).filter(Number.isFinite) : [];
  const newest = versions
    .sort((a, b) => b - a)
    .find((version) => existsSync(join(root, String(version), 'bin/pg_rewind')));
  return newest === undefined ? null : join(root, String(newest), 'bin');
}
