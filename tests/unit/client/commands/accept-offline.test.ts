import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCommands } from '#src/client/commands/create-commands.ts';
import { signBytes } from '#src/client/device/crypto.ts';
import { changeEnrolment } from '#src/client/local/device/enrolment.ts';
import { updateStatus } from '#src/client/local/outbox/outbox.ts';
import { readOperation } from '#src/client/local/outbox/read-outbox.ts';
import type { CopyRecord } from '#src/client/local/second/copy-records.ts';
import { useIsHeldBack } from '#src/client/state/held-back.ts';
import { checkProof } from '#src/operations/acceptance/place.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { writeVoucherProof, voucherProofMessage } from '#src/protocol/voucher-proof.ts';
import { copyInto } from '#tests/support/browser/copy-of-tab.ts';
import {
  issueVoucher,
  limits,
  makeIssuer,
  openEnrolledDevice,
} from '#tests/support/device/enrolled-device.ts';
import { newId } from '#tests/support/market/stored-operations.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

const issuer = forSuite(makeIssuer);
const device = forEachTest(() => openEnrolledDevice(issuer));
const voucher = forEachTest(() => issueVoucher(issuer, 50_000, device.clock.now));
beforeEach(() => {
  device.list([{ voucherId: voucher.id, balance: 50_000 }]);
});

/** The device's commands, with an event between the check of the proof and the decision. */
function meanwhile(happens: () => Promise<unknown>) {
  const { ports } = device;
  const verify: typeof ports.crypto.verify = async (...parameters) => {
    const isGood = await ports.crypto.verify(...parameters);
    await happens();
    return isGood;
  };
  return createCommands({ ...ports, crypto: { ...ports.crypto, verify } });
}

const written = async () => (await device.db.envelopes.toArray()).length;

