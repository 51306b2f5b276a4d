import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import { voucherStateOf } from '#src/domain/voucher/voucher-validity.ts';
import { actOf, postPurchaseIn, type PurchaseAct, purchaseHash } from '#src/operations/purchase/post.ts';
import { createPurchaseQueue, type PurchaseAnswer } from '#src/operations/purchase/queue.ts';
import { decidePurchaseAtStall } from '#src/operations/purchase/rule.ts';
import {
  toAmount,
  type Amount,
  toMarketId,
  toOpId,
  toVoucherId,
  type MarketId,
  type OpId,
  type VoucherId,
} from '#src/protocol/brands.ts';
import { insertReceipts } from '#src/server/ledger/receipts.ts';
import { openVoucher } from '#src/server/ledger/vouchers.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { reachingRounds } from '#tests/support/rounds.ts';
import { addCustomer, moneyTables, outcomeOf } from '#tests/support/server/outcome-of.ts';
import { rolledBack, run } from '#tests/support/server/rolled-back.ts';
import { nested, settleIn } from '#tests/support/server/settle-in.ts';

/** A journal's other tables. */
const journalTables = [
  'journal_entry',
  'accepted_purchase',
  'conflict_line',
  'device_incident',
  'purchase_void',
];

let now = new Date();
const day = 86_400_000;
/** Entries that a step writes; "late": about the last sale. */
const kinds = [
  'sale',
  'sale',
  'accepted',
  'withdrawn',
  'accepted late',
  'withdrawn late',
  'by its holder',
  'top-up',
  'void',
] as const;
const few = fc.integer({ min: 1, max: 90_000 });
function rarely<A, B>(rare: fc.Arbitrary<A>, usual: B): fc.Arbitrary<A | B> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, rare);
}

const voucher = fc.record({
  face: few,
  left: fc.constantFrom('all' as const, 'all' as const, 'half' as const, 'nothing' as const),
  expires: fc.constantFrom(null, null, -1, 0, 1),
  isBlocked: rarely(fc.constant(true), false),
  closedAs: rarely(
    fc.constantFrom('voided' as const, 'refunded' as const, 'joined' as const, 'expired' as const),
    null,
  ),
  isForeign: fc.boolean(),
});
type Voucher = typeof voucher extends fc.Arbitrary<infer One> ? One : never;

const sale = fc.record({
  of: fc.nat(2),
  /** Chosen around the balance, so that "exact" and "one more" are frequent. */
  price: fc.oneof(fc.constantFrom('exact' as const, 'one more' as const, 'half' as const), few),
  owner: rarely(fc.constantFrom('merged' as const, 'foreign' as const), 'own' as const),
  /** The operation before it once more, or its id with another body. */
  again: rarely(fc.constantFrom('same' as const, 'other' as const), 'new' as const),
  receipt: rarely(fc.constantFrom('same' as const, 'other' as const), 'none' as const),
});
type Sale = typeof sale extends fc.Arbitrary<infer One> ? One : never;

const batch = fc.record({
  vouchers: fc.array(voucher, { minLength: 1, maxLength: 3 }),
  sales: fc.array(sale, { minLength: 1, maxLength: 8 }),
  creditLine: fc.constantFrom(200_000_000, 0, 30_000),
  pointsEvery: fc.constantFrom(0, 1, 7, 1_000, 1_000_000),
  /** Only for calls: a journal has other rules for these. */
  odd: rarely(
    fc.constantFrom(
      'no voucher' as const,
      'no stall' as const,
      ...["status = 'RECHAZADO'", "status = 'PENDIENTE'", 'visible = false'].flatMap((change) => [
        { of: 'stall' as const, change },
        { of: 'market' as const, change },
      ]),
    ),
    null,
  ),
});
type Batch = typeof batch extends fc.Arbitrary<infer One> ? One : never;

