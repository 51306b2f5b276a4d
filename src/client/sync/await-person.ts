import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { Sendable } from '#src/client/local/outbox/outbox.ts';
import { readSignatures } from '#src/client/local/outbox/sign-envelopes.ts';
import type { SyncPorts } from './ports.ts';

/** A page signs what it has placed within moments, ms. */
const signingMs = 1_500;

/**
 * Whether something was placed in another tab a moment ago and waits there for its person's signature, which this tab cannot give: sent
 * from here it would go without. That tab sends it itself, or this one does a moment later.
 */
export async function isBeingSigned(
  db: MoneyDb,
  { key, clock, maySendFor }: Pick<SyncPorts, 'key' | 'clock' | 'maySendFor'>,
  operations: readonly Sendable[],
): Promise<boolean> {
  const now = clock.now();
  const fresh = operations.filter(
    ({ envelope: { operatorId }, status }) =>
      status.attempts === 0 &&
      Math.abs(now - status.changedAt) < signingMs &&
      !key.isOpenFor(operatorId) &&
      !maySendFor(operatorId),
  );
  if (fresh.length === 0) return false;
  const people = await db.operators.bulkGet(fresh.map(({ envelope }) => envelope.operatorId));
  const signing = fresh.filter((_, index) => people[index]?.key !== undefined);
  if (signing.length === 0) return false;
  const rows = await readSignatures(
    db,
    signing.map(({ status }) => status.opId),
  );
  return rows.some((row) => row?.operator === undefined);
}
