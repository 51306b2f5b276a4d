import { describe, expect, it } from 'vitest';
import { type MarketId, toAmount, toMarketId, toVoucherId } from '#src/contract/brands.ts';
import type { AcceptancePayload } from '#src/contract/sync/envelope.ts';
import { defaultOfflineLimits } from '#src/domain/operations/offline-sale.ts';
import { marketPrefixOf, type VoucherProof } from '#src/domain/voucher/voucher-proof.ts';
import { judgeSale } from '#src/server/sync/entries/acceptance-review.ts';
import type { EntryContext, EntryFacts } from '#src/server/sync/entries/context.ts';
import type { SaleFacts, SyncTransaction } from '#src/server/sync/ports/ports.ts';
import {
  author,
  entryAt,
  entryContext,
  entryOf,
  rosalba,
  vouched,
} from '#tests/support/device/sync-entry.ts';

const minute = 60_000;
const slack = 5 * minute;
const limits = { ...defaultOfflineLimits, perVoucher: toAmount(50_000), perDevice: toAmount(120_000) };
const voucherId = toVoucherId('24684521-0000-4000-8000-000000000000');
const proof: VoucherProof = {
  signer: { by: 'server', kid: 1 },
  face: 40_000,
  issuedAt: entryAt - 20 * minute,
  expiresAt: null,
  offlineCap: 0,
};
const truth: Omit<SaleFacts, 'listAt'> = {
  isListHanded: true,
  versionBeforeRestore: null,
  notBefore: new Date(entryAt - 60 * minute),
  mostSinceList: 40_000,
  personBlockedAt: null,
  isTold: false,
  versionAtList: 1,
  versionAtContact: 1,
};

type Case = {
  payload?: Partial<AcceptancePayload>;
  at?: number;
  facts?: Partial<SaleFacts>;
  entry?: Partial<EntryFacts>;
  proof?: Partial<VoucherProof> | null;
  context?: Partial<EntryContext>;
  kioskMarket?: MarketId;
  open?: { voucherId: string; price: number }[];
};

async function judge(one: Case = {}) {
  const asked: unknown[] = [];
  const tx: Partial<SyncTransaction> = {
    openSales: (...given) => {
      asked.push(given);
      return Promise.resolve((one.open ?? []) as Awaited<ReturnType<SyncTransaction['openSales']>>);
    },
    findKioskMarket: () => Promise.resolve(one.kioskMarket ?? null),
    readSaleFacts: (claim) => {
      asked.push(claim);
      return Promise.resolve({ ...truth, listAt: claim.asOf, ...one.facts });
    },
  };
  const { context } = entryContext(tx, { limitsOf: () => Promise.resolve(limits), ...one.context });
  const envelope = entryOf(
    'acceptance',
    {
      limitsVersion: 1,
      snapshotAsOf: entryAt - 30 * minute,
      knownBalance: toAmount(40_000),
      spentHere: toAmount(0),
      deviceOpen: toAmount(0),
      proof: 'v1',
      ...one.payload,
    },
    { occurredAt: new Date(entryAt + (one.at ?? 0) - 60_000).toISOString(), clockOffset: 60_000 },
  );
  const given = one.proof === null ? null : { ...proof, ...one.proof };
  const judgement = await judgeSale(context, envelope, { ...vouched, ...one.entry }, given);
  return { ...judgement, asked };
}
const reasonOf = async (one: Case) => (await judge(one)).reason;

