import fs from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { StoreLog } from '#src/server/store/database.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import {
  findPlaces,
  makeFolders,
  makeHome,
  sweepHome,
  type ClusterPlaces,
  forgetRunning,
  noteRunning,
  readRunning,
  type ClusterUrls,
} from './cluster-places.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { initCluster, makeProductDatabase, productUser, readPassword, superuser } from './init-cluster.ts';
import {
  chooseAddress,
  removeShortFolder,
  startPostmaster,
  urlAt,
  type Address,
  type Postmaster,
} from './postmaster.ts';
import { stopLeftovers } from './stop-leftovers.ts';

type ClusterOptions = {
  /** `DATA_DIR/db` */
  folder: string;
  log: StoreLog;
  /**
   * PostgreSQL cannot be restarted, or another process took over the folder: this process must end. Called at
   * most once.
   */
  onFatal: (reason: string) => void;
};

/** After this many crashes within a minute another restart would not help. */
const restartsPerMinute = 3;

/**
 * Runs the PostgreSQL of one data folder as a child of this process: created if the folder is empty, started,
 * watched, and restarted when it ends unexpectedly. Rejects with a sentence for the operator.
 */
export async function openCluster(options: ClusterOptions) {
  const { folder, log } = options;
  const places = findPlaces(folder);
  makeFolders(folder, places.user);
  let supervised: Supervised | undefined;
  const lock = await lockDataFolder(join(places.folder, 'database.lock'), (reason) =>
    supervised?.abandon(reason),
  );
  try {
    const noted = readRunning(places.folder);
    if (noted) removeShortFolder(noted.databaseUrl);
    supervised = await start(places, options);
    const { urls } = supervised;
    noteRunning(places.folder, urls);
    if (places.isElsewhere) sayWhere(places, log);
    const running = supervised;
    return {
      ...urls,
      /** Fast shutdown, after which the folder is free. */
      close: async () => {
        forgetRunning(places.folder);
        await running.stop();
        lock.release();
      },
    };
  } catch (error) {
    await supervised?.stop();
    lock.release();
    throw error;
  }
}

async function start(places: ClusterPlaces, options: ClusterOptions): Promise<Supervised> {
  const { user, home, data } = places;
  const binaries = findBinaries(user);
  makeHome(places);
  if (!fs.existsSync(data)) initCluster(binaries, data, user);
  refuseForeignCluster(places);
  const address = await chooseAddress(home, user);
  const supervised = new Supervised(places, binaries, address, options);
  await supervised.start();
  try {
    await makeProductDatabase(supervised.urls.maintenanceUrl, readPassword(data));
    return supervised;
  } catch (error) {
    await supervised.stop();
    throw error;
  }
}

/**
 * The postmaster and its restarts. While it is down, statements fail and their callers get a retryable
 * refusal.
 */
class Supervised {
  readonly urls: ClusterUrls;
  readonly #places: ClusterPlaces;
  readonly #binaries: Binaries;
  readonly #address: Address;
  readonly #options: ClusterOptions;
  #postmaster: Postmaster | undefined;
  #isStopping = false;
  #restarts: number[] = [];
  #restarting: Promise<void> = Promise.resolve();

  constructor(places: ClusterPlaces, binaries: Binaries, address: Address, options: ClusterOptions) {
    this.#places = places;
    this.#binaries = binaries;
    this.#address = address;
    this.#options = options;
    const password = readPassword(places.data);
    this.urls = {
      databaseUrl: urlAt(address, productUser, password, productUser),
      superuserUrl: urlAt(address, superuser, password, productUser),
      maintenanceUrl: urlAt(address, superuser, password, 'postgres'),
      data: places.data,
    };
  }

  async start(): Promise<void> {
    const { data, home, user } = this.#places;
    await stopLeftovers(data);
    sweepHome(home);
    this.#postmaster = await startPostmaster({
      binaries: this.#binaries,
      data,
      address: this.#address,
      user,
      log: (line) => this.#options.log('info', 'PostgreSQL', { line }),
    });
    void this.#watch(this.#postmaster);
  }

  async #watch(postmaster: Postmaster): Promise<void> {
    const lastWords = await postmaster.ended;
    if (!this.#isStopping) this.#restarting = this.#startAgain(lastWords);
  }

  async #startAgain(lastWords: string): Promise<void> {
    const now = Date.now();
    this.#restarts = [...this.#restarts.filter((at) => now - at < 60_000), now];
    this.#options.log('error', 'PostgreSQL se cerró sin que se le pidiera; se inicia otra vez', {
      lastWords,
    });
    try {
      if (this.#restarts.length > restartsPerMinute) throw new Error(lastWords.trim());
      await this.start();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.abandon(`PostgreSQL se cierra una y otra vez. Lo último que dijo: ${why}`);
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#restarting;
    await this.#postmaster?.stop();
    this.#address.remove();
  }

  /** Blocks all further writes: the next statement fails with this reason. */
  abandon(reason: string): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#postmaster?.abandon();
    this.#options.onFatal(reason);
  }
}

function refuseForeignCluster({ data, user }: ClusterPlaces): void {
  const version = fs.readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version !== '18')
    throw new Error(`La base de datos de ${data} es de PostgreSQL ${version}; este programa trae el 18.`);
  const owner = fs.statSync(data).uid;
  const own = user?.uid ?? process.getuid?.();
  if (own !== undefined && owner !== own)
    throw new Error(
      `La base de datos de ${data} es de otro usuario (${owner}). Inicie con ese usuario, o cambie el dueño con chown -R.`,
    );
}

function sayWhere({ folder, home }: ClusterPlaces, log: StoreLog): void {
  fs.writeFileSync(join(folder, 'LEAME.txt'), `La base de datos de esta carpeta está en ${home}\n`, {
    mode: 0o600,
  });
  log(
    'warn',
    `PostgreSQL no corre como root y no puede entrar en ${folder}: la base de datos está en ${home}`,
  );
}

/**
 * Returns the cluster of a data folder for a command beside the server: the running one if a server has it
 * open, otherwise one that is started here and stopped by `close`. `isRunning`: a server has it open and keeps
 * running. Rejects with a sentence if there is no data.
 */
export async function reachCluster(options: ClusterOptions) {
  const { folder } = options;
  const noted = readRunning(folder);
  if (noted && (await isListening(noted)))
    return { ...noted, isRunning: true, close: () => Promise.resolve() };
  if (!fs.existsSync(folder) || !fs.existsSync(findPlaces(folder).data))
    throw new Error(`No hay datos en ${folder}. DATA_DIR nombra la carpeta.`);
  return { ...(await openCluster(options)), isRunning: false };
}

/** The note of a killed server remains. */
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
