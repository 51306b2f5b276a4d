import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import '#tests/support/browser/browser-globals.ts';
import { toAmount, toVoucherId } from '#src/contract/brands.ts';
import { makeIssuer, openEnrolledDevice } from '#tests/support/device/enrolled-device.ts';
import { receiptOf, storePurchase } from '#tests/support/market/stored-operations.ts';

it("shows the voided amount on the sale's row", async () => {
  const { commands, db, status } = await openEnrolledDevice(await makeIssuer());
  const voucherId = toVoucherId(randomUUID());
  const sale = await storePurchase(db, { voucherId });
  await db.fates.update(sale, {
    state: 'accepted',
    receipt: { kind: 'purchase', receipt: receiptOf(voucherId, 9_000) },
  });
  const command = { codeCompra: 'C-7K4M2QXD', reason: 'Se devolvió' };
  await commands.noteVoidedSale({ command, purchaseOpIds: undefined });
  expect((await status(sale)).returned).toBeUndefined();
  await commands.noteVoidedSale({ command: { ...command, monto: toAmount(4_000) }, purchaseOpIds: [sale] });
  expect((await status(sale)).returned).toBe(4_000);
  await commands.noteVoidedSale({ command, purchaseOpIds: [sale] });
  expect((await status(sale)).returned).toBe(12_500);
});
