import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCommands } from '#src/client/commands/create-commands.ts';
import { readSale, saleAmountOf, summarizeOutbox } from '#src/client/local/outbox/read-outbox.ts';
import { toAmount, type OpId } from '#src/contract/brands.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';
import {
  type EnrolledDevice,
  issueVoucher,
  type IssuedVoucher,
  limits,
  makeIssuer,
  openEnrolledDevice,
} from '#tests/support/device/enrolled-device.ts';
import { newId } from '#tests/support/market/stored-operations.ts';
import { forSuite } from '#tests/support/suite.ts';

const issuer = forSuite(makeIssuer);
let device: EnrolledDevice;
let papers: IssuedVoucher[];
beforeEach(async () => {
  device = await openEnrolledDevice(issuer);
  papers = [];
  for (const face of [30_000, 40_000, 50_000])
    papers.push(await issueVoucher(issuer, face, device.clock.now));
  device.list(papers.map(({ id: voucherId, face: balance }) => ({ voucherId, balance })));
});

/** A sale at these prices, one voucher each, left for the test to decide. */
async function sell(prices: readonly number[], spoil: Partial<IssuedVoucher> = {}): Promise<OpId[]> {
  const connection = {
    ...device.ports.connection,
    waitForAnswer: () => new Promise<void>(() => undefined),
  };
  const shares = prices.map((price, n) => {
    const paper = { ...papers[n], ...(n === 1 ? spoil : {}) } as IssuedVoucher;
    return {
      opId: newId(),
      userId: paper.ownerId,
      codeQrUuid: paper.id,
      price: toAmount(price),
      voucher: null,
      userName: 'luz',
      proof: paper.proof,
    };
  });
  const [first, ...others] = shares;
  if (!first) throw new Error('no shares');
  const intent = { estanteId: device.stallId, estanteName: 'R', operatorId: device.stallId };
  await createCommands({ ...device.ports, connection }).placeSharedSale({
    ...intent,
    shares: [first, ...others],
  });
  return shares.map(({ opId }) => opId);
}

const kinds = async () =>
  ((await device.db.envelopes.orderBy('seq').toArray()) as Envelope[]).map(({ kind, v }) => `${kind} ${v}`);
const offlineOf = async (ops: readonly OpId[]) =>
  Promise.all(ops.map(async (opId) => (await device.status(opId)).offline?.kind));

describe('a sale of several codes', () => {
  it('is written at once, each share under its own id and naming all, in version 2', async () => {
    const ops = await sell([10_000, 20_000]);
    expect(await kinds()).toEqual(['purchase 2', 'purchase 2']);
    for (const opId of ops) {
      const stored = (await device.db.envelopes.get(opId)) as Extract<Envelope, { kind: 'purchase' }>;
      expect(stored.payload.shares?.map((share) => share.opId)).toEqual(ops);
      expect(saleAmountOf({ envelope: stored })).toBe(30_000);
    }
    const [, second] = ops;
    expect((await readSale(device.db, second as OpId)).map(({ status }) => status.opId)).toEqual(ops);
    expect(await summarizeOutbox(device.db)).toMatchObject({ openCount: 2, openSum: 30_000 });
  });

  it('is accepted once by all its proofs and limits, through any share', async () => {
    const ops = await sell([10_000, 20_000]);
    const result = await device.accept(ops[1] as OpId);
    expect(result.kind).toBe('accepted');
    expect(await offlineOf(ops)).toEqual(['accepted', 'accepted']);
    expect(await kinds()).toEqual(['purchase 2', 'purchase 2', 'acceptance 1', 'acceptance 1']);
    expect(await device.accept(ops[0] as OpId)).toMatchObject({ kind: 'accepted' });
    expect(await kinds()).toHaveLength(4);
    const accepted = ((await device.db.envelopes.orderBy('seq').toArray()) as Envelope[]).filter(
      (one) => one.kind === 'acceptance',
    );
    // The second counts the first, because they share the device's limit.
    expect(accepted.map(({ payload }) => payload.deviceOpen)).toEqual([0, 10_000]);
  });

  it('hands over nothing when one code is invalid, and withdraws every share', async () => {
    const ops = await sell([10_000, 20_000], { proof: '' });
    expect(await device.accept(ops[0] as OpId)).toEqual({
      kind: 'refused',
      reason: 'NO_PROOF',
      most: 10_000,
    });
    expect(await offlineOf(ops)).toEqual(['withdrawn', 'withdrawn']);
    expect(await kinds()).toEqual(['purchase 2', 'purchase 2', 'withdrawal 1', 'withdrawal 1']);
    expect(await device.db.exposures.count()).toBe(0);
  });

  it("respects the device's limit over all its codes", async () => {
    const { perDevice, perVoucher } = limits;
    const price = Math.min(perVoucher, 30_000);
    let left: number = perDevice;
    while (left - price >= price) {
      const paper = await issueVoucher(issuer, price, device.clock.now);
      device.list([
        ...papers.map(({ id: voucherId, face: balance }) => ({ voucherId, balance })),
        { voucherId: paper.id, balance: toAmount(price) },
      ]);
      await device.accept(await device.sell(paper, price));
      left -= price;
    }
    const ops = await sell([price, left - price + 1]);
    expect(await device.accept(ops[0] as OpId)).toMatchObject({ kind: 'refused', reason: 'DEVICE_LIMIT' });
    expect(await offlineOf(ops)).toEqual(['withdrawn', 'withdrawn']);
  });

  it('is withdrawn as a whole, and its refusal is read as a whole', async () => {
    const ops = await sell([10_000, 20_000, 5_000]);
    expect(await device.commands.withdraw(ops[2] as OpId)).toBe(true);
    expect(await offlineOf(ops)).toEqual(['withdrawn', 'withdrawn', 'withdrawn']);
    expect(await device.commands.withdraw(ops[0] as OpId)).toBe(false);
  });

  it('is sent with all its shares in one call, however small the batches are', async () => {
    await device.sell(papers[2] as IssuedVoucher, 1_000);
    const ops = await sell([10_000, 20_000, 5_000]);
    await device.drain({ batchSize: 2 });
    const sent = device.calls.map(({ entries }) =>
      entries.flatMap(({ envelope }) => ops.indexOf((envelope as Envelope).opId)),
    );
    expect(sent.filter((call) => call.length > 0)).toEqual([[-1], [0, 1, 2]]);
  });

  it('is sent as a whole when one share is due', async () => {
    const ops = await sell([10_000, 20_000]);
    await device.db.fates.update(ops[1] as OpId, { nextAttemptAt: device.clock.now + 60_000 });
    await device.drain();
    expect(device.calls.flatMap(({ entries }) => entries)).toHaveLength(2);
  });
});