describe('a sale decided without an answer', () => {
  it('is not accepted by a device that was revoked while the proof was checked', async () => {
    const sale = await device.sell(voucher, 10_000);
    const commands = meanwhile(() => changeEnrolment(device.db, { state: 'revoked' }));
    expect(await commands.accept(sale)).toEqual({ kind: 'refused', reason: 'NOT_ENROLLED', most: 0 });
    expect(await written()).toBe(1);
    expect(await device.status(sale)).toMatchObject({ state: 'pending', offline: { kind: 'refused' } });
  });

  it('is left to an answer that arrived while the proof was checked', async () => {
    const sale = await device.sell(voucher, 10_000);
    const commands = meanwhile(() => updateStatus(device.db, sale, { state: 'accepted' }));
    expect(await commands.accept(sale)).toEqual({ kind: 'settled' });
    expect(await written()).toBe(1);
  });

  it('counts the sale that another tab accepted while the proof was checked', async () => {
    const [sale, other] = [await device.sell(voucher, 30_000), await device.sell(voucher, 30_000)];
    await device.db.exposures.delete(other);
    const commands = meanwhile(() =>
      device.db.exposures.put({
        opId: other,
        kind: 'spent',
        voucherId: voucher.id,
        amount: 30_000,
        accepted: true,
      }),
    );
    expect(await commands.accept(sale)).toMatchObject({
      kind: 'refused',
      reason: 'NOT_ENOUGH_KNOWN',
      most: 20_000,
    });
  });

  it('tells the server the basis of the decision', async () => {
    await device.accept(await device.sell(voucher, 8_000));
    const sale = await device.sell(voucher, 10_000);
    const result = await device.accept(sale);
    const opId = result.kind === 'accepted' ? result.opId : newId();
    expect(await device.db.envelopes.get(opId)).toMatchObject({
      kind: 'acceptance',
      payload: {
        purchaseOpId: sale,
        price: toAmount(10_000),
        limitsVersion: limits.version,
        snapshotAsOf: device.clock.now,
        knownBalance: 50_000,
        spentHere: 8_000,
        deviceOpen: 8_000,
        proof: voucher.proof,
      },
    });
  });

  it("carries seller and proof, and leaves other sales' sums unchanged", async () => {
    const [sale, other] = [await device.sell(voucher, 8_000), await device.sell(voucher, 9_000)];
    const result = await device.accept(sale);
    const opId = result.kind === 'accepted' ? result.opId : newId();
    expect(await device.db.envelopes.get(opId)).toMatchObject({ operatorId: device.stallId });
    expect((await readOperation(device.db, opId))?.label).toMatchObject({
      userName: 'luz',
      estanteName: 'Rosalba',
    });
    const accepted = (await device.db.exposures.toArray()).filter((exposure) => exposure.accepted);
    expect(accepted.map((exposure) => exposure.opId)).toEqual([sale]);
    expect((await device.status(other)).offline).not.toMatchObject({ kind: 'accepted' });
  });

  it('reports no known balance for a voucher that no list names', async () => {
    device.list([]);
    const result = await device.accept(await device.sell(voucher, 8_000));
    const opId = result.kind === 'accepted' ? result.opId : newId();
    expect(await device.db.envelopes.get(opId)).toMatchObject({ payload: { knownBalance: null } });
  });

  it.each([
    ['with a proof that is none', { proof: 'v1.AAAA' }, 'MALFORMED'],
    ['without a proof', { proof: '' }, 'NO_PROOF'],
  ])('is withdrawn with its reason when %s', async (_what, change, reason) => {
    const sale = await device.sell({ ...voucher, ...change }, 8_000);
    expect(await device.accept(sale)).toEqual({ kind: 'refused', reason, most: 0 });
    const { offline } = await device.status(sale);
    expect(offline).toMatchObject({ kind: 'withdrawn', reason });
    const opId = offline?.kind === 'withdrawn' ? offline.opId : newId();
    expect((await readOperation(device.db, opId))?.label).toMatchObject({
      userName: 'luz',
      estanteName: 'Rosalba',
    });
  });

  it("is refused without the server's keys, or on a forgotten device", async () => {
    const [sale, other] = [await device.sell(voucher, 8_000), await device.sell(voucher, 9_000)];
    await device.db.serverConfig.delete('keys');
    expect(await device.accept(sale)).toEqual({ kind: 'refused', reason: 'NOT_ENROLLED', most: 0 });
    await device.db.enrolment.clear();
    expect(await device.accept(other)).toEqual({ kind: 'refused', reason: 'NOT_ENROLLED', most: 0 });
    expect(await device.commands.withdraw(other)).toBe(false);
  });

  it('is in the second copy before it is shown, both the acceptance and the placed sale', async () => {
    const kept: CopyRecord[] = [];
    device.secondCopy = copyInto(kept);
    const sale = await device.sell(voucher, 8_000);
    const isHeldBack = () => renderToStaticMarkup(createElement(() => String(useIsHeldBack(sale))));
    const deciding = device.accept(sale);
    expect(isHeldBack()).toBe('true');
    const result = await deciding;
    expect(isHeldBack()).toBe('false');
    expect(kept).toMatchObject([
      { t: 'entry', entry: { envelope: { opId: sale } } },
      { t: 'entry', entry: { envelope: { opId: result.kind === 'accepted' && result.opId } } },
    ]);
    kept.length = 0;
    await changeEnrolment(device.db, { state: 'asked' });
    await device.db.enrolment.clear();
    await device.sell(voucher, 8_000).catch(() => undefined);
    expect(kept).toEqual([]);
  });

  it.each([
    [30_000, 1],
    [30_001, 2],
    [-30_001, 2],
  ])('is checked again when its clock moved %i ms meanwhile: proofs checked %i times', async (ms, times) => {
    let checks = 0;
    const sale = await device.sell(voucher, 10_000);
    const commands = meanwhile(async () => {
      checks += 1;
      if (checks === 1) device.clock.now += ms;
    });
    device.list([{ voucherId: voucher.id, balance: 50_000 }], device.clock.now - 60_000);
    await commands.accept(sale);
    expect(checks).toBe(times);
  });

  it('that was placed before the device was enrolled is decided like any other', async () => {
    const [sale, other] = [await device.sell(voucher, 8_000), await device.sell(voucher, 9_000)];
    for (const opId of [sale, other])
      await device.db.statuses
        .where('opId')
        .equals(opId)
        .modify((row) => delete row.offline);
    expect(await device.accept(sale)).toMatchObject({ kind: 'accepted' });
    expect(await device.commands.withdraw(other)).toBe(true);
  });

  it('is left alone when a newer version of the app wrote it', async () => {
    const sale = await device.sell(voucher, 8_000);
    await device.db.envelopes.put({ v: 9, opId: sale, seq: 1 });
    expect(await device.accept(sale)).toEqual({ kind: 'settled' });
    expect(await device.commands.withdraw(sale)).toBe(false);
  });

  it("is not the stall's to decide when a holder placed it or it is missing", async () => {
    const payload = {
      userId: voucher.ownerId,
      estanteId: randomUUID(),
      codeQrUuid: voucher.id,
      price: toAmount(5),
      by: 'holder' as const,
    };
    const opId = await device.place({ kind: 'purchase', payload });
    expect(await device.accept(opId)).toEqual({ kind: 'settled' });
    expect(await device.accept(newId())).toEqual({ kind: 'settled' });
    expect(await device.commands.withdraw(opId)).toBe(false);
    expect(await written()).toBe(1);
  });
});

describe('the proof of a voucher', () => {
  it('is judged by the corrected clock, and its absence is a separate fault', async () => {
    const { db } = device;
    const ids = { voucherId: voucher.id, ownerId: voucher.ownerId };
    const facts = {
      signer: { by: 'server' as const, kid: issuer.kid },
      face: 50_000,
      issuedAt: Math.floor(device.clock.now / 60_000) * 60_000,
      expiresAt: Date.parse('2026-11-22T00:00:00Z'),
      offlineCap: 0,
    };
    const signature = await signBytes(issuer.privateKey, voucherProofMessage(facts, ids));
    const check = (text: string) => checkProof(device.ports, text, ids, device.clock.now);
    const text = writeVoucherProof(facts, signature);
    expect(await check(text)).toMatchObject({ ok: true, proof: { face: 50_000 } });
    await db.device.update('self', { clockOffset: 86_400_000 });
    expect(await check(text)).toEqual({ ok: false, fault: 'EXPIRED' });
    expect(await check('')).toEqual({ ok: false, fault: 'NO_PROOF' });
  });
});
