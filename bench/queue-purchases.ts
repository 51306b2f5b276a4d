import 'fake-indexeddb/auto';
import type { Page } from '@playwright/test';
import { moneyDbName } from '#src/client/local/db/money-db-name.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { appendOperation } from '#src/client/local/outbox/outbox.ts';
import { defaultOfflineLimits } from '#src/operations/acceptance/rule.ts';
import { toAmount, toOpId, type VoucherId } from '#src/protocol/brands.ts';
import { readTable } from '#tests/e2e/device-database.ts';

/** One voucher of the queue: the contents of its link. */
export type QueuedVoucher = { readonly uuid: VoucherId; readonly clientId: string; readonly proof: string };

const price = 100;
const tables = ['envelopes', 'statuses', 'labels', 'device', 'exposures'] as const;

/**
 * Puts `sales` sales of `stallId` into this browser's outbox like its own application: the product's outbox
 * writes them in Node, from the end of the browser's journal, and the rows are inserted into the browser's
 * database. `accepted`: each with its acceptance, like an offline sale, two operations per sale.
 */
export async function queuePurchases(
  page: Page,
  stallId: string,
  vouchers: readonly QueuedVoucher[],
  { sales, accepted }: { sales: number; accepted: boolean },
): Promise<number> {
  const db = new MoneyDb(`queue-${stallId}-${sales}`);
  const [device] = await readTable(page, 'device');
  if (device) await db.device.put(device);
  const spoken = (await readTable(page, 'serverConfig')).find(({ id }) => id === 'spoken');
  const snapshotAsOf = spoken?.id === 'spoken' ? spoken.listAsOf : 0;
  for (let sale = 0; sale < sales; sale++) {
    const voucher = vouchers[sale % vouchers.length];
    if (!voucher) throw new Error('there are no vouchers to sell on');
    const before = Math.floor(sale / vouchers.length) * price;
    const payload = {
      userId: voucher.clientId,
      estanteId: stallId,
      codeQrUuid: voucher.uuid,
      price: toAmount(price),
    };
    const opId = toOpId(crypto.randomUUID());
    const common = {
      operatorId: stallId,
      occurredAt: new Date(),
      label: { userName: '', estanteName: '', proof: voucher.proof },
    };
    const kind = 'purchase' as const;
    await appendOperation(db, { ...common, opId, kind, payload: { ...payload, by: 'stall' } }, opId);
    if (!accepted) continue;
    const acceptance = {
      ...payload,
      purchaseOpId: opId,
      limitsVersion: defaultOfflineLimits.version,
      snapshotAsOf,
      knownBalance: null,
      spentHere: toAmount(before),
      deviceOpen: toAmount(sale * price),
      proof: voucher.proof,
    };
    const acceptanceId = toOpId(crypto.randomUUID());
    await appendOperation(
      db,
      { ...common, opId: acceptanceId, kind: 'acceptance', payload: acceptance },
      acceptanceId,
    );
    await db.statuses.update(opId, { offline: { kind: 'accepted', opId: acceptanceId } });
    await db.exposures.update(opId, { accepted: true });
  }
  const rows = await Promise.all(tables.map(async (name) => [name, await db.table(name).toArray()] as const));
  db.close();
  await page.evaluate(layRows, { name: moneyDbName, rows });
  return accepted ? sales * 2 : sales;
}

/** Runs in the page: all rows in one transaction. */
async function layRows(given: { name: string; rows: (readonly [string, unknown[]])[] }): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(given.name);
    request.addEventListener('success', () => resolve(request.result));
  });
  const transaction = db.transaction(
    given.rows.map(([name]) => name),
    'readwrite',
  );
  for (const [name, rows] of given.rows) for (const row of rows) transaction.objectStore(name).put(row);
  await new Promise((resolve, reject) => {
    transaction.addEventListener('complete', resolve);
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
  });
  db.close();
}
