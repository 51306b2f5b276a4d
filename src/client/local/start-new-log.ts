/** A row above 64 KiB would become a file of its own and not go through the log. */
const rowBytes = 50_000;
/** Together more than the 4 MiB that are gathered in one log. */
const rowCount = 110;
const store = 'rows';

/**
 * Makes Chromium begin a new log for the databases of this origin. A browser that is killed leaves a torn record at the end of its
 * log; the next one goes on writing behind it, and the one after that takes everything for damaged and throws every
 * database of the origin away (measured: about one kill in ninety, `npm run kill -- --bare 200`). A log that is left behind
 * is never read again. Before the first write, at every start; other browsers keep no such log. A crash in here leaves rows
 * that nobody reads and the next start overwrites.
 */
export async function startNewLog(factory: IDBFactory = indexedDB): Promise<void> {
  const db = await opened(factory);
  try {
    const row = 'z'.repeat(rowBytes);
    await written(db, (rows) => {
      for (let key = 0; key < rowCount; key += 1) rows.put(row, key);
    });
    await written(db, (rows) => rows.clear());
  } finally {
    db.close();
  }
}

/** Only browsers on Chromium say their brands. */
export function reusesLogs(): boolean {
  return typeof navigator !== 'undefined' && 'userAgentData' in navigator;
}

function opened(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open('mercado-relleno', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')));
    request.addEventListener('blocked', () => reject(new Error('blocked')));
  });
}

function written(db: IDBDatabase, write: (rows: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(store, 'readwrite');
    write(transaction.objectStore(store));
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('not written')));
  });
}
