import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { topUpReceiptSchema, voucherCreated } from '#src/contract/topups/schemas.ts';
import { voucherStateOf } from '#src/domain/voucher/voucher-validity.ts';
import { postPaidPurchases, postPurchaseIn, type PurchaseEntry } from '#src/operations/purchase/post.ts';
import { decidePurchaseAtStall } from '#src/operations/purchase/rule.ts';
import { postTopUpIn, type TopUpEntry } from '#src/operations/top-up/post.ts';
import { decideTopUp, type TopUpFacts } from '#src/operations/top-up/rule.ts';
import { toAmount, toOpId, toVoucherId, type OpId } from '#src/protocol/brands.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { post } from '#src/server/ledger/journal.ts';
import {
  findReceipt,
  insertReceipts,
  keyReused,
  toStoredAnswer,
  type Receipt,
} from '#src/server/ledger/receipts.ts';
import { ownAccount, transfer, voucherAccount } from '#src/server/ledger/transfer.ts';
import { isVoucherIdTaken, endOf, openVoucher } from '#src/server/ledger/vouchers.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { openSmallMarket, type SmallMarket } from '#tests/support/market/small-market.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';

/** Every table that receives money. */
const tables = [
  'ledger_account',
  'voucher',
  'movement',
  'posting',
  'top_up',
  'purchase',
  'points_entry',
  'receipt',
];
const standing = fc.constantFrom('active' as const, 'rejected' as const, 'hidden' as const);

function rarely<A, B>(rare: fc.Arbitrary<A>, usual: B): fc.Arbitrary<A | B> {
  return fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, rare);
}

const situation = fc.record({
  face: fc.integer({ min: 1, max: 90_000 }),
  /** The balance is chosen around the price, so that "exact" and "one more" are frequent. */
  left: fc.oneof(fc.constant('all' as const), fc.constant('nothing' as const), fc.constant('half' as const)),
  price: fc.oneof(
    fc.constantFrom('exact' as const, 'one more' as const, 'one less' as const),
    fc.integer({ min: 1, max: 90_000 }),
  ),
  expires: fc.constantFrom('never' as const, 'yesterday' as const, 'now' as const, 'tomorrow' as const),
  // Other reasons of refusal are rare, so that most ledgers depend on amounts and dates.
  isBlocked: rarely(fc.constant(true), false),
  closedAs: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    fc.constantFrom('voided' as const, 'refunded' as const, 'joined' as const, 'expired' as const),
  ),
  owner: rarely(fc.constantFrom('merged' as const, 'foreign' as const), 'own' as const),
  voucher: rarely(fc.constant('unknown' as const), 'known' as const),
  stall: fc.constantFrom(0 as const, 1 as const),
  isStall: rarely(fc.constant(false), true),
  stallIs: rarely(standing, 'active' as const),
  marketIs: rarely(standing, 'active' as const),
  /** Credit of the voucher's market. */
  creditLine: fc.oneof(fc.constant(200_000_000), fc.constant(0), fc.nat(90_000)),
  pointsEvery: fc.constantFrom(0, 1, 7, 1_000, 1_000_000),
  actor: fc.boolean(),
  receipt: rarely(fc.constantFrom('same body' as const, 'other body' as const), 'none' as const),
});
type Situation = typeof situation extends fc.Arbitrary<infer One> ? One : never;

