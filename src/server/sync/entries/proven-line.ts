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
 * Returns a manager's decision, or the open line, about a purchase that its seal proves. Returns null when no
 * line exists. The line has its own id, because the purchase's is used by its payment.
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

/**
 * Sets aside an amount beyond the shortfall allowed for the device's returning sales. Nothing is posted
 * before a manager decides.
 */
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

/** Closes the line because the stall has since reported that it handed over nothing. */
export async function closeProvenLine({ tx, now }: EntryContext, opId: OpId): Promise<void> {
  const line = await tx.findConflict(lineOf(opId));
  if (line && line.state !== 'resolved') await closeConflict(tx, line, now);
}

function lineOf(opId: OpId): OpId {
  return partOf(opId, 'proven');
}
