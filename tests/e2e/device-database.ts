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
  const rows = await page.evaluate(async (name) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('mercado-dinero');
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
    });
    try {
      return await new Promise<unknown[]>((resolve, reject) => {
        const request = db.transaction(name).objectStore(name).getAll();
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
      });
    } finally {
      db.close();
    }
  }, table);
  return rows as Rows[Name][];
}
