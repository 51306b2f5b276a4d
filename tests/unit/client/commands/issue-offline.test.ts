import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { describe, expect, it, vi } from 'vitest';
import { createCommands } from '#src/client/commands/create-commands.ts';
import { readEnvelope } from '#src/client/local/db/operation.ts';
import { changeEnrolment } from '#src/client/local/device/enrolment.ts';
import { readKeySet, storeKeySet } from '#src/client/local/device/server-config.ts';
import { updateStatus } from '#src/client/local/outbox/outbox.ts';
import { toAmount, toVoucherId, type OpId } from '#src/protocol/brands.ts';
import { readVoucherProof } from '#src/protocol/voucher-proof.ts';
import { issueVoucher, makeIssuer, openEnrolledDevice } from '#tests/support/device/enrolled-device.ts';
import { newId } from '#tests/support/market/stored-operations.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

const issuer = forSuite(makeIssuer);
const bogota = 5 * 3_600_000;
const kiosk = forEachTest(() => openEnrolledDevice(issuer));

const topUp = (monto = 50_000): Promise<OpId> =>
  kiosk.place({
    kind: 'top-up',
    payload: { clientId: randomUUID(), uuid: toVoucherId(randomUUID()), monto: toAmount(monto) },
  });

describe('a voucher that a kiosk issues offline', () => {
  it("expires a number of days after its issue by the corrected clock, in the market's time zone", async () => {
    const keys = await readKeySet(kiosk.db);
    if (keys) await storeKeySet(kiosk.db, { ...keys, days: 30, dayStartMs: bogota });
    // 04:30 by the tablet, which is an hour slow: the day has begun in Bogotá.
    kiosk.clock.now = Date.parse('2026-11-22T04:30:00Z');
    await kiosk.db.device.update('self', { clockOffset: 3_600_000 });
    const opId = await topUp();
    const issued = await kiosk.commands.issue(opId);
    const proof = issued.kind === 'issued' ? readVoucherProof(issued.proof) : null;
    expect(proof?.expiresAt).toBe(Date.parse('2026-12-23T00:00:00Z'));
    expect(proof?.issuedAt).toBe(Date.parse('2026-11-22T05:30:00Z'));
  });

  it('expires as the server counts, from the sale, when saved before midnight and signed after it (K05)', async () => {
    const keys = await readKeySet(kiosk.db);
    if (keys) await storeKeySet(kiosk.db, { ...keys, days: 30, dayStartMs: bogota });
    kiosk.clock.now = Date.parse('2026-11-22T04:59:59Z');
    const opId = await topUp();
    kiosk.clock.now += 2_000;
    const issued = await kiosk.commands.issue(opId);
    const proof = issued.kind === 'issued' ? readVoucherProof(issued.proof) : null;
    expect(proof?.issuedAt, 'by the minute').toBe(Date.parse('2026-11-22T05:00:00Z'));
    expect(proof?.expiresAt).toBe(Date.parse('2026-12-22T00:00:00Z'));
  });

  it('never expires where vouchers do not', async () => {
    const issued = await kiosk.commands.issue(await topUp());
    expect(issued.kind === 'issued' && readVoucherProof(issued.proof)?.expiresAt).toBeNull();
  });

  it('is not issued once it is answered or its cash returned, even during signing', async () => {
    const answered = await topUp();
    await updateStatus(kiosk.db, answered, { state: 'accepted' });
    const { ports } = kiosk;
    const unused = vi.fn(ports.crypto.signBytes);
    const readOnly = createCommands({ ...ports, crypto: { ...ports.crypto, signBytes: unused } });
    expect(await readOnly.issue(answered)).toEqual({ kind: 'settled' });
    expect(unused).not.toHaveBeenCalled();
    const lost = await topUp();
    const answer = readOnly.issue(lost);
    await kiosk.db.statuses.delete(lost);
    expect(await answer).toEqual({ kind: 'settled' });
    const meanwhile = (act: () => Promise<unknown>) => {
      const signBytes: typeof ports.crypto.signBytes = (...given) =>
        act().then(() => ports.crypto.signBytes(...given));
      return createCommands({ ...ports, crypto: { ...ports.crypto, signBytes } });
    };
    const late = await topUp();
    const commands = meanwhile(() => kiosk.db.statuses.delete(late));
    expect(await commands.issue(late)).toEqual({ kind: 'settled' });
    const voided = await topUp();
    const how = { opId: newId(), topUpOpId: voided, reason: 'OTHER' as const, operatorId: kiosk.stallId };
    const withCash = meanwhile(() => kiosk.commands.placeTopUpVoid(how));
    expect(await withCash.issue(voided)).toEqual({ kind: 'settled' });
    expect((await kiosk.status(voided)).offline?.kind).toBe('voided');
  });

  it('keeps its code whenever it is requested again, stored with the top-up', async () => {
    const opId = await topUp();
    const first = await kiosk.commands.issue(opId);
    kiosk.clock.now += 120_000;
    expect(await kiosk.commands.issue(opId)).toEqual(first);
    expect((await kiosk.status(opId)).offline).toEqual(first);
    expect(first.kind === 'issued' && readVoucherProof(first.proof)?.signer.by).toBe('kiosk');
    const gone = await topUp();
    await kiosk.db.statuses.delete(gone);
    expect(await kiosk.commands.issue(gone)).toEqual({ kind: 'settled' });
    await kiosk.db.statuses.update(opId, { state: 'refused', offline: { kind: 'deciding' } });
    expect(await kiosk.commands.issue(opId)).toEqual({ kind: 'settled' });
  });

  it("needs the kiosk's own certificate", async () => {
    const keys = await readKeySet(kiosk.db);
    if (keys)
      await storeKeySet(kiosk.db, { ...keys, kiosks: keys.kiosks.map((one) => ({ ...one, deviceId: 'x' })) });
    expect(await kiosk.commands.previewTopUp(1, '')).toMatchObject({ reason: 'NO_CERTIFICATE' });
  });

  it('must be a top-up: a sale, or a missing operation, is not issued', async () => {
    const sale = await kiosk.sell(await issueVoucher(issuer, 5_000, kiosk.clock.now), 1_000);
    expect(await kiosk.commands.issue(sale)).toEqual({ kind: 'settled' });
    expect(await kiosk.commands.issue(newId())).toEqual({ kind: 'settled' });
  });

  it('reports its refusal to the screen, while other top-ups are still counted', async () => {
    const large = await topUp(100_001);
    await kiosk.commands.issue(large);
    expect((await kiosk.status(large)).offline).toEqual({
      kind: 'refused',
      reason: 'KIOSK_VOUCHER_LIMIT',
      most: 100_000,
    });
    const [first, other] = [await topUp(90_000), await topUp(50_000)];
    await kiosk.commands.issue(first);
    const marked = (await kiosk.db.exposures.toArray()).flatMap(({ opId, accepted }) =>
      accepted ? [opId] : [],
    );
    expect(marked).toEqual([first]);
    expect(marked).not.toContain(other);
  });

  it('counts with top-ups sent without a session', async () => {
    await changeEnrolment(kiosk.db, { unsignedTotal: 110_000 });
    expect(await kiosk.commands.previewTopUp(40_000, '')).toMatchObject({ reason: null, most: 40_000 });
    expect(await kiosk.commands.previewTopUp(40_001, '')).toMatchObject({
      reason: 'KIOSK_TOTAL_LIMIT',
      most: 40_000,
    });
  });

  it("is refused above the point's ceiling as last reported, less top-ups issued since", async () => {
    const opId = await topUp(30_000);
    const pointId = readEnvelope(await kiosk.db.envelopes.get(opId))?.operatorId ?? '';
    const till = { cash: toAmount(4_900_000), ceiling: toAmount(5_000_000) };
    await kiosk.db.operators.where('id').equals(pointId).modify({ till });
    expect(await kiosk.commands.issue(opId)).toMatchObject({ kind: 'issued' });
    const late = await topUp(70_001);
    expect(await kiosk.commands.issue(late)).toEqual({ kind: 'refused', reason: 'TILL_FULL', most: 70_000 });
    const how = { opId: newId(), topUpOpId: opId, reason: 'OTHER' as const, operatorId: pointId };
    await kiosk.commands.placeTopUpVoid(how);
    const returned = await kiosk.commands.previewTopUp(99_999, pointId);
    expect(returned, 'its cash is out of the till').toMatchObject({ reason: null });
    // Nothing is known of a point that the server does not report.
    expect(await kiosk.commands.previewTopUp(70_001, 'another')).toMatchObject({ reason: null });
  });

  it.each([
    ['suspended', () => changeEnrolment(kiosk.db, { state: 'revoked' })],
    ['never enrolled', () => kiosk.db.enrolment.clear()],
    ['without limits and keys', () => kiosk.db.serverConfig.clear()],
    ['without keys', () => kiosk.db.serverConfig.delete('keys')],
    ['without limits', () => kiosk.db.serverConfig.delete('limits')],
  ])('is none on a device that is %s', async (_what, happens) => {
    await happens();
    expect(await kiosk.commands.previewTopUp(1, '')).toMatchObject({ reason: 'NOT_ENROLLED', most: 0 });
  });
});
