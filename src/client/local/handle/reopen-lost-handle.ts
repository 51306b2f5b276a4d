import type Dexie from 'dexie';

const lost = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError', 'OpenFailedError']);

/** Somebody else opened the database again while a transaction of `work` was on its last step: it may be there or not. */
const overtaken = 'PrematureCommitError';
/** So often in a row at most: each time somebody else has to open it just then. */
const mostOvertaken = 4;

/**
 * Runs `work`, which changes nothing when it is run twice; when the browser has dropped the database's handle under a living page (WebKit does), opens it again and
 * runs `work` once more. A handle that was lost never comes back: using it again would fail until the page is reloaded.
 */
export async function withLiveHandle<Value>(db: Dexie, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === overtaken) return overtakenAgain(work);
    if (!lost.has(error.name)) throw error;
    db.close({ disableAutoOpen: false });
    await db.open();
    return work();
  }
}

async function overtakenAgain<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let left = mostOvertaken; ; left -= 1)
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !(error instanceof Error) || error.name !== overtaken) throw error;
    }
}
