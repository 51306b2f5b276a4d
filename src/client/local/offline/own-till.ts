import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { openStates, readEnvelope, recordedStates } from '#src/client/local/db/operation.ts';
import type { OpId, Pesos } from '#src/contract/brands.ts';
import type { TillRoom } from '#src/contract/cash/till-hand-over.ts';

/** What this device knows of a point's till beside the server's list. Smallest unit shown. */
export type LocalTill = {
  /** as the server last said; null when it said nothing */
  known: TillRoom | null;
  /** of this device, without an answer: top-ups taken, and cash handed over */
  topUps: Pesos;
  handedOver: Pesos;
};

export async function readLocalTill(db: MoneyDb, pointId: string): Promise<LocalTill> {
  const operator = await db.operators.get(pointId);
  const states = [...openStates, ...recordedStates];
  const open = await db.fates.where('state').anyOf(states).toArray();
  const stored = await db.envelopes.bulkGet(open.map(({ opId }) => opId));
  let topUps = 0;
  let handedOver = 0;
  for (const [index, { offline }] of open.entries()) {
    const envelope = readEnvelope(stored[index]);
    if (envelope?.operatorId !== pointId) continue;
    if (envelope.kind === 'till-hand-over') handedOver += envelope.payload.monto;
    // Whose cash went back, or was never taken, is not in the till.
    if (envelope.kind === 'top-up' && offline?.kind !== 'voided' && offline?.kind !== 'refused')
      topUps += envelope.payload.monto;
  }
  return { known: operator?.till ?? null, topUps, handedOver };
}

/**
 * What a point may still take before it hands over: as the server last said, less what this device has handed out and
 * the server does not know yet, without `except`. What is on its way counts as long as nobody has received it. null when
 * the server has said nothing.
 */
export async function readTillRoom(db: MoneyDb, pointId: string, except: OpId | null): Promise<Pesos | null> {
  const till = (await db.operators.get(pointId))?.till;
  if (!till) return null;
  const exposures = await db.exposures.toArray();
  const taken = exposures.filter(
    ({ kind, opId, accepted }) => kind === 'top-up' && accepted && opId !== except,
  );
  const stored = await db.envelopes.bulkGet(taken.map(({ opId }) => opId));
  const waiting = taken.reduce<Pesos>(
    (sum, { amount }, index) => sum + (readEnvelope(stored[index])?.operatorId === pointId ? amount : 0),
    0,
  );
  return Math.max(0, till.ceiling - till.held - waiting);
}
