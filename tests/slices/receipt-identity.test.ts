import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Device } from '#src/contract/devices/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { toOpId, type OpId } from '#src/protocol/brands.ts';
import { canonicalHash } from '#src/protocol/canonical-hash.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { type IssuedVoucher } from '#tests/support/market/open-market.ts';
import { forSuite } from '#tests/support/suite.ts';

/** Findings A4 and C1 of the security review: this server's seal on an operation that never was. */
describe("an operation under another one's id", () => {
  const place = marketForSuite();
  const stall = forSuite(() => place.stallDevice());

  const soldFor = async (price: number): Promise<{ voucher: IssuedVoucher; opId: OpId }> => {
    const voucher = await place.issue(10_000);
    const opId = toOpId(randomUUID());
    expect((await place.buy(voucher, price, opId)).status).toBe(201);
    return { voucher, opId };
  };
  const incidentsOf = async (opId: OpId): Promise<string[]> => {
    const devices = (await place.manage('/devices')).body as unknown as Device[];
    const own = devices.find(({ _id }) => _id === stall.id);
    return (own?.incidents ?? []).filter((one) => one.opId === opId).map(({ kind }) => kind);
  };

  it("gets no seal: an acceptance under a settled purchase's id (A4)", async () => {
    const voucher = await place.issue(1);
    await place.buy(voucher, 1);
    const [purchase, acceptance] = stall.writeAcceptedPurchase({ ...voucher, price: 1 });
    const { opId } = purchase.envelope;
    expect((await stall.sync([acceptance])).results).toMatchObject([{ state: 'settled-with-overspend' }]);
    const lie = stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, price: 9_000_000 });
    const made = stall.write('acceptance', lie.envelope.payload as never, { opId });
    const [result] = (await stall.sync([made])).results;
    expect(result).toMatchObject({ state: 'refused', refusal: { code: 'KEY_REUSED' } });
    expect(result?.seal).toBeUndefined();
    expect(await incidentsOf(opId)).toEqual(['changed-body']);
  });

  const others: [Envelope['kind'], (voucher: IssuedVoucher) => object][] = [
    [
      'acceptance',
      ({ userId, codeQrUuid, proof }) =>
        stall.writeAcceptance(toOpId(randomUUID()), { userId, codeQrUuid, proof, price: 500 }).envelope
          .payload,
    ],
    [
      'withdrawal',
      ({ userId, codeQrUuid }) => ({
        purchaseOpId: randomUUID(),
        userId,
        codeQrUuid,
        estanteId: stall.operatorId,
        price: 500,
      }),
    ],
    [
      'top-up-void',
      ({ userId, codeQrUuid }) => ({
        topUpOpId: randomUUID(),
        monto: 500,
        uuid: codeQrUuid,
        clientId: userId,
        reason: 'TWICE',
      }),
    ],
    ['top-up', ({ userId }) => ({ monto: 500, uuid: randomUUID(), clientId: userId })],
    ['customer', ({ userId }) => ({ clientId: userId, dataHash: canonicalHash({}) })],
    [
      'purchase',
      ({ userId, codeQrUuid }) => ({
        userId,
        codeQrUuid,
        estanteId: stall.operatorId,
        price: 501,
        by: 'stall',
      }),
    ],
  ];
  it.each(others)(
    '%s is KEY_REUSED and an incident, gets no seal, and is no error of the server (A4)',
    async (kind, payloadOf) => {
      const { voucher, opId } = await soldFor(500);
      const entry = stall.write(kind, payloadOf(voucher) as never, { opId });
      const [result] = (await stall.sync([entry])).results;
      expect(result).toMatchObject({ state: 'refused', refusal: { code: 'KEY_REUSED' } });
      expect(result?.seal).toBeUndefined();
      expect(await incidentsOf(opId)).toEqual(['changed-body']);
      expect(await place.balanceOf(voucher.codeQrUuid)).toBe(9_500);
    },
  );

  it("takes no place in the journal that the operation's device needs (seed 1129011699)", async () => {
    const { voucher, opId } = await soldFor(500);
    const other = await place.otherStallDevice();
    expect(await other.outcomes([other.writeSale(voucher, 400, { opId })])).toEqual(['refused KEY_REUSED']);
    expect(await stall.states([stall.writeSale(voucher, 500, { opId })])).toEqual(['accepted']);
    expect(await incidentsOf(opId)).toEqual([]);
  });

  it('does not make a line undecidable: a purchase under the id that the server would use for its decision (C1)', async () => {
    const voucher = await place.issue(3_000);
    await place.buy(voucher, 3_000);
    const [, acceptance] = stall.writeAcceptedPurchase({ ...voucher, price: 1_000 });
    expect(await stall.states([acceptance])).toEqual(['settled-with-overspend']);
    const line = await place.lineOf(voucher.codeQrUuid);
    expect((await place.buy(await place.issue(1_000), 1, `assign-${line?._id}`)).status).toBe(201);
    const decided = await place.assign(line?._id, 'guarantee');
    expect(decided.status).toBe(200);
  });
});
