import type { OpId } from '#src/contract/brands.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { partOf } from '#src/server/ledger/receipts.ts';
import { acceptanceResult, openResult } from '#src/server/sync/envelopes/results.ts';
import type { SaleConflict } from '#src/server/sync/ports/ports.ts';
import { closeConflict } from '#src/server/sync/settlement/settle.ts';
import type { EntryContext } from './context.ts';

type ProvenSale = Omit<SaleConflict, 'id' | 'kind' | 'state' | 'reason' | 'opId' | 'missing'>;
type Envelope = { opId: OpId; hash: string };

/**
 * Returns what a person has decided, or has still to decide, about a purchase that its seal proves. null when nobody was
 * asked. The line has an id of its own, because the purchase's is that of its payment.
 */
export async function answerOfProvenLine(
  { tx, deps }: EntryContext,
  { opId, hash }: Envelope,
): Promise<SyncResult | null> {
  const line = await tx.findConflict(lineOf(opId));
  if (!line) return null;
  if (line.state !== 'resolved') return openResult({ ...line, opId });
  const receipt = await tx.findReceipt({ opId: line.opId, bodyHash: hash });
  if (!receipt || receipt === 'reused') return null;
  return acceptanceResult({ ...receipt, opId }, { symbol: deps.currencySymbol });
}

/** More than the device may lack of what it brings back: nothing is posted before a person decides. */
export async function setAsideProven(
  { tx, deps }: EntryContext,
  { opId, hash }: Envelope,
  sale: ProvenSale,
): Promise<SyncResult> {
  const line: SaleConflict = {
    ...sale,
    id: deps.newId(),
    kind: 'sale',
    state: 'review',
    reason: 'PROVEN_BEYOND_LIMITS',
    opId: lineOf(opId),
    bodyHash: hash,
    missing: 0,
  };
  await tx.insertConflict(line);
  return openResult({ ...line, opId });
}

/** The stall has reported since that it handed nothing over: a person has nothing to decide any more. */
export async function closeProvenLine({ tx, now }: EntryContext, opId: OpId): Promise<void> {
  const line = await tx.findConflict(lineOf(opId));
  if (line && line.state !== 'resolved') await closeConflict(tx, line, now);
}

function lineOf(opId: OpId): OpId {
  return partOf(opId, 'proven');
}
