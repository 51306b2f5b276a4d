import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { describe, expect, it } from 'vitest';
import { changeEnrolment } from '#src/client/local/device/enrolment.ts';
import { readKeySet, storeKeySet } from '#src/client/local/device/server-config.ts';
import { noteBalances } from '#src/client/local/offline/known-balance.ts';
import {
  issueVoucher,
  limits,
  makeIssuer,
  openEnrolledDevice,
} from '#tests/support/device/enrolled-device.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

const issuer = forSuite(makeIssuer);
const hourMs = 3_600_000;
const device = forEachTest(() => openEnrolledDevice(issuer));
const voucher = forEachTest(() => issueVoucher(issuer, 50_000, device.clock.now));

const preview = ({ id, ownerId, proof } = voucher) =>
  device.commands.previewPurchase({ voucherId: id, ownerId, proof });
const byProof = {
  known: 50_000,
  knownAt: null,
  most: 50_000,
  refusal: null,
  claim: { face: 50_000, expiresAt: null },
  oldListMs: null,
  isFromElsewhere: false,
};
const listed = (balance: number, asOf?: number) => device.list([{ voucherId: voucher.id, balance }], asOf);

describe("a stall's preview of an offline sale", () => {
  it('shows the listed balance, the highest possible price, and the time of the list', async () => {
    const asOf = device.clock.now;
    listed(30_000);
    expect(await preview()).toEqual({ ...byProof, known: 30_000, knownAt: asOf, most: 30_000 });
  });

  it('shows the face amount of a voucher that no list names', async () => {
    device.list([]);
    expect(await preview()).toEqual(byProof);
  });

  it('shows a later answer with its own time', async () => {
    listed(30_000, device.clock.now - hourMs);
    await noteBalances(device.db, [{ voucherId: voucher.id, balance: 0, asOf: device.clock.now }]);
    expect(await preview()).toMatchObject({
      known: 0,
      knownAt: device.clock.now,
      most: 0,
      refusal: 'SPENT_OR_BLOCKED',
    });
  });

  it("knows a link of another installation by the host in the server's keys", async () => {
    const { ownerId, proof } = voucher;
    const elsewhere = async (host: string) =>
      (await device.commands.previewPurchase({ voucherId: voucher.id, ownerId, proof, host }))
        .isFromElsewhere;
    expect(await elsewhere('tunja.example.co')).toBe(false);
    const keys = await readKeySet(device.db);
    if (!keys) throw new Error('the device has keys');
    await storeKeySet(device.db, { ...keys, codeHost: 'bogota.example.co' });
    expect([await elsewhere('tunja.example.co'), await elsewhere('bogota.example.co')]).toEqual([
      true,
      false,
    ]);
  });

  it('shows nothing without a list, and gives the reason', async () => {
    expect(await preview()).toEqual({ ...byProof, most: 0, refusal: 'NO_LIST' });
  });

  it('shows the listed balance of a code without a proof, and sells nothing on it', async () => {
    listed(20_000);
    expect(await preview({ ...voucher, proof: '' })).toMatchObject({
      known: 20_000,
      most: 0,
      refusal: 'NO_PROOF',
    });
    device.list([]);
    expect(await preview({ ...voucher, proof: '' })).toMatchObject({
      known: 0,
      knownAt: null,
      refusal: 'NO_PROOF',
    });
  });

  it("names a proof's fault before any other", async () => {
    listed(20_000);
    const text = `${voucher.proof.slice(0, -4)}AAAA`;
    expect(await preview({ ...voucher, proof: text })).toMatchObject({
      known: 20_000,
      most: 0,
      refusal: 'BAD_SIGNATURE',
    });
  });

  it.each([
    ['revoked', () => changeEnrolment(device.db, { state: 'revoked' })],
    ['without limits', () => device.db.serverConfig.delete('limits')],
    ['without limits and keys', () => device.db.serverConfig.clear()],
    ['that was never enrolled', () => device.db.enrolment.clear()],
  ])('is nothing to sell on a device %s', async (_what, happens) => {
    listed(20_000);
    await happens();
    expect(await preview()).toMatchObject({ most: 0, refusal: 'NOT_ENROLLED', oldListMs: null });
  });

  it("warns of a list older than the market's limit", async () => {
    listed(20_000);
    device.clock.now += limits.warnHours * hourMs;
    expect((await preview()).oldListMs).toBeNull();
    device.clock.now += 1;
    expect((await preview()).oldListMs).toBe(limits.warnHours * hourMs + 1);
  });
});
