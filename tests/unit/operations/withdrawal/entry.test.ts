import { expect, it } from 'vitest';
import { recordWithdrawal } from '#src/operations/withdrawal/entry.ts';
import { toOpId } from '#src/protocol/brands.ts';
import type { EntryFacts } from '#src/server/journal/entry-context.ts';
import type { SyncTransaction } from '#src/server/journal/ports/ports.ts';
import { purchaseHash } from '#src/server/ledger/receipts.ts';
import {
  entryAt,
  entryContext,
  entryOf,
  marketId,
  paidPaper,
  receiptsIn,
  voidOf,
  vouched,
} from '#tests/support/device/sync-entry.ts';

const opId = toOpId('bbbbbbbb-0000-4000-8000-000000000001');
const envelope = entryOf('withdrawal', { purchaseOpId: opId });

/** The withdrawal of a purchase that was paid. */
async function withdraw(tx: Partial<SyncTransaction>, facts: Partial<EntryFacts> = {}, of = envelope) {
  const bodyHash = purchaseHash(envelope.payload);
  const paid = receiptsIn([{ opId, bodyHash, refusal: null, answer: paidPaper }]);
  const { context, written, verbs } = entryContext({ ...paid, ...tx });
  const result = await recordWithdrawal(context, of, { ...vouched, ...facts });
  return { result, written, verbs: verbs() };
}

it("is refused when another person, or another market's device, reports it", async () => {
  const others = [withdraw({}, {}, { ...envelope, operatorId: 'eva' })];
  others.push(withdraw({ loadVoid: () => Promise.resolve(null) }));
  for (const { result, written } of await Promise.all(others)) {
    expect(result).toMatchObject({ state: 'refused', refusal: { code: 'FORBIDDEN' } });
    const receipt = { opId: envelope.opId, bodyHash: envelope.hash, refusal: 'FORBIDDEN', answer: {} };
    expect(written).toEqual([{ verb: 'insertReceipt', given: [receipt, new Date(entryAt)] }]);
  }
});

it("stays a line until this server's seal shows its outcome, which no later payment limits", async () => {
  const line = { id: 'line', opId: envelope.opId, state: 'review', reason: 'PAID_OUT' } as never;
  const asked: unknown[] = [];
  const tx: Partial<SyncTransaction> = {
    findConflict: () => Promise.resolve(line),
    loadVoid: (given) => (asked.push(given), Promise.resolve(voidOf({ stall: null }))),
  };
  const { result, verbs } = await withdraw(tx);
  expect([result, verbs]).toEqual([{ opId: envelope.opId, state: 'in-review', reason: 'PAID_OUT' }, []]);
  const proven = await withdraw(tx, { isProven: true, operator: null });
  expect(proven.verbs).toEqual(['postVoid', 'updateConflict', 'insertReceipt']);
  expect(asked).toMatchObject([{ code: paidPaper.codeCompra, stall: null, market: marketId }]);
});
