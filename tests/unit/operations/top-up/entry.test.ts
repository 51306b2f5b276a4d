import { expect, it } from 'vitest';
import { recordOfflineTopUp } from '#src/operations/top-up/entry.ts';
import { toAmount, toVoucherId } from '#src/protocol/brands.ts';
import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import { bodyHash } from '#src/server/ledger/receipts.ts';
import {
  entryAt,
  entryContext,
  entryOf,
  marketId,
  madeAtPoint,
  vouchedAtPoint,
} from '#tests/support/device/sync-entry.ts';

const payload = {
  monto: toAmount(500),
  uuid: toVoucherId('24684521-0000-4000-8000-000000000000'),
  clientId: 'cccccccc-0000-4000-8000-000000000003',
};
const envelope = { ...entryOf('top-up'), payload };

/** A top-up by a point of `market`. */
async function record(market: string | null, isProven: boolean, tx: Partial<SyncTransaction> = {}) {
  const point = market === null ? null : ({ marketId: market } as never);
  const { context, written, verbs } = entryContext({
    ...madeAtPoint(point),
    ...tx,
  });
  Object.assign(context.deps, { topUpMax: 700 });
  const link = { urlCodeQr: 'u', expiresAt: null };
  const facts = { ...vouchedAtPoint, isProven };
  const result = await recordOfflineTopUp(context, envelope, facts, { link, registration: null });
  return { result, written, verbs: verbs() };
}

it("a top-up by a person who takes no cash waits, and another market's is refused permanently", async () => {
  const nobody = await record(null, false);
  expect(nobody.result).toMatchObject({ state: 'again', refusal: { code: 'FORBIDDEN' } });
  expect(nobody.written).toEqual([]);
  const foreign = await record('other', false);
  expect(foreign.result).toMatchObject({ state: 'refused', refusal: { code: 'FORBIDDEN' } });
  const hash = bodyHash('top-up', payload);
  const receipt = { opId: envelope.opId, bodyHash: hash, refusal: 'FORBIDDEN', answer: {} };
  expect(foreign.written).toEqual([{ verb: 'insertReceipt', given: [receipt, new Date(entryAt)] }]);
});

it("a top-up proved by this server's seal is made wherever its point works now, and closes its line", async () => {
  const line = { id: 'line', opId: envelope.opId, state: 'review', reason: 'CUSTOMER_GONE' } as never;
  for (const market of [marketId, 'other']) {
    const { result, verbs } = await record(market, true, { findConflict: () => Promise.resolve(line) });
    expect([result.state, verbs]).toEqual(['accepted', ['insertCustomer', 'updateConflict']]);
  }
});
