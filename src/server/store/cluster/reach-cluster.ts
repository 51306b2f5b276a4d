import fs from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { StoreLog } from '../open-options.ts';
import { findPlaces, readRunning, type ClusterUrls } from './cluster-places.ts';
import { openCluster } from './open-cluster.ts';

export type ReachedCluster = ClusterUrls & {
  /** whether a server has it open, which goes on working meanwhile */
  isRunning: boolean;
  close(): Promise<void>;
};

/**
 * The cluster of a data folder for a command beside the server: the running one when a server has it open, else started
 * here and stopped by `close`. Rejects with a sentence when there is no data.
 */
export async function reachCluster(options: {
  folder: string;
  log: StoreLog;
  onFatal: (reason: string) => void;
}): Promise<ReachedCluster> {
  const { folder } = options;
  const noted = readRunning(folder);
  if (noted && (await isListening(noted)))
    return { ...noted, isRunning: true, close: () => Promise.resolve() };
  if (!hasCluster(folder)) throw new Error(`No hay datos en ${folder}. DATA_DIR nombra la carpeta.`);
  return { ...(await openCluster(options)), isRunning: false };
}

/** Also true of a folder that this version does not read: opening it says so. */
export function hasCluster(folder: string): boolean {
  return (
    fs.existsSync(folder) &&
    (fs.existsSync(join(folder, 'database')) || fs.existsSync(findPlaces(folder).data))
  );
}

/** The note of a server that was killed stays behind. */
async function isListening({ maintenanceUrl }: ClusterUrls): Promise<boolean> {
  const client = new Client({ connectionString: maintenanceUrl, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
