import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conflictAlarmMs, defaultOfflineLimits } from '#src/operations/acceptance/rule.ts';
import { decideAcceptance, kioskVouchersListedMs, type AcceptanceFacts } from '#src/protocol/acceptance.ts';
import { toAmount } from '#src/protocol/brands.ts';

const hour = 3_600_000;
const now = Date.parse('2026-11-21T12:00:00Z');
const limits = { ...defaultOfflineLimits, perDevice: toAmount(1_000_000) };
const proof = { face: 50_000, offlineCap: 0, issuedAt: now - 48 * hour, by: 'server' as const };
const good: AcceptanceFacts = {
  price: 12_500,
  proof,
  knownBalance: 37_500,
  isForeign: false,
  snapshotAsOf: now - hour,
  spentHere: 0,
  acceptedOnVoucher: 0,
  acceptedOnDevice: 0,
  limits,
  now,
  latestSeen: now,
};
const refused = (change: Partial<AcceptanceFacts>) => decideAcceptance({ ...good, ...change });

describe('offline acceptance', () => {
  it('accepts a sale within the rules', () => {
    expect(decideAcceptance(good)).toEqual({ accept: true });
  });

  it('accepts a voucher too new for the list by its proof, and never a spent one', () => {
    const fresh = { face: 50_000, offlineCap: 0, issuedAt: now, by: 'server' as const };
    expect(refused({ knownBalance: null, proof: fresh })).toEqual({ accept: true });
    expect(refused({ knownBalance: null })).toMatchObject({ reason: 'NOT_IN_LIST' });
    expect(refused({ knownBalance: 0 })).toMatchObject({ reason: 'SPENT_OR_BLOCKED' });
  });

  it('reports the highest possible price, which is never negative', () => {
    const said = (change: Partial<AcceptanceFacts>) => {
      const decision = refused(change);
      return decision.accept ? null : [decision.reason, decision.most];
    };
    expect(said({ price: 37_501 })).toEqual(['NOT_ENOUGH_KNOWN', 37_500]);
    expect(said({ spentHere: 40_000 })).toEqual(['NOT_ENOUGH_KNOWN', 0]);
    // The whole known balance is requested, so a limit refuses.
    const all = { price: 37_500 };
    expect(said({ ...all, acceptedOnVoucher: 20_000 })).toEqual(['VOUCHER_LIMIT', 30_000]);
    expect(said({ ...all, acceptedOnVoucher: 12_500, acceptedOnDevice: 990_000 })).toEqual([
      'DEVICE_LIMIT',
      10_000,
    ]);
  });

  it('accepts a list of exactly the allowed hours, and a clock set back within the tolerance', () => {
    expect(refused({ snapshotAsOf: now - 72 * hour })).toEqual({ accept: true });
    expect(refused({ snapshotAsOf: now - 72 * hour - 1 })).toMatchObject({ reason: 'LIST_TOO_OLD' });
    expect(refused({ latestSeen: now + 5_000 })).toEqual({ accept: true });
    expect(refused({ latestSeen: now + 5_001 })).toMatchObject({ reason: 'CLOCK_BEHIND' });
  });

  it('uses these limits until a market sets its own', () => {
    expect(defaultOfflineLimits).toEqual({
      version: 1,
      perVoucher: 50_000,
      perDevice: 300_000,
      snapshotHours: 72,
      warnHours: 4,
      kioskVoucher: 100_000,
      kioskTotal: 1_000_000,
      foreignVoucher: 0,
    });
    expect([kioskVouchersListedMs, conflictAlarmMs]).toEqual([14 * 24 * hour, 24 * hour]);
  });

  it("accepts a kiosk's voucher by its proof for as long as lists name the spent ones, and no longer", () => {
    const snapshotAsOf = now - hour;
    const listed = snapshotAsOf - kioskVouchersListedMs + 5 * 60_000;
    const ofKiosk = (issuedAt: number) =>
      refused({ knownBalance: null, snapshotAsOf, proof: { ...proof, issuedAt, by: 'kiosk' } });
    expect(ofKiosk(listed)).toEqual({ accept: true });
    expect(ofKiosk(listed - 1)).toMatchObject({ accept: false, reason: 'NOT_IN_LIST' });
    // A listed one is known, however old.
    const old = { ...proof, issuedAt: 0, by: 'kiosk' as const };
    expect(refused({ proof: old })).toEqual({ accept: true });
  });

  it.each([
    ['no list', { snapshotAsOf: null }, 'NO_LIST'],
    ['a list of more than 72 hours', { snapshotAsOf: now - 72 * hour - 1 }, 'LIST_TOO_OLD'],
    ['a clock set back', { latestSeen: now + 5_001 }, 'CLOCK_BEHIND'],
    ['no proof', { proof: null }, 'NO_PROOF'],
    ['more than is known to be left', { price: 37_501 }, 'NOT_ENOUGH_KNOWN'],
    ['what was spent here already', { price: 12_501, spentHere: 25_000 }, 'NOT_ENOUGH_KNOWN'],
    ['more than the voucher may', { price: 12_501, acceptedOnVoucher: 37_500 }, 'VOUCHER_LIMIT'],
    ['more than its proof allows', { proof: { ...proof, offlineCap: 12_499 } }, 'VOUCHER_LIMIT'],
    [
      'more than its proof still allows',
      { proof: { ...proof, offlineCap: 20_000 }, acceptedOnVoucher: 7_501 },
      'VOUCHER_LIMIT',
    ],
    ['more than the device may', { acceptedOnDevice: 990_000 }, 'DEVICE_LIMIT'],
  ] as const)('refuses %s', (_what, change, reason) => {
    expect(refused(change)).toMatchObject({ accept: false, reason });
  });

  it("accepts the proof's cap to the last unit, and uses the market's limit without a cap", () => {
    expect(refused({ proof: { ...proof, offlineCap: 12_500 } })).toEqual({ accept: true });
    expect(refused({ price: 50_000, knownBalance: 50_000 })).toEqual({ accept: true });
    const wide = { ...proof, face: 90_000, offlineCap: 90_000 };
    expect(refused({ price: 50_001, knownBalance: 90_000, proof: wide })).toMatchObject({
      reason: 'VOUCHER_LIMIT',
    });
  });

  it("accepts another market's unknown voucher up to the market's limit for such, and none without one", () => {
    const fresh = { ...proof, issuedAt: now };
    const stranger = { knownBalance: null, isForeign: true };
    expect(refused({ ...stranger, proof: fresh })).toEqual({
      accept: false,
      reason: 'FOREIGN_VOUCHER',
      most: 0,
    });
    const some = { ...limits, foreignVoucher: toAmount(5_000) };
    const taken = (price: number, change: Partial<AcceptanceFacts> = {}) =>
      refused({ ...stranger, price, limits: some, ...change });
    // Its age proves nothing, because its market has another list.
    expect([taken(5_000), taken(5_000, { proof: fresh })]).toEqual([{ accept: true }, { accept: true }]);
    expect(taken(5_001)).toEqual({ accept: false, reason: 'FOREIGN_VOUCHER', most: 5_000 });
    expect(taken(3_000, { acceptedOnVoucher: 2_001 })).toMatchObject({
      reason: 'FOREIGN_VOUCHER',
      most: 2_999,
    });
    expect(taken(4_000, { acceptedOnDevice: 997_000 })).toMatchObject({
      reason: 'DEVICE_LIMIT',
      most: 3_000,
    });
    const wide = { ...some, foreignVoucher: toAmount(90_000) };
    const dear = { ...proof, face: 80_000 };
    expect(taken(50_001, { limits: wide, proof: dear })).toMatchObject({ reason: 'VOUCHER_LIMIT' });
    // A listed one is ordinary, and a spent one is spent.
    expect(refused({ isForeign: true })).toEqual({ accept: true });
    expect(refused({ isForeign: true, knownBalance: 0 })).toMatchObject({ reason: 'SPENT_OR_BLOCKED' });
  });

  it("never accepts more of another market's unknown voucher than of its own market's, nor above its limit", () => {
    const amount = fc.integer({ min: 0, max: 120_000 });
    fc.assert(
      fc.property(amount, amount, amount, amount, (price, face, foreignVoucher, onVoucher) => {
        const facts = {
          ...good,
          price: price + 1,
          knownBalance: null,
          proof: { ...proof, face, issuedAt: now },
          acceptedOnVoucher: onVoucher,
          limits: { ...limits, foreignVoucher: toAmount(foreignVoucher) },
        };
        const foreign = decideAcceptance({ ...facts, isForeign: true });
        const mine = decideAcceptance({ ...facts, isForeign: false });
        const most = (one: typeof mine) => (one.accept ? facts.price : one.most);
        expect(most(foreign)).toBeLessThanOrEqual(most(mine));
        expect(foreign.accept && facts.price + onVoucher > foreignVoucher).toBe(false);
        expect(foreign.accept && !mine.accept).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });

  it('accepts exactly the highest price that it reports', () => {
    const amount = fc.integer({ min: 0, max: 200_000 });
    let offered = 0;
    fc.assert(
      fc.property(amount, amount, amount, amount, fc.option(amount), (price, face, on, dev, knownBalance) => {
        const proof = { face: face + 1, offlineCap: on, issuedAt: now, by: 'server' as const };
        const facts = {
          ...good,
          price: price + 1,
          proof,
          knownBalance,
          spentHere: on,
          acceptedOnDevice: dev,
        };
        const decision = decideAcceptance(facts);
        const unspent = Math.min(knownBalance ?? proof.face, proof.face) - on;
        if (decision.accept) return facts.price <= Math.min(unspent, limits.perVoucher);
        if (decision.most === 0) return true;
        offered += 1;
        return decideAcceptance({ ...facts, price: decision.most }).accept;
      }),
      { numRuns: 5_000 },
    );
    expect(offered).toBeGreaterThan(50);
  });
});
