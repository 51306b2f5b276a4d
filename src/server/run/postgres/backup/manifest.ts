import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod';

/** A copy's manifest: every file with its checksum, so that a damaged copy is never restored. */
const manifestSchema = z.object({
  kind: z.literal('mercado-backup'),
  engine: z.string(),
  madeAt: z.iso.datetime(),
  files: z.record(z.string(), z.string()),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

/** Within a copy: the data directory as PostgreSQL left it after a clean stop. */
export const copiedData = 'database';
const manifestName = 'manifest.json';
const engine = 'postgresql-18';

export function writeManifest(copy: string, now: Date): BackupManifest {
  const manifest: BackupManifest = {
    kind: 'mercado-backup',
    engine,
    madeAt: now.toISOString(),
    files: sumsOf(join(copy, copiedData)),
  };
  fs.writeFileSync(join(copy, manifestName), JSON.stringify(manifest, null, 1));
  return manifest;
}

/** Throws if the folder is not a copy of ours, is of another engine, or was changed since. */
export function readManifest(copy: string): BackupManifest {
  const path = join(copy, manifestName);
  if (!fs.existsSync(path)) throw new Error(`${copy} no es una copia de Mercado Campesino.`);
  const manifest = manifestSchema.parse(JSON.parse(fs.readFileSync(path, 'utf8')));
  if (manifest.engine !== engine)
    throw new Error(`La copia es de otra versión de la base de datos (${manifest.engine}).`);
  const found = sumsOf(join(copy, copiedData));
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