describe('the compiled statements', () => {
  let opened: TestDatabase;
  let market: SmallMarket;
  let merged: string;
  let stranger: string;
  const now = new Date('2026-03-28T15:00:00.123Z');
  beforeAll(async () => {
    opened = await openTestDatabase();
    market = await openSmallMarket(opened.database);
    merged = await addCustomer(opened.database, market.customer);
    stranger = await addCustomer(opened.database, null);
  });
  afterAll(() => opened.stop());

  async function prepare(session: Session, at: Situation): Promise<PurchaseEntry> {
    const voucher = toVoucherId(randomUUID());
    const left = { all: at.face, nothing: 0, half: Math.floor(at.face / 2) }[at.left];
    await openVoucher(session, {
      id: voucher,
      owner: market.customer,
      market: market.markets[0],
      face: toAmount(at.face),
      expiresAt: expiryOf(at, now),
      recordedAt: now,
    });
    await session.query({
      text: 'update voucher set balance = $2, blocked_at = $3, closed_as = $4 where id = $1',
      values: [voucher, left, isBlocked(at) ? now : null, at.closedAs],
    });
    const stall = market.stalls[at.stall];
    await setStanding(session, stall, at.stallIs);
    await setStanding(session, market.markets[at.stall], at.marketIs);
    await session.query({
      text: 'update market set points_every = $1, credit_line = $2',
      values: [at.pointsEvery, at.creditLine],
    });
    const around = { exact: left, 'one more': left + 1, 'one less': left - 1 };
    const price = Math.max(1, typeof at.price === 'number' ? at.price : around[at.price]);
    const entry = {
      op: toOpId(randomUUID()),
      hash: 'this body',
      voucher: at.voucher === 'known' ? voucher : toVoucherId(randomUUID()),
      customer: { own: market.customer, merged, foreign: stranger }[at.owner],
      stall: at.isStall ? stall : market.point,
      price: toAmount(price),
      actor: at.actor ? stall : null,
    };
    await keepReceipt(session, entry.op, at.receipt);
    return entry;
  }

  it('post a purchase as the journal does if the rule allows it, with the same receipt and rows, and nothing otherwise', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(situation, async (at) => {
        await inTransactionTakenBack(market.database, async (session) => {
          const entry = await prepare(session, at);
          const compiled = await outcomeOf(
            session,
            async () => (await postPaidPurchases(session, now, [entry])).get(entry.op) ?? null,
          );
          const { answer, rows } = await outcomeOf(session, () => postPurchaseIn(session, now, entry));
          if (answer.kind === 'done' && !answer.replayed)
            expect(compiled).toEqual({ answer: answer.receipt, rows });
          else expect(compiled).toEqual(await outcomeOf(session, () => Promise.resolve(null)));
          const code = answer.kind === 'done' ? 'done' : answer.code;
          if (at.receipt === 'none') expect(code).toBe(ruleOf(at, entry.price, now));
          seen.set(code, (seen.get(code) ?? 0) + 1);
        });
      }),
      { numRuns: 400 },
    );
    expect([...seen.keys()].toSorted()).toEqual([
      'CLEARING_LIMIT',
      'INSUFFICIENT_BALANCE',
      'KEY_REUSED',
      'UNKNOWN_STALL',
      'UNKNOWN_VOUCHER',
      'VOUCHER_BLOCKED',
      'VOUCHER_EXPIRED',
      'VOUCHER_JOINED',
      'VOUCHER_REFUNDED',
      'VOUCHER_SPENT',
      'VOUCHER_VOIDED',
      'done',
    ]);
  });

  const topUp = fc.record({
    amount: fc.integer({ min: 1, max: 2_000_000 }),
    customer: fc.constantFrom('own' as const, 'merged' as const, 'none' as const),
    isDeleted: rarely(fc.constant(true), false),
    pointIs: fc.oneof({ weight: 3, arbitrary: fc.constant('active' as const) }, standing),
    marketIs: fc.oneof({ weight: 3, arbitrary: fc.constant('active' as const) }, standing),
    isPoint: fc.constantFrom(true, true, true, false),
    isReviewed: fc.boolean(),
    isTaken: fc.constantFrom(false, false, true),
    expires: fc.boolean(),
    receipt: fc.constantFrom('none' as const, 'none' as const, 'same body' as const, 'other body' as const),
  });

  it('post a top-up as the journal does, with the same answer and rows', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(topUp, async (at) => {
        await inTransactionTakenBack(market.database, async (session) => {
          await setStanding(session, market.customer, at.isDeleted ? 'hidden' : 'active');
          await setStanding(session, market.point, at.pointIs);
          await setStanding(session, market.markets[0], at.marketIs);
          const voucher = toVoucherId(at.isTaken ? market.stalls[0] : randomUUID());
          const entry: TopUpEntry = {
            op: toOpId(randomUUID()),
            hash: 'this body',
            voucher,
            customer: { own: market.customer, merged, none: randomUUID() }[at.customer],
            amount: at.amount,
            topUpPoint: at.isPoint ? market.point : market.stalls[1],
            recordedAt: now,
            expiresAt: at.expires ? new Date('2026-04-28T15:00:00Z') : null,
            urlCodeQr: 'https://mercado.co/code-qr',
            isReviewed: at.isReviewed,
          };
          await keepReceipt(session, entry.op, at.receipt);
          const compiled = await outcomeOf(session, () => postTopUpIn(session, entry));
          const isActive = at.pointIs === 'active' && at.marketIs === 'active';
          const point = at.isPoint ? (isActive ? 'active' : 'inactive') : 'unknown';
          const plain = await outcomeOf(session, () => postTopUpPlainly(session, entry, market, point));
          expect(compiled).toEqual(plain);
          seen.add(compiled.answer.kind === 'done' ? 'done' : compiled.answer.code);
        });
      }),
      { numRuns: 200 },
    );
    expect([...seen].toSorted()).toEqual([
      'FORBIDDEN',
      'KEY_REUSED',
      'UNKNOWN_CUSTOMER',
      'VOUCHER_EXISTS',
      // The answer of an existing receipt.
      'VOUCHER_SPENT',
      'done',
    ]);
  });
});

