import type { OpId } from '#src/contract/brands.ts';
import { deviceCalls } from '#src/contract/devices/calls.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import { syncCalls } from '#src/contract/sync/calls.ts';
import { type Envelope, envelopeSchema } from '#src/contract/sync/envelope.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { defaultOfflineLimits } from '#src/domain/operations/offline-sale.ts';
import { refusalSentence } from '#src/domain/purchase/refusal-sentence.ts';
import { writeBalanceList } from '#src/domain/voucher/balance-snapshot.ts';
import { practiceTexts } from '../../texts/practice-texts.ts';
import { answering, isRefused, type PracticeMarket } from './answers.ts';
import { topUp } from './point-answers.ts';
import { receiptOf, type SaleAsked, sellAll, settle } from './sell.ts';

/** Answers to the calls of an enrolled tablet: its journal, the keys and its list of balances. */
export const deviceAnswers = [
  answering(syncCalls.sync, async ({ body, market }) => {
    const results: SyncResult[] = [];
    for (const { envelope } of body.entries) {
      const read = envelopeSchema.safeParse(envelope);
      if (read.success) results.push(await take(market, read.data));
    }
    return {
      serverTime: market.now(),
      results,
      device: {
        state: 'active' as const,
        name: practiceTexts.tablet,
        ackSeq: body.journal.lastSeq,
        missing: [],
      },
      limits: defaultOfflineLimits,
      operators: [
        {
          _id: market.user.id,
          ownerName: practiceTexts.person,
          userType: market.user.userType,
          status: 'APROBADO' as const,
        },
      ],
      epoch: 1,
    };
  }),
  answering(syncCalls.readKeySet, ({ market }) => market.key.keySet()),
  answering(syncCalls.readBalanceList, ({ market }) => {
    const entries = market.books().papers.map(({ id, balance }) => ({ voucherId: id, balance }));
    return writeBalanceList('full', Date.parse(market.now()), entries);
  }),
  answering(deviceCalls.listDevices, () => []),
];

/** Applies one operation of the journal, which is answered once. */
async function take(market: PracticeMarket, envelope: Envelope): Promise<SyncResult> {
  const { opId, kind, payload, occurredAt } = envelope;
  const at = market.now();
  if (kind === 'purchase') {
    const shares = (payload.shares ?? [{ ...payload, opId }]).map((share): SaleAsked => ({
      opId: share.opId,
      paperId: share.codeQrUuid,
      price: share.price,
      at,
      occurredAt,
    }));
    return resultOf(market, opId, sellAll(market.books(), shares, opId));
  }
  if (kind === 'acceptance') {
    const asked = {
      opId: payload.purchaseOpId,
      paperId: payload.codeQrUuid,
      price: payload.price,
      at,
      occurredAt,
    };
    return resultOf(market, opId, settle(market.books(), asked));
  }
  if (kind === 'top-up') {
    const made = await topUp(market, payload, opId);
    return isRefused(made) ? refused(opId, made.refused) : { opId, state: 'accepted', topUp: made };
  }
  // A withdrawal changes nothing: goods that were not handed over were not paid here.
  return { opId, state: 'accepted' };
}

function resultOf(market: PracticeMarket, opId: OpId, sold: ReturnType<typeof sellAll>): SyncResult {
  if (isRefused(sold)) return refused(opId, sold.refused);
  market.write(sold.books);
  const purchase = receiptOf(sold.books, sold.sale);
  const { missing, reason } = sold.sale;
  return missing > 0 && reason !== null
    ? { opId, state: 'settled-with-overspend', purchase, missing, reason }
    : { opId, state: 'accepted', purchase };
}

function refused(opId: OpId, code: RefusalCode): SyncResult {
  return { opId, state: 'refused', refusal: { code, message: refusalSentence(code) } };
}
