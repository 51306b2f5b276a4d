import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import '#tests/support/browser/browser-globals.ts';
import { readEnvelope } from '#src/client/local/db/operation.ts';
import { listOperations, summarizeOutbox } from '#src/client/local/outbox/read-outbox.ts';
import { toAmount, toOpId, toVoucherId } from '#src/contract/brands.ts';
import {
  type EnrolledDevice,
  makeIssuer,
  openEnrolledDevice,
} from '#tests/support/device/enrolled-device.ts';
import { receiptOf, storePurchase } from '#tests/support/market/stored-operations.ts';
import { forSuite } from '#tests/support/suite.ts';

/** A stall's tablet keeps the voids made on its screen in its journal (B6). */
describe('a sale that the server voided for this stall', () => {
  const issuer = forSuite(makeIssuer);
  let tablet: EnrolledDevice;
  beforeEach(async () => {
    tablet = await openEnrolledDevice(issuer);
  });

  const voided = (change: object = {}) => ({
    opId: toOpId(randomUUID()),
    command: { codeCompra: 'C-7K4M2QXD', monto: toAmount(4_000), reason: '  Se devolvió  ' },
    purchaseOpIds: [toOpId(randomUUID())],
    operatorId: tablet.stallId,
    ...change,
  });
  const written = async () =>
    (await tablet.db.envelopes.toArray()).flatMap((stored) => readEnvelope(stored) ?? []);

  it("is written into the journal once, under the call's id and with its fields", async () => {
    const asked = voided();
    await tablet.commands.noteVoidedSale(asked);
    await tablet.commands.noteVoidedSale(asked);
    const envelopes = await written();
    expect(envelopes).toHaveLength(1);
    expect(envelopes[0]).toMatchObject({
      kind: 'void',
      opId: asked.opId,
      operatorId: tablet.stallId,
      payload: {
        purchaseOpIds: asked.purchaseOpIds,
        codeCompra: 'C-7K4M2QXD',
        monto: 4_000,
        reason: 'Se devolvió',
      },
    });
  });

  it('is sent with the journal and has no row in the outbox', async () => {
    const asked = voided();
    await tablet.commands.noteVoidedSale(asked);
    expect(await listOperations(tablet.db, tablet.clock.now)).toEqual([]);
    expect(await summarizeOutbox(tablet.db)).toMatchObject({ openCount: 0, reviewCount: 0 });
    await tablet.drain();
    expect((await tablet.status(asked.opId)).state).toBe('accepted');
  });

  it('is not written when the server named no purchase, or another person works here', async () => {
    await tablet.commands.noteVoidedSale(voided({ purchaseOpIds: undefined }));
    await tablet.commands.noteVoidedSale(voided({ purchaseOpIds: [] }));
    await tablet.commands.noteVoidedSale(voided({ operatorId: randomUUID() }));
    expect(await written()).toEqual([]);
  });

  it("shows the voided amount on the sale's row, enrolled or not", async () => {
    await tablet.db.enrolment.update('self', { state: 'revoked' });
    const voucherId = toVoucherId(randomUUID());
    const sale = await storePurchase(tablet.db, { voucherId });
    const receipt = { kind: 'purchase' as const, receipt: receiptOf(voucherId, 9_000) };
    await tablet.db.fates.update(sale, { state: 'accepted', receipt });
    await tablet.commands.noteVoidedSale(voided({ purchaseOpIds: [sale] }));
    expect((await tablet.status(sale)).returned).toBe(4_000);
    const rest = { codeCompra: 'C-7K4M2QXD', reason: 'Se devolvió' };
    await tablet.commands.noteVoidedSale(voided({ purchaseOpIds: [sale], command: rest }));
    expect((await tablet.status(sale)).returned).toBe(12_500);
  });

  it('is not written on a device that is no longer enrolled', async () => {
    await tablet.db.enrolment.update('self', { state: 'revoked' });
    await tablet.commands.noteVoidedSale(voided());
    expect(await written()).toEqual([]);
  });
});
