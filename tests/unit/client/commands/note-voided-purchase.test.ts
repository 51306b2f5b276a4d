import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import '#tests/support/browser/browser-globals.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import { makeIssuer, openEnrolledDevice } from '#tests/support/device/enrolled-device.ts';
import { receiptOf, storePurchase } from '#tests/support/market/stored-operations.ts';

it("shows on the sale's row that it was voided", async () => {
  const { commands, db, status } = await openEnrolledDevice(await makeIssuer());
  const voucherId = toVoucherId(randomUUID());
  const sale = await storePurchase(db, { voucherId });
  await db.statuses.update(sale, {
    state: 'accepted',
    receipt: { purchase: receiptOf(voucherId, 9_000) },
  });
  expect((await status(sale)).isVoided).toBeUndefined();
  await commands.noteVoidedPurchase(sale);
  expect((await status(sale)).isVoided).toBe(true);
});
