import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where the programs lie that a fail-over needs; none of them comes with npm. */
export type Programs = {
  patroni: string;
  etcd: string;
  haproxy: string;
  pgbouncer: string;
  /** folder of initdb, postgres, pg_rewind */
  postgresBin: string;
  /** null when the Caddyfile is not tried */
  caddy: string | null;
};

const debianPackage = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  postgresBin: 'postgresql',
} as const;

/** The programs, or the Debian packages that are missing. */
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

/** The newest that Debian installed. */
function findPostgres(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).map(Number).filter(Number.isFinite) : [];
  const newest = versions
    .sort((a, b) => b - a)
    .find((version) => existsSync(join(root, String(version), 'bin/pg_rewind')));
  return newest === undefined ? null : join(root, String(newest), 'bin');
}
