import fs from 'node:fs';
import { join } from 'node:path';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { readConfig } from '#src/server/run/config.ts';
import { checkStructure } from '#src/server/run/postgres/backup/check-structure.ts';
import { listCopies } from '#src/server/run/postgres/backup/keep-copies.ts';
import { restore } from '#src/server/run/postgres/backup/restore.ts';
import type { BackupSecret } from '#src/server/run/postgres/backup/sealed-file.ts';
import { readRunning } from '#src/server/run/postgres/cluster/cluster-places.ts';
import { reachCluster } from '#src/server/run/postgres/cluster/open-cluster.ts';
import { startServer } from '#src/server/run/start-server.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { rehearseDevice } from './rehearse-device.ts';

export type DrillOptions = {
  /** A folder of copies, or one copy. */
  source: string;
  secret: () => BackupSecret;
  keyFile: string;
  /** True if that file also encrypts the secrets in the database. */
  closesSecrets: boolean;
  /** Empty and separate; everything is restored there and nothing is deleted. */
  room: string;
  say: (line: string) => void;
};

/** Results. A failed drill throws a sentence instead. */
export type Drilled = { from: string; movements: number; tables: number };

/**
 * Restores the newest copy into a separate folder, starts a server on it, audits it, and lets a device that
 * knows more than the copy return it. The real data is not touched.
 */
export async function runDrill(options: DrillOptions): Promise<Drilled> {
  const { source, room, say, secret } = options;
  const folder = join(room, 'db');
  const copy = listCopies(source).at(-1)?.path ?? source;
  const { madeAt } = await restore(copy, folder, { replace: false, now: new Date(), secret });
  const from = `copia del ${madeAt}`;
  say(`Restaurada: ${from}`);
  await startOnce(options);
  say('Un servidor inicia sobre ella y empieza otra época');
  const seen = await audit(folder);
  say(`Revisada: ${seen.movements} movimientos, ${seen.tables} tablas página por página`);
  await rehearseDevice(room);
  say('Un dispositivo devolvió lo que la copia no tenía, una sola vez');
  return { from, ...seen };
}

/** As after a restore: secrets decrypted, the schema migrated, every device expected. */
async function startOnce({ room, keyFile, closesSecrets }: DrillOptions): Promise<void> {
  const environment = { DATA_DIR: room, PORT: '0', LOG_LEVEL: 'silent' };
  if (!closesSecrets && fs.existsSync(keyFile)) {
    fs.copyFileSync(keyFile, join(room, 'master.key'));
    fs.chmodSync(join(room, 'master.key'), 0o600);
  }
  const config = readConfig({ ...environment, ...(closesSecrets ? { KEY_FILE: keyFile } : {}) });
  const server = await startServer(config, {
    clientDir: join(room, 'no-client'),
    // A demo's data may be restored too.
    isDemo: true,
    onFatal: (reason) => {
      throw new Error(reason);
    },
  });
  try {
    const answer = await fetch(`${server.url}/api/v1/ready`);
    if (answer.status !== 200) throw new Error(`El servidor restaurado no está listo (${answer.status}).`);
    const noted = readRunning(join(room, 'db'));
    const database = await openPostgres({ databaseUrl: noted?.databaseUrl ?? '', log: () => undefined });
    const { rows } = await database.query<{ reason: string }>({
      text: 'select reason from epoch order by number desc limit 1',
    });
    await database.close();
    if (rows[0]?.reason !== 'restored')
      throw new Error('El servidor restaurado no empezó otra época: no pediría nada a los dispositivos.');
  } finally {
    await server.stop();
  }
}

async function audit(folder: string): Promise<Pick<Drilled, 'movements' | 'tables'>> {
  const cluster = await reachCluster({ folder, log: () => undefined, onFatal: () => undefined });
  try {
    const database = await openPostgres({ databaseUrl: cluster.databaseUrl, log: () => undefined });
    const audited = await auditLedger(database);
    await database.close();
    const structure = await checkStructure(cluster.superuserUrl);
    const findings = [...audited.findings, ...(structure?.findings ?? [])];
    if (findings.length > 0)
      throw new Error(`La copia restaurada tiene diferencias: ${findings.slice(0, 3).join(' ')}`);
    return { movements: audited.movements, tables: structure?.tables ?? 0 };
  } finally {
    await cluster.close();
  }
}
