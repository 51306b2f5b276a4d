import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { withLiveHandle } from '#src/client/local/db/reopen-lost-handle.ts';
import type { Operator, PinVerifier } from '#src/client/local/db/rows.ts';
import type { TillRoom } from '#src/contract/cash/till.ts';
import { updateSyncStatus } from './server-config.ts';

/** Wrong attempts after which only an online sign-in unlocks the device. */
export const maxPinAttempts = 5;

/** Returns whether this person was enrolled on this device with the market's approval. */
export async function isOperator(db: MoneyDb, personId: string): Promise<boolean> {
  const held = await withLiveHandle(db, () => db.operators.get(personId));
  return held !== undefined && held.digits === undefined;
}

/** Deletes a request that the market rejected. */
export async function dropRequest(db: MoneyDb, personId: string): Promise<void> {
  await db.operators
    .where('id')
    .equals(personId)
    .and(({ digits }) => digits !== undefined)
    .delete();
}

/** A person at enrolment: with a new PIN, or with the existing one. */
export type NewOperator = Omit<Operator, 'attempts' | 'isActive' | 'pin'> & {
  pin?: PinVerifier;
};

/** Stores a new or changed operator. Without a new PIN the existing one stays. */
export async function keepOperator(db: MoneyDb, operator: NewOperator): Promise<void> {
  await db.transaction('rw', db.operators, async () => {
    const held = await db.operators.get(operator.id);
    const pin = operator.pin ?? held?.pin ?? null;
    await db.operators.put({ ...operator, pin, attempts: 0, isActive: true });
  });
}

export type PinAttempt =
  | { kind: 'check'; operator: Operator & { pin: PinVerifier }; left: number }
  | { kind: 'locked' }
  | { kind: 'none' };

/**
 * Counts an attempt and returns the data to verify it. It is counted first, so that a page killed during the
 * check has used it up and two tabs share one count. `left`: attempts that remain if this one is wrong.
 */
export function countPinAttempt(db: MoneyDb, operatorId: string): Promise<PinAttempt> {
  return db.transaction('rw', db.operators, async () => {
    const operator = await db.operators.get(operatorId);
    if (!operator?.pin || !operator.isActive || operator.digits !== undefined) return { kind: 'none' };
    if (operator.isSuspended === true || operator.attempts >= maxPinAttempts) return { kind: 'locked' };
    const attempts = operator.attempts + 1;
    await db.operators.put({ ...operator, attempts });
    return {
      kind: 'check',
      operator: { ...operator, pin: operator.pin },
      left: maxPinAttempts - attempts,
    };
  });
}

/**
 * Records that the PIN's owner signed in online. Wrong attempts are reset, and the server is asked for the
 * current operators: only it knows of a suspension that this sign-in ended.
 */
export async function noteSignIn(db: MoneyDb, operatorId: string): Promise<void> {
  await forgiveAttempts(db, operatorId);
  await updateSyncStatus(db, { isReportOwed: true });
}

/** Resets the attempts after a right PIN or its owner's online sign-in. */
export async function forgiveAttempts(db: MoneyDb, operatorId: string): Promise<void> {
  await db.operators.where('id').equals(operatorId).modify({ attempts: 0 });
}

/**
 * Stores the operators that the server reports. A person it no longer names stays listed but cannot open the
 * device.
 */
export async function storeOperators(
  db: MoneyDb,
  named: readonly {
    _id: string;
    ownerName: string;
    status: string;
    suspended?: boolean | undefined;
    till?: TillRoom | undefined;
  }[],
): Promise<void> {
  await db.transaction('rw', db.operators, async () => {
    const held = await db.operators.toArray();
    const changed = held.map((operator) => {
      const found = named.find(({ _id }) => _id === operator.id);
      return {
        ...operator,
        ...(found?.till === undefined ? {} : { till: found.till }),
        ownerName: found?.ownerName ?? operator.ownerName,
        isActive: found?.status === 'APROBADO',
        isSuspended: found?.suspended === true,
      };
    });
    await db.operators.bulkPut(changed);
  });
}