describe('the same purchases', () => {
  const place = marketForSuite();
  let device: SignedDevice;
  let kiosk: SignedDevice;
  let stall: string;
  let markets: readonly [MarketId, MarketId];
  let owners: Record<Sale['owner'], string>;
  beforeAll(async () => {
    device = await place.stallDevice();
    // A kiosk's entries are settled before those of a device with a larger id.
    do kiosk = await place.kiosk();
    while (kiosk.id > device.id);
    now = new Date();
    device.now = kiosk.now = () => now;
    const { ids, customer } = place.market;
    const { database } = place.opened;
    stall = ids['ESTANTE'];
    markets = [toMarketId(ids['GLOBAL_MARKET']), toMarketId(ids['other GLOBAL_MARKET'])];
    const [merged, foreign] = [await addCustomer(database, customer.id), await addCustomer(database, null)];
    owners = { own: customer.id, merged, foreign };
  });

  /** Writes what the batch finds, and returns its purchases in their order with the answer that each must get. */
  async function prepare(session: Session, { vouchers, sales, odd, ...at }: Batch) {
    // One voucher uses the credit alone: the ways take vouchers in different orders.
    const known = at.creditLine === 30_000 ? vouchers.slice(0, 1) : vouchers;
    const made = known.map((one) => ({ ...one, id: toVoucherId(randomUUID()), balance: leftOf(one) }));
    for (const one of made) await issue(session, one);
    await run(
      session,
      'update market set points_every = $1, credit_line = $2',
      at.pointsEvery,
      at.creditLine,
    );
    if (typeof odd === 'object' && odd)
      await run(
        session,
        `update person set ${odd.change} where id = $1`,
        odd.of === 'stall' ? stall : markets[0],
      );
    const entries: PurchaseAct[] = [];
    const expected: string[] = [];
    const outcomes = new Map<OpId, { hash: string; code: string }>();
    let credit = at.creditLine;
    for (const one of sales) {
      const paper = made[one.of % made.length];
      const last = entries.at(-1);
      const entry: PurchaseAct = { ...purchase(one, paper), actor: stall };
      if (odd === 'no voucher') entry.voucher = toVoucherId(randomUUID());
      if (odd === 'no stall') entry.stall = place.market.ids['RECARGA'];
      const next =
        one.again !== 'new' && last
          ? one.again === 'same'
            ? last
            : { ...entry, op: last.op, voucher: last.voucher }
          : entry;
      next.hash = hashOf(next);
      entries.push(next);
      if (next === entry && one.receipt !== 'none') {
        const hash = one.receipt === 'same' ? next.hash : 'another body';
        const receipt = {
          opId: next.op,
          bodyHash: hash,
          refusal: 'VOUCHER_SPENT' as const,
          answer: { left: 0 },
        };
        await insertReceipts(session, [receipt], new Date(0));
        outcomes.set(next.op, { hash, code: 'VOUCHER_SPENT' });
      }
      const earlier = outcomes.get(next.op);
      const code = earlier ? (earlier.hash === next.hash ? earlier.code : 'KEY_REUSED') : ruleOf(next);
      expected.push(code);
      if (!earlier) outcomes.set(next.op, { hash: next.hash, code });
    }
    return { entries, expected };

    function ruleOf({ voucher: id, customer, price }: PurchaseAct): string {
      const found = customer === owners.foreign ? undefined : made.find((one) => one.id === id);
      const state =
        found && voucherStateOf({ ...found, isBlocked: isBlocked(found), expiresAt: endOf(found) }, now);
      const isStallActive = odd === null || odd === 'no voucher';
      const seen = found && state ? { monto: found.balance, state } : null;
      const creditLeft = found?.isForeign === true ? credit : null;
      const facts = { isStallActive, voucher: seen, creditLeft, charged: null };
      const refusal = decidePurchaseAtStall(facts, price);
      if (refusal || !found) return refusal?.code ?? 'done';
      found.balance -= price;
      if (found.isForeign) credit -= price;
      return 'done';
    }
  }

  function purchase({ price: asked, owner }: Sale, paper: { id: VoucherId; balance: number } | undefined) {
    const { id = toVoucherId(''), balance = 0 } = paper ?? {};
    const around = { exact: balance, 'one more': balance + 1, half: Math.ceil(balance / 2) };
    const price = toAmount(Math.max(1, typeof asked === 'number' ? asked : around[asked]));
    const body = { userId: owners[owner], estanteId: stall, codeQrUuid: id, price };
    return actOf(body, toOpId(randomUUID()));
  }

  async function issue(session: Session, one: Voucher & { id: VoucherId; balance: number }): Promise<void> {
    await openVoucher(session, {
      id: one.id,
      owner: owners.own,
      market: markets[one.isForeign ? 1 : 0],
      face: toAmount(one.face),
      expiresAt: endOf(one),
      recordedAt: now,
    });
    await run(
      session,
      'update voucher set balance = $2, blocked_at = $3, closed_as = $4 where id = $1',
      one.id,
      one.balance,
      isBlocked(one) ? now : null,
      one.closedAs,
    );
  }

  const settle = (session: Session, entries: readonly SyncEntry[], maxPerTransaction: number) =>
    settleIn(session, device.id, entries, { now, maxPerTransaction });

  /** One entry for each operation: what is sent again is the same envelope. */
  function journalOf(purchases: readonly PurchaseAct[]): SyncEntry[] {
    const written = new Map<string, SyncEntry>();
    [device.seq, device.headHash] = [0, ''];
    return purchases.map((one) => {
      const { voucher: codeQrUuid, customer: userId, stall: estanteId, price, op: opId, hash } = one;
      const key = `${opId} ${hash}`;
      const entry =
        written.get(key) ??
        device.write('purchase', { codeQrUuid, userId, estanteId, price, by: 'stall' }, { opId });
      written.set(key, entry);
      return entry;
    });
  }

  it('get the same answers and rows from the grouped statement, in steps and in a journal, and those of the rule', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(batch, async (at) => {
        await rolledBack(place.opened, async (session) => {
          const { entries, expected } = await prepare(session, at);
          for (const code of expected) seen.add(code);
          const steps = await outcomeOf(session, moneyTables, async () => {
            const answers: PurchaseAnswer[] = [];
            for (const entry of entries) answers.push(await postPurchaseIn(session, now, entry));
            return answers.map(plainly);
          });
          expect(steps.answer.map(({ code }) => code)).toEqual(expected);
          const failed: unknown[] = [];
          const grouped = await outcomeOf(session, moneyTables, async () => {
            const database = nested(session);
            const query: Database['query'] = async (statement) =>
              database.query(statement).catch((error: unknown) => {
                failed.push(error);
                throw error;
              }) as never;
            const queue = createPurchaseQueue({ ...database, query }, () => now);
            return (await Promise.all(entries.map((entry) => queue.post(entry)))).map(plainly);
          });
          expect(grouped).toEqual(steps);
          expect(failed, 'statements that were repeated in steps').toEqual([]);
          if (at.odd !== null) return;
          const journal = journalOf(entries);
          const together = await outcomeOf(session, moneyTables, async () =>
            (await settle(session, journal, 100)).results.map(({ purchase: receipt, refusal }) => ({
              code: refusal?.code ?? 'done',
              ...(receipt ? { receipt } : {}),
            })),
          );
          expect(together).toEqual(steps);
        });
      }),
      reachingRounds(80, 240),
    );
    // Paid, KEY_REUSED and the ten refusals of the rule; AMOUNT_ZERO never comes here.
    expect([...seen].toSorted()).toHaveLength(12);
  }, 240_000);

  const step = fc.record({
    kind: fc.constantFrom(...kinds),
    of: fc.oneof(fc.constant(0), fc.nat(3)),
    price: fc.oneof(fc.constant(7_000), few),
    /** It waits for the entry before it. */
    isAfter: rarely(fc.constant(true), false),
  });
  type Sold = { userId: string; codeQrUuid: VoucherId; price: Amount; estanteId: string };
  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

  it('settle the same in one transaction as entry by entry, beside whatever else a journal has', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 12 }),
        fc.boolean(),
        async (all, isOfStall) => {
          await rolledBack(place.opened, async (session) => {
            // Only where no kiosk is beside them, purchases are posted ahead of their turn.
            const { before, entries } = write(
              isOfStall ? all.filter(({ kind }) => kind !== 'top-up' && kind !== 'void') : all,
            );
            await settle(session, before, 100);
            const tables = [...moneyTables, ...journalTables];
            const alone = await outcomeOf(session, tables, () => settle(session, entries, 1));
            const together = await outcomeOf(session, tables, () => settle(session, entries, 100));
            expect(together.answer.results).toEqual(alone.answer.results);
            expect(together.rows).toEqual(alone.rows);
            // One that waits for another is repeated alone, and nothing else is.
            const codes = alone.answer.results.map(({ refusal }) => refusal?.code);
            const transactions = codes.includes('WAITS_FOR_ANOTHER') ? 2 : Math.min(1, codes.length);
            expect(together.answer.transactions).toBe(transactions);
            for (const { state } of alone.answer.results) seen.add(state);
          });
        },
      ),
      reachingRounds(60, 150),
    );
    expect([...seen].toSorted(), 'every state but the unreadable').toHaveLength(6);
  }, 240_000);

  /** The top-ups of two vouchers come before these entries; those of two others are among them, or never come. */
  function write(steps: readonly Step[]): { before: SyncEntry[]; entries: SyncEntry[] } {
    for (const one of [device, kiosk]) [one.seq, one.headHash] = [0, ''];
    const userId = owners.own;
    const papers = Array.from({ length: 4 }, (_, n) => {
      const id = toVoucherId(randomUUID());
      const topUp = { monto: toAmount(40_000), uuid: id, clientId: userId };
      const made = n < 2 ? kiosk.write('top-up', topUp) : null;
      return { id, topUp, made, proof: kiosk.kioskProof(id, userId, 40_000) };
    });
    const before = papers.flatMap(({ made }) => made ?? []);
    const entries: ReturnType<SignedDevice['write']>[] = [];
    let last: { purchaseOpId: OpId; proof: string; body: Sold } | null = null;
    for (const { kind, of, price, isAfter } of steps) {
      const paper = papers[of];
      if (!paper) continue;
      const { id, topUp, proof } = paper;
      const body = { userId, codeQrUuid: id, price: toAmount(price), estanteId: stall };
      const after = isAfter ? entries.at(-1)?.envelope.opId : undefined;
      if (kind === 'top-up') entries.push((paper.made = kiosk.write('top-up', topUp)));
      else if (kind === 'void') {
        const topUpOpId = paper.made?.envelope.opId ?? toOpId(randomUUID());
        entries.push(kiosk.write('top-up-void', { ...topUp, topUpOpId, reason: 'TWICE' }));
      } else if (kind === 'by its holder') {
        const occurredAt = new Date(now.getTime() - 20_000).toISOString();
        entries.push(device.write('purchase', { ...body, by: 'holder' }, { operatorId: '', occurredAt }));
      } else {
        if (!last || !kind.endsWith('late')) {
          const bought = device.write(
            'purchase',
            { ...body, by: 'stall' },
            after === undefined ? {} : { after },
          );
          entries.push(bought);
          last = { purchaseOpId: bought.envelope.opId, body, proof };
        }
        const { purchaseOpId } = last;
        if (kind.startsWith('accepted'))
          entries.push(device.writeAcceptance(purchaseOpId, { ...last.body, proof: last.proof }));
        if (kind.startsWith('withdrawn'))
          entries.push(device.write('withdrawal', { ...last.body, purchaseOpId }));
      }
    }
    return { before, entries };
  }
});

function plainly(answer: PurchaseAnswer) {
  return answer.kind === 'done' ? { code: 'done', receipt: answer.receipt } : { code: String(answer.code) };
}

function hashOf({ customer: userId, stall: estanteId, voucher: codeQrUuid, price }: PurchaseAct): string {
  return purchaseHash({ userId, estanteId, codeQrUuid, price });
}

function leftOf({ face, left }: Voucher): number {
  return { all: face, nothing: 0, half: Math.floor(face / 2) }[left];
}

/** A closed voucher has a person's block, except an expired one. */
function isBlocked({ isBlocked: is, closedAs }: Pick<Voucher, 'isBlocked' | 'closedAs'>): boolean {
  return is || (closedAs !== null && closedAs !== 'expired');
}

function endOf({ expires, closedAs }: Pick<Voucher, 'expires' | 'closedAs'>): Date | null {
  const days = closedAs === 'expired' ? -1 : expires;
  return days === null ? null : new Date(now.getTime() + days * day);
}
