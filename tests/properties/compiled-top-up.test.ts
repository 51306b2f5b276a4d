import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { topUpReceiptSchema, voucherCreated } from '#src/contract/topups/schemas.ts';
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
import type { Session } from '#src/server/store/database.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import type { SmallMarket } from '#tests/support/market/small-market.ts';
import { addCustomer, moneyTables, outcomeOf } from '#tests/support/server/outcome-of.ts';
import { rolledBack } from '#tests/support/server/rolled-back.ts';

const standing = fc.constantFrom('active' as const, 'rejected' as const, 'hidden' as const);

function rarely<A, B>(rare: fc.Arbitrary<A>, usual: B): fc.Arbitrary<A | B> {
  return fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, rare);
}

describe('the compiled statement', () => {
  const { opened, market } = smallMarketForSuite();
  let merged: string;
  const now = new Date('2026-03-28T15:00:00.123Z');
  beforeAll(async () => {
    merged = await addCustomer(opened.database, market.customer);
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
        await rolledBack(opened, async (session) => {
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
          const compiled = await outcomeOf(session, moneyTables, () => postTopUpIn(session, entry));
          const isActive = at.pointIs === 'active' && at.marketIs === 'active';
          const point = at.isPoint ? (isActive ? 'active' : 'inactive') : 'unknown';
          const plain = await outcomeOf(session, moneyTables, () =>
            postTopUpPlainly(session, entry, market, point),
          );
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
