import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { withLiveHandle } from '#src/client/local/db/reopen-lost-handle.ts';
import type { Operator, OperatorKeyRow, PinVerifier } from '#src/client/local/db/rows.ts';
import type { TillRoom } from '#src/contract/cash/till-hand-over.ts';
import { updateSyncStatus } from './server-config.ts';

/** Wrong attempts after which only an online sign-in opens again. */
export const maxPinAttempts = 5;

export async function listOperators(db: MoneyDb): Promise<Operator[]> {
  return db.operators.toArray();
}

/** Whether this person was enrolled on this device, and the market has agreed. */
export async function isOperator(db: MoneyDb, personId: string): Promise<boolean> {
  const held = await withLiveHandle(db, () => db.operators.get(personId));
  return held !== undefined && held.digits === undefined;
}

/** The market did not agree: nothing is left of the request. */
export async function dropRequest(db: MoneyDb, personId: string): Promise<void> {
  await db.operators
    .where('id')
    .equals(personId)
    .and(({ digits }) => digits !== undefined)
    .delete();
}

/** A person as they are enrolled: with a PIN and the key under it, or with those that were set before. */
export type NewOperator = Omit<Operator, 'attempts' | 'isActive' | 'pin' | 'serverKey'> & {
  pin?: PinVerifier;
};

/** A new or changed operator; a PIN that was set before stays when none is given, and with it its key. */
export async function keepOperator(db: MoneyDb, operator: NewOperator): Promise<void> {
  await db.transaction('rw', db.operators, async () => {
    const held = await db.operators.get(operator.id);
    const pin = operator.pin ?? held?.pin ?? null;
    const key = operator.pin ? operator.key : held?.key;
    const serverKey = held?.serverKey;
    await db.operators.put({
      ...operator,
      pin,
      ...(key ? { key } : {}),
      ...(serverKey === undefined ? {} : { serverKey }),
      attempts: 0,
      isActive: true,
    });
  });
}

/** A new key under the PIN that there is, in place of none or of one that does not open. */
export async function keepOperatorKey(db: MoneyDb, operatorId: string, key: OperatorKeyRow): Promise<void> {
  await db.operators.where('id').equals(operatorId).modify({ key });
}

/** The server holds this person to a key that is not the one they have here. */
export function isKeyUnknown({ key, serverKey }: Pick<Operator, 'key' | 'serverKey'>): boolean {
  return serverKey !== undefined && key?.publicKey !== serverKey;
}

export type PinAttempt =
  | { kind: 'check'; operator: Operator & { pin: PinVerifier }; left: number }
  | { kind: 'locked' }
  | { kind: 'none' };

/**
 * Counts an attempt and hands over what to check it against. Counted first: a page that is killed while it checks has used
 * the attempt up, and two tabs share one count. `left`: attempts that remain when this one is wrong.
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
 * The PIN's owner signed in online: wrong attempts are forgiven, and the server is asked who may work here now, for a
 * suspension that the sign-in ended is known to nobody else.
 */
export async function noteSignIn(db: MoneyDb, operatorId: string): Promise<void> {
  await forgiveAttempts(db, operatorId);
  await updateSyncStatus(db, { isReportOwed: true });
}

/** The PIN was right, or its owner signed in online. */
export async function forgiveAttempts(db: MoneyDb, operatorId: string): Promise<void> {
  await db.operators.where('id').equals(operatorId).modify({ attempts: 0 });
}

/** Who may work here, as the server says; somebody it no longer names cannot open the device, and stays listed. */
export async function storeOperators(
  db: MoneyDb,
  named: readonly {
    _id: string;
    ownerName: string;
    status: string;
    suspended?: boolean | undefined;
    key?: string | undefined;
    till?: TillRoom | undefined;
  }[],
): Promise<void> {
  await db.transaction('rw', db.operators, async () => {
    const held = await db.operators.toArray();
    const changed = held.map((operator) => {
      const found = named.find(({ _id }) => _id === operator.id);
      const { serverKey: _before, ...rest } = operator;
      return {
        ...rest,
        ...(found?.key === undefined ? {} : { serverKey: found.key }),
        ...(found?.till === undefined ? {} : { till: found.till }),
        ownerName: found?.ownerName ?? operator.ownerName,
        isActive: found?.status === 'APROBADO',
        isSuspended: found?.suspended === true,
      };
    });
    await db.operators.bulkPut(changed);
  });
}
