import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The user that PostgreSQL runs as; undefined for the server's own. */
export type ChildUser = { uid: number; gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root. Under root it runs as the owner of the data, otherwise as `postgres`,
 * otherwise as `nobody`.
 */
export function childUserFor(dataFolder: string): ChildUser {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(dataFolder)) {
    const { uid, gid } = statSync(dataFolder);
    if (uid !== 0) return { uid, gid };
  }
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!found)
    throw new Error(
      'PostgreSQL no corre como root, y este sistema no tiene los usuarios postgres ni nobody. ' +
        'Inicie con un usuario corriente, o use otro PostgreSQL con DATABASE_URL.',
    );
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/**
 * Returns whether this user may enter every folder down to `path`, by the permissions alone. The server's own
 * user always may.
 */
export function canReach(path: string, user: ChildUser): boolean {
  if (!user) return true;
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH'];

/** Returns PostgreSQL's environment: no secrets, no PG* variable, and messages in the language that the server parses. */
export function childEnvironment(): Record<string, string> {
  const kept = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}