function ruleOf(at: Situation, price: number, now: Date): string {
  const balance = { all: at.face, nothing: 0, half: Math.floor(at.face / 2) }[at.left];
  const isFound = at.voucher === 'known' && at.owner !== 'foreign';
  const expiresAt = expiryOf(at, now);
  const state = voucherStateOf({ balance, isBlocked: isBlocked(at), expiresAt, closedAs: at.closedAs }, now);
  const isStallActive = at.isStall && at.stallIs === 'active' && at.marketIs === 'active';
  const voucher = isFound ? { monto: balance, state } : null;
  const creditLeft = at.stall === 0 ? null : at.creditLine;
  return decidePurchaseAtStall({ isStallActive, voucher, creditLeft, charged: null }, price)?.code ?? 'done';
}

/** A closed voucher has a person's block, except an expired one. */
function isBlocked({ isBlocked: is, closedAs }: Situation): boolean {
  return is || (closedAs !== null && closedAs !== 'expired');
}

function expiryOf({ expires: given, closedAs }: Situation, now: Date): Date | null {
  const expires = closedAs === 'expired' ? 'yesterday' : given;
  const days = { never: null, yesterday: -1, now: 0, tomorrow: 1 }[expires];
  return days === null ? null : new Date(now.getTime() + days * 86_400_000);
}