describe("the server's judgement of an offline sale", () => {
  it('needs no decision when everything is true, with a shortfall up to the limits', async () => {
    const { reason, caps, asked } = await judge();
    expect([reason, caps]).toEqual([null, { voucherCap: 40_000, deviceCap: 120_000 }]);
    expect(asked).toEqual([
      [author.id, 3, 7],
      {
        deviceId: author.id,
        marketId: author.marketId,
        seq: 7,
        hash: 'h'.repeat(64),
        voucherId,
        asOf: entryAt - 30 * minute,
      },
    ]);
  });

  it.each([
    ['what is known', { payload: { knownBalance: toAmount(900) } }, 900],
    ['its face where nothing is known', { payload: { knownBalance: null }, proof: { face: 700 } }, 700],
    ["the market's limit", { proof: { face: 90_000 }, payload: { knownBalance: null } }, 50_000],
    ["its kiosk's cap", { proof: { offlineCap: 800 } }, 800],
    [
      "the market's limit below its kiosk's cap",
      { proof: { face: 90_000, offlineCap: 70_000 }, payload: { knownBalance: null } },
      50_000,
    ],
  ] as [string, Case, number][])('may be uncovered on its voucher by %s', async (_what, one, voucherCap) => {
    const facts = { mostSinceList: null };
    const known = one.payload?.knownBalance === null ? { facts } : {};
    expect(await judge({ ...one, ...known })).toMatchObject({ reason: null, caps: { voucherCap } });
  });

  it("counts another market's unknown voucher up to its market's limit for such", async () => {
    const unknown = { knownBalance: null, price: toAmount(4_000) };
    const facts = { mostSinceList: null };
    const signer = { by: 'server' as const, kid: 1, market: '000000000000' };
    const foreign = { payload: unknown, facts, proof: { signer } };
    expect(await judge(foreign)).toMatchObject({ reason: 'BEYOND_LIMITS', caps: { voucherCap: 0 } });
    const allows = (amount: number) => ({
      limitsOf: () => Promise.resolve({ ...limits, foreignVoucher: toAmount(amount) }),
    });
    expect(await reasonOf({ ...foreign, context: allows(3_999) })).toBe('BEYOND_LIMITS');
    expect(await judge({ ...foreign, context: allows(4_000) })).toMatchObject({
      reason: null,
      caps: { voucherCap: 4_000 },
    });
    const own = { ...signer, market: marketPrefixOf(author.marketId) };
    expect(await reasonOf({ ...foreign, proof: { signer: own } })).toBeNull();
    // A known one is ordinary.
    expect(await reasonOf({ proof: { signer } })).toBeNull();
  });

  it("uses the server's record of the kiosk's market for a kiosk's voucher", async () => {
    const unknown = { knownBalance: null, price: toAmount(4_000) };
    const signer = { by: 'kiosk' as const, devicePrefix: '24684521abcd4000' };
    const one = { payload: unknown, facts: { mostSinceList: null }, proof: { signer } };
    expect(await reasonOf({ ...one, kioskMarket: author.marketId })).toBeNull();
    expect(await reasonOf({ ...one, kioskMarket: toMarketId('another') })).toBe('BEYOND_LIMITS');
  });

  const people: [string, Case][] = [
    ['DEVICE_REVOKED', { context: { author: { ...author, revokedAt: new Date(0) } } }],
    ['NOT_OPERATOR', { entry: { operator: null } }],
    ['OPERATOR_INACTIVE', { entry: { operator: { ...rosalba, isActive: false } } }],
    ['NOT_OPERATOR', { entry: { operator: { ...rosalba, isSuspended: true } } }],
    ['JOURNAL_FORK', { entry: { isFork: true } }],
    ['BAD_PROOF', { proof: null }],
    ['BEYOND_LIMITS', { context: { limitsOf: () => Promise.resolve(null) } }],
  ];
  it.each(people)('sets it aside: %s', async (reason, one) => {
    expect(await judge(one)).toMatchObject({ reason, caps: { voucherCap: 0, deviceCap: 0 } });
  });

  it("accepts a sale from before its person's suspension", async () => {
    const operator = { ...rosalba, isSuspended: true };
    expect(await reasonOf({ entry: { operator, isOfBefore: true } })).toBeNull();
  });

  it("ends with its voucher's expiry, within the clocks' tolerance", async () => {
    expect(await reasonOf({ proof: { expiresAt: entryAt - slack } })).toBe('BAD_PROOF');
    expect(await reasonOf({ proof: { expiresAt: entryAt - slack + 1 } })).toBeNull();
  });

  it("accepts a list within the market's age limit, by the clock most favourable to its device", async () => {
    const oldest = entryAt - slack - limits.snapshotHours * 60 * minute;
    const facts = { notBefore: new Date(0) };
    expect(await reasonOf({ payload: { snapshotAsOf: oldest }, facts })).toBeNull();
    expect(await reasonOf({ payload: { snapshotAsOf: oldest - 1 }, facts })).toBe('BEYOND_LIMITS');
  });

  const open = (price: number, of = voucherId as string) => [{ voucherId: of, price }];
  it.each([
    [
      {
        payload: { price: toAmount(50_001), knownBalance: toAmount(60_000) },
        proof: { face: 60_000 },
        facts: { mostSinceList: 60_000 },
      },
      'BEYOND_LIMITS',
    ],
    [
      {
        open: open(49_500),
        proof: { face: 60_000 },
        payload: { knownBalance: toAmount(60_000) },
        facts: { mostSinceList: 60_000 },
      },
      null,
    ],
    [
      {
        open: open(49_501),
        proof: { face: 60_000 },
        payload: { knownBalance: toAmount(60_000) },
        facts: { mostSinceList: 60_000 },
      },
      'BEYOND_LIMITS',
    ],
    [{ open: open(119_500, 'other') }, null],
    [{ open: open(119_501, 'other') }, 'BEYOND_LIMITS'],
    [{ payload: { deviceOpen: toAmount(119_500) } }, null],
    [{ payload: { deviceOpen: toAmount(119_501) }, open: open(3, 'other') }, 'BEYOND_LIMITS'],
    [{ payload: { snapshotAsOf: 0 } }, 'BEYOND_LIMITS'],
    [{ payload: { spentHere: toAmount(39_501) } }, 'BEYOND_LIMITS'],
  ] as [Case, string | null][])('is held to the rules of its device: %o is %s', async (one, reason) => {
    expect(await reasonOf(one)).toBe(reason);
  });

  it.each([
    [{ facts: { isListHanded: false } }, 'CLAIM_UNTRUE'],
    [{ facts: { notBefore: new Date(entryAt + slack) } }, null],
    [{ facts: { notBefore: new Date(entryAt + slack + 1) } }, 'TIME_IMPLAUSIBLE'],
    [{ facts: { notBefore: new Date(0) } }, null],
    [{ at: slack }, null],
    [{ at: slack + 1 }, 'TIME_IMPLAUSIBLE'],
    [{ facts: { personBlockedAt: new Date(entryAt - 30 * minute) } }, 'VOUCHER_BLOCKED'],
    [{ facts: { personBlockedAt: new Date(entryAt - 30 * minute + 1) } }, null],
    [{ facts: { isTold: true } }, 'TOLD_SPENT'],
    [{ facts: { mostSinceList: null, versionBeforeRestore: 1 } }, null],
    [{ facts: { listAt: entryAt - 73 * 3_600_000, versionBeforeRestore: 1 } }, 'BEYOND_LIMITS'],
    [
      {
        payload: { snapshotAsOf: entryAt + 16 * minute },
        facts: { listAt: entryAt - minute, versionBeforeRestore: 1, personBlockedAt: new Date(entryAt) },
      },
      null,
    ],
    [{ payload: { knownBalance: null, spentHere: toAmount(39_500) } }, null],
    [
      { payload: { knownBalance: null, spentHere: toAmount(39_500) }, facts: { mostSinceList: 39_999 } },
      'CLAIM_UNTRUE',
    ],
  ] as [Case, string | null][])('is held to what the server knows: %o is %s', async (one, reason) => {
    expect(await reasonOf(one)).toBe(reason);
  });

  const off = (change: object) => ({
    facts: { versionAtContact: 2 },
    context: {
      limitsOf: (version: number) => Promise.resolve(version === 2 ? { ...limits, ...change } : limits),
    },
  });
  it.each([
    [{ facts: { versionAtList: 2 } }, 'BEYOND_LIMITS'],
    [{ facts: { versionAtList: 0, versionAtContact: 0 } }, null],
    [off({}), null],
    [off({ perVoucher: 0 }), 'BEYOND_LIMITS'],
    [off({ perDevice: 0 }), 'BEYOND_LIMITS'],
    [
      {
        facts: { versionAtContact: 2 },
        context: { limitsOf: (version: number) => Promise.resolve(version === 2 ? null : limits) },
      },
      'BEYOND_LIMITS',
    ],
    [
      {
        payload: { limitsVersion: 2 },
        context: {
          limitsOf: (version: number) =>
            Promise.resolve(version === 1 ? { ...limits, perVoucher: 0 } : limits),
        },
      },
      null,
    ],
    [
      {
        facts: { versionAtContact: 1 },
        context: { limitsOf: (version: number) => Promise.resolve(version === 1 ? limits : null) },
      },
      null,
    ],
  ] as unknown as [Case, string | null][])(
    'is held to the limits in force: %o is %s',
    async (one, reason) => {
      expect(await reasonOf(one)).toBe(reason);
    },
  );
});
