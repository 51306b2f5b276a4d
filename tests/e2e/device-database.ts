import type { Page } from '@playwright/test';
import type { OperationStatus, OperationLabel } from '#src/client/local/db/operation.ts';
import type { DeviceRow, Enrolment, ServerConfigRow } from '#src/client/local/db/rows.ts';
import type { Envelope } from '#src/operations/envelopes.ts';

type Rows = {
  envelopes: Envelope;
  statuses: OperationStatus;
  labels: OperationLabel;
  device: DeviceRow;
  serverConfig: ServerConfigRow;
  enrolment: Omit<Enrolment, 'keys'>;
};

/** Reads the contents of this browser's money database, in parallel to the application. */
export async function readTable<Name extends keyof Rows>(page: Page, table: Name): Promise<Rows[Name][]> {
  const rows = await page.evaluate(inDatabase, { table });
  return rows as Rows[Name][];
}

/** Makes this device report at its next start, as it does after five minutes. */
export async function oweReport(page: Page): Promise<void> {
  const spoken = (await readTable(page, 'serverConfig')).find(({ id }) => id === 'spoken');
  await page.evaluate(inDatabase, { table: 'serverConfig', put: { ...spoken, reportedAt: 0 } });
}

async function inDatabase({ table, put }: { table: string; put?: object }): Promise<unknown[]> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('mercado-dinero');
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  });
  try {
    return await new Promise<unknown[]>((resolve, reject) => {
      const rows = db.transaction(table, put ? 'readwrite' : 'readonly').objectStore(table);
      if (put) rows.put(put);
      const request = rows.getAll();
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
    });
  } finally {
    db.close();
  }
}