/** A top-up in plain steps over the journal, the equivalent of topUpStatement. */
async function postTopUpPlainly(
  session: Session,
  entry: TopUpEntry,
  { point, markets, customer }: SmallMarket,
  standsAs: TopUpFacts['point'],
) {
  const read = (answer: unknown) => topUpReceiptSchema.parse(answer);
  const { op: opId, hash: bodyHash, voucher, amount, recordedAt } = entry;
  const known = await findReceipt(session, { opId, bodyHash });
  if (known === 'reused') return keyReused;
  if (known) return toStoredAnswer(known, bodyHash, read, true);
  const owner = await session.query<{ owner_name: string; identificacion: string; visible: boolean }>({
    text: `select c.owner_name, c.identificacion, c.visible from person g join person c on c.id = coalesce(g.merged_into, g.id)
      where g.id = $1`,
    values: [entry.customer],
  });
  const [person] = owner.rows;
  const facts: TopUpFacts = {
    max: amount,
    customer: person ? (person.visible ? 'active' : 'deleted') : 'unknown',
    point: standsAs,
    isVoucherTaken: await isVoucherIdTaken(session, voucher),
    isApproved: entry.isReviewed ?? false,
    // Decided before the statement, under the till's lock.
    till: null,
  };
  const decision = decideTopUp({ amount }, facts, null);
  const refusal = decision.kind === 'refuse' ? decision.code : null;
  if (refusal !== null || !person) {
    const receipt: Receipt = { opId, bodyHash, refusal, answer: {} };
    if (refusal !== 'FORBIDDEN') await insertReceipts(session, [receipt], recordedAt);
    return toStoredAnswer(receipt, bodyHash, read, false);
  }
  const [id, market] = [uuidV7(), markets[0]];
  const { expiresAt } = entry;
  await openVoucher(session, {
    id: voucher,
    owner: customer,
    market,
    face: toAmount(amount),
    expiresAt,
    recordedAt,
  });
  const answer = {
    _id: id,
    identification: person.identificacion,
    ownerName: person.owner_name,
    status: true,
    createAt: recordedAt.toISOString(),
    urlCodeQr: entry.urlCodeQr,
    message: voucherCreated,
    monto: toAmount(amount),
    uuid: voucher,
    ...endOf(expiresAt),
  };
  await post(session, {
    id,
    kind: 'top-up',
    reference: opId,
    recordedBy: point,
    recordedAt,
    transfers: [transfer(ownAccount('cash', point, market), voucherAccount(voucher, market), amount)],
    detail: {
      voucherId: voucher,
      customerId: customer,
      topUpPointId: point,
      marketId: market,
      amount: toAmount(amount),
    },
    receipt: { bodyHash, answer },
  });
  return { kind: 'done' as const, receipt: read(answer), replayed: false };
}

/** Returns the answer of `work` and every row after it, without generated ids and codes; then rolls back. */
async function outcomeOf<Answer>(
  session: Session,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; rows: string[] }> {
  await session.query({ text: 'savepoint before' });
  const answer = await work();
  const rows: string[] = [];
  const made = new Set<string>();
  for (const table of tables) {
    const found = await session.query<{ row: Record<string, unknown> }>({
      // The order of a movement's legs has no meaning.
      text: `select to_jsonb(t) ${table === 'posting' ? "- 'leg' " : ''}as row from ${table} t`,
    });
    for (const { row } of found.rows) {
      rows.push(`${table} ${JSON.stringify(row)}`);
      for (const name of [row['movement_id'], row['code'], table === 'movement' ? row['id'] : null])
        if (typeof name === 'string') made.add(name);
    }
  }
  await session.query({ text: 'rollback to savepoint before' });
  const withoutNames = (text: string): string =>
    [...made].reduce((rest, name) => rest.replaceAll(name, 'made here'), text);
  return {
    answer: JSON.parse(withoutNames(JSON.stringify(answer ?? null))) as Answer,
    rows: rows.map(withoutNames).toSorted(),
  };
}

class TakenBack extends Error {}

async function inTransactionTakenBack(
  database: Database,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  await database
    .transaction(async (session) => {
      await work(session);
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
}

async function setStanding(session: Session, id: string, standing: string): Promise<void> {
  await session.query({
    text: 'update person set status = $2, visible = $3 where id = $1',
    values: [id, standing === 'rejected' ? 'RECHAZADO' : 'APROBADO', standing !== 'hidden'],
  });
}

async function keepReceipt(session: Session, opId: OpId, of: string): Promise<void> {
  if (of === 'none') return;
  const bodyHash = of === 'same body' ? 'this body' : 'another body';
  const receipt: Receipt = { opId, bodyHash, refusal: 'VOUCHER_SPENT', answer: { left: 0 } };
  await insertReceipts(session, [receipt], new Date('2026-03-01T00:00:00Z'));
}

async function addCustomer(database: Database, mergedInto: string | null): Promise<string> {
  const id = randomUUID();
  await database.query({
    text: `insert into person (id, user_type, status, visible, identificacion, owner_name, search_text, created_at, merged_into)
      values ($1, 'USUARIO', 'APROBADO', $2, $4, 'Otra persona', '', now(), $3)`,
    values: [id, mergedInto === null, mergedInto, id],
  });
  return id;
}
