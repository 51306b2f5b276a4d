import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { readEnvelope } from '#src/client/local/db/operation.ts';
import type { TillRoom } from '#src/contract/cash/till.ts';
import { exposureOf } from '#src/operations/exposure.ts';
import { openStates, recordedStates } from '#src/operations/outcome.ts';
import type { OpId, Pesos } from '#src/protocol/brands.ts';

/** A point's till as this device knows it, beside the server's list. Smallest unit shown. */
export type LocalTill = {
  /** As last reported by the server; null when never reported. */
  known: TillRoom | null;
  /** Top-ups of this device without an answer. */
  topUps: Pesos;
};

export async function readLocalTill(db: MoneyDb, pointId: string): Promise<LocalTill> {
  const operator = await db.operators.get(pointId);
  const states = [...openStates, ...recordedStates];
  const open = await db.statuses.where('state').anyOf(states).toArray();
  const stored = await db.envelopes.bulkGet(open.map(({ opId }) => opId));
  let topUps = 0;
  for (const [index, { offline }] of open.entries()) {
    const envelope = readEnvelope(stored[index]);
    if (envelope?.operatorId !== pointId) continue;
    // Cash that was returned, or never taken, is not in the till.
    const exposure = exposureOf(envelope);
    if (exposure?.kind === 'issued' && offline?.kind !== 'voided' && offline?.kind !== 'refused')
      topUps += exposure.amount;
  }
  return { known: operator?.till ?? null, topUps };
}

/**
 * Returns how much cash a point may still take before the market receives it: the server's last figure, less top-ups
 * of this device that the server does not know, excluding `except`. Returns null when the server has
 * reported nothing.
 */
export async function readTillRoom(db: MoneyDb, pointId: string, except: OpId | null): Promise<Pesos | null> {
  const till = (await db.operators.get(pointId))?.till;
  if (!till) return null;
  const exposures = await db.exposures.toArray();
  const taken = exposures.filter(
    ({ kind, opId, accepted }) => kind === 'issued' && accepted && opId !== except,
  );
  const ids = taken.map(({ opId }) => opId);
  const [stored, statuses] = [await db.envelopes.bulkGet(ids), await db.statuses.bulkGet(ids)];
  // Cash that was returned is not in the till.
  const isIn = (index: number): boolean =>
    readEnvelope(stored[index])?.operatorId === pointId && statuses[index]?.offline?.kind !== 'voided';
  const waiting = taken.reduce<Pesos>((sum, { amount }, index) => sum + (isIn(index) ? amount : 0), 0);
  return Math.max(0, till.ceiling - till.cash - waiting);
}
