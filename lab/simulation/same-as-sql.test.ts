import { beforeAll, describe, expect, it } from 'vitest';
import { createRandom, type Random } from '#lab/simulation/machine/random.ts';
import {
  createMemoryLedger,
  deviceRow,
  personRow,
  stallRow,
  type MemoryLedger,
} from '#lab/simulation/memory/ledger.ts';
import { createMemoryStore, createSerial } from '#lab/simulation/memory/store.ts';
import { type SyncAnswer, type SyncEntry, syncRequestSchema } from '#src/contract/sync/schemas.ts';
import { defaultOfflineLimits } from '#src/operations/acceptance/rule.ts';
import type { TopUpVoidPayload } from '#src/operations/top-up-void/rule.ts';
import { toAmount, toMarketId, toVoucherId, type MarketId, type VoucherId } from '#src/protocol/brands.ts';
import { endless, devicePrefixOf } from '#src/protocol/voucher-proof.ts';
import { verifyP256 } from '#src/server/journal/envelopes/crypto.ts';
import { createSealer } from '#src/server/journal/envelopes/receipt-seal.ts';
import type { SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { syncDevice } from '#src/server/journal/sync-device.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

type Paper = { userId: string; codeQrUuid: VoucherId; proof: string };

/** Common parts of both answers: everything but generated ids, codes and times. */
function essence({ results, device }: SyncAnswer): object {
  const plain = results.map(({ opId, state, refusal, reason, missing, purchase, topUp, customer }) => ({
    opId,
    state,
    code: refusal?.code,
    reason,
    missing,
    left: purchase?.nuevoSaldo,
    points: purchase?.points,
    monto: topUp?.monto,
    customer: customer?._id,
  }));
  return { plain, device: { ...device, name: '' } };
}

describe("the simulator's ledger", () => {
  let ledger: MemoryLedger;
  let deps: SyncDeps;
  let kiosk: SignedDevice;
  let stalls: SignedDevice[];

  const place = marketForSuite();
  beforeAll(async () => {
    kiosk = await place.kiosk();
    stalls = [await place.stallDevice(), await place.stallDevice(), await place.otherStallDevice()];
    ledger = createMemoryLedger();
    const random = createRandom(7);
    const now = (): Date => new Date();
    deps = {
      store: createMemoryStore(
        ledger,
        createSerial(ledger, { beforeCommit: async () => undefined }),
        now,
        () => random.uuid(),
      ),
      now,
      newId: () => random.uuid(),
      newVoucherId: () => toVoucherId(random.uuid()),
      verifySignature: verifyP256,
      issueLink: async () => ({ urlCodeQr: 'http://market', expiresAt: null }),
      sealer: createSealer(Buffer.alloc(32, 8)),
      topUpMax: 2_000_000,
      voucherLife: endless,
      timeZone: 'America/Bogota',
      currencySymbol: '$',
      // Each entry alone here, many at once there: prefetching must not change an answer.
      maxPerTransaction: 1,
      onFailure: (error) => {
        throw error;
      },
    };
    const { ids } = place.market;
    for (const market of [ids['GLOBAL_MARKET'], ids['other GLOBAL_MARKET']])
      ledger.limits.set(market, [defaultOfflineLimits]);
    enter(kiosk, 'RECARGA', toMarketId(ids['GLOBAL_MARKET']));
    for (const [index, stall] of stalls.entries())
      enter(stall, 'ESTANTE', toMarketId(ids[index < 2 ? 'GLOBAL_MARKET' : 'other GLOBAL_MARKET']));
  });

  function enter(device: SignedDevice, userType: 'RECARGA' | 'ESTANTE', marketId: MarketId): void {
    const { id, publicKey, operatorId } = device;
    ledger.proofKeys.set(devicePrefixOf(id), publicKey);
    ledger.operators.set(operatorId, personRow(operatorId, userType));
    if (userType === 'ESTANTE') ledger.stalls.set(operatorId, stallRow(operatorId, marketId));
    ledger.handedLists.set(`${id} ${device.listAsOf}`, 0);
    ledger.devices.set(id, deviceRow({ id, marketId, kind: '', publicKey, operatorId }, 0));
  }

  /** The same request to both, whose answers must be equal. */
  async function askBoth(device: SignedDevice, entries: readonly SyncEntry[]): Promise<void> {
    const body = device.request(entries);
    const answer = await device.send(body);
    const here = await syncDevice(deps, syncRequestSchema.parse(JSON.parse(JSON.stringify(body))), null);
    if (!here.ok) throw new Error(here.code);
    const there = answer.body as unknown as SyncAnswer;
    expect(essence({ ...here.value, operators: [] })).toEqual(essence({ ...there, operators: [] }));
  }

  function writeSome(random: Random, stall: SignedDevice, link: Paper): SyncEntry[] {
    const price = 500 * (1 + random.int(20));
    const facts = {
      userId: link.userId,
      codeQrUuid: link.codeQrUuid,
      price: toAmount(price),
      estanteId: stall.operatorId,
    };
    if (random.chance(0.5)) return [...stall.writeAcceptedPurchase({ ...link, price })];
    const purchase = stall.write('purchase', { ...facts, by: 'stall' });
    if (random.chance(0.5)) return [purchase];
    const { opId: purchaseOpId } = purchase.envelope;
    return [purchase, stall.write('withdrawal', { ...facts, purchaseOpId })];
  }

  it('answers every device like the real one, for any requests in any order', async () => {
    const random = createRandom(2026);
    const papers: Paper[] = [];
    const made: Omit<TopUpVoidPayload, 'reason'>[] = [];
    const told = new Map<SignedDevice, SyncEntry[]>(stalls.map((stall) => [stall, []]));
    for (let step = 0; step < 150; step += 1) {
      if (papers.length === 0 || random.chance(0.15)) {
        const [userId, codeQrUuid] = [random.uuid(), toVoucherId(random.uuid())];
        const monto = 1_000 * (1 + random.int(15));
        const identificacion = `${random.pick(['CC ', 'c.c. ', ''])}${1_000_000 + random.int(3)}`;
        const customer = kiosk.writeCustomer({ ownerName: 'ana', identificacion }, userId);
        const topUp = kiosk.write('top-up', { monto: toAmount(monto), uuid: codeQrUuid, clientId: userId });
        papers.push({ userId, codeQrUuid, proof: kiosk.kioskProof(codeQrUuid, userId, monto) });
        made.push({
          topUpOpId: topUp.envelope.opId,
          monto: toAmount(monto),
          uuid: codeQrUuid,
          clientId: userId,
        });
        if (random.chance(0.8)) await askBoth(kiosk, [customer, topUp]);
        else kioskLater.push(customer, topUp);
        continue;
      }
      // Voided soon, or after a sale; sometimes twice, and before its top-up has arrived.
      const undone = random.chance(0.1) ? random.pick(made.slice(-3)) : undefined;
      if (undone) {
        await askBoth(kiosk, [kiosk.write('top-up-void', { ...undone, reason: 'WRONG_AMOUNT' })]);
        continue;
      }
      const stall = random.pick(stalls);
      const many = random.chance(0.4) ? 2 + random.int(5) : 1;
      // Often on the newest vouchers, which still have a balance: the order matters with several sales on one
      // voucher.
      const held = random.chance(0.6) ? papers.slice(-2) : papers;
      const fresh = Array.from({ length: many }, () => writeSome(random, stall, random.pick(held))).flat();
      const before = told.get(stall) ?? [];
      const again = random.chance(0.3) && before.length > 0 ? [random.pick(before)] : [];
      await askBoth(stall, random.chance(0.3) ? [...fresh.toReversed(), ...again] : [...again, ...fresh]);
      before.push(...fresh);
    }
    await askBoth(kiosk, kioskLater);
    for (const [stall, entries] of told) await askBoth(stall, entries.slice(-100));
    for (const { codeQrUuid } of papers)
      expect(ledger.vouchers.get(codeQrUuid)?.balance).toBe(await place.balanceOf(codeQrUuid));
    expect([...ledger.conflicts.values()].length).toBeGreaterThan(5);
  });

  const kioskLater: SyncEntry[] = [];
});
