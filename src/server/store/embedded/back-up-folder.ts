import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { lockDataFolder } from './data-folder-lock.ts';
import { PGLITE_VERSION } from './pglite-version.ts';
import { makeFolder, syncFolder, syncTree } from './sync-folder.ts';

/** What a copy says of itself: every file with its sum, so that a damaged copy is never restored. */
const manifestSchema = z.object({
  kind: z.literal('mercado-backup'),
  engine: z.string(),
  madeAt: z.iso.datetime(),
  files: z.record(z.string(), z.string()),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

const manifestName = 'manifest.json';
const clusterName = 'database';

/**
 * Copies the embedded database of `dataDir` to `target`, which must not exist. Takes the folder's lock: a running server
 * refuses. The copy gets its name only when it is whole and durable; a cut before leaves `<target>.partial`.
 */
export async function backUpFolder(dataDir: string, target: string, now: Date): Promise<BackupManifest> {
  if (fs.existsSync(target)) throw new Error(`${target} ya existe. Escoja una carpeta que no exista.`);
  const source = join(dataDir, clusterName);
  if (!fs.existsSync(source)) throw new Error(`No hay datos en ${dataDir}.`);
  const lock = await lockDataFolder(join(dataDir, 'database.lock'), () => undefined);
  try {
    const partial = `${target}.partial`;
    fs.rmSync(partial, { recursive: true, force: true });
    makeFolder(dirname(partial));
    fs.cpSync(source, join(partial, clusterName), { recursive: true });
    fs.rmSync(join(partial, clusterName, 'postmaster.pid'), { force: true });
    const manifest: BackupManifest = {
      kind: 'mercado-backup',
      engine: PGLITE_VERSION,
      madeAt: now.toISOString(),
      files: sumsOf(join(partial, clusterName)),
    };
    fs.writeFileSync(join(partial, manifestName), JSON.stringify(manifest, null, 1));
    syncTree(partial);
    fs.renameSync(partial, target);
    syncFolder(dirname(target));
    return manifest;
  } finally {
    lock.release();
  }
}

/**
 * Puts a copy in place of the embedded database of `dataDir`. Data that is there is refused, or with `replace` kept beside
 * as `database.before-<time>`. A cut leaves the old data, or none and the copy still whole: run it again.
 */
export async function restoreFolder(
  source: string,
  dataDir: string,
  options: { replace: boolean; now: Date },
): Promise<BackupManifest> {
  const manifest = readManifest(source);
  makeFolder(dataDir);
  const lock = await lockDataFolder(join(dataDir, 'database.lock'), () => undefined);
  try {
    const cluster = join(dataDir, clusterName);
    if (fs.existsSync(cluster) && !options.replace)
      throw new Error(`${dataDir} ya tiene datos. Con --replace se guardan aparte y se pone la copia.`);
    const beside = `${cluster}.restored`;
    fs.rmSync(beside, { recursive: true, force: true });
    fs.cpSync(join(source, clusterName), beside, { recursive: true });
    syncTree(beside);
    if (fs.existsSync(cluster))
      fs.renameSync(cluster, `${cluster}.before-${options.now.toISOString().replaceAll(':', '')}`);
    fs.renameSync(beside, cluster);
    syncFolder(dataDir);
    return manifest;
  } finally {
    lock.release();
  }
}

/** Throws when the folder is no copy of ours, of another engine, or not as it was made. */
function readManifest(source: string): BackupManifest {
  const path = join(source, manifestName);
  if (!fs.existsSync(path)) throw new Error(`${source} no es una copia de Mercado Campesino.`);
  const manifest = manifestSchema.parse(JSON.parse(fs.readFileSync(path, 'utf8')));
  if (manifest.engine !== PGLITE_VERSION)
    throw new Error(`La copia es de otra versión de la base de datos (${manifest.engine}).`);
  const found = sumsOf(join(source, clusterName));
  const names = new Set([...Object.keys(found), ...Object.keys(manifest.files)]);
  const damaged = [...names].filter((name) => found[name] !== manifest.files[name]);
  if (damaged.length > 0) throw new Error(`La copia está dañada: ${damaged.slice(0, 3).join(', ')}.`);
  return manifest;
}

function sumsOf(folder: string): Record<string, string> {
  const sums: Record<string, string> = {};
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    sums[relative(folder, path)] = createHash('sha256').update(fs.readFileSync(path)).digest('hex');
  }
  return sums;
}
