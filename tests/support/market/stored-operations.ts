import { randomUUID } from 'node:crypto';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { appendOperation } from '#src/client/local/outbox/outbox.ts';
import type { NewOperation } from '#src/client/local/outbox/write-operation.ts';
import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import { toAmount, toOpId, toPoints, toVoucherId, type OpId, type VoucherId } from '#src/protocol/brands.ts';

/** Time of every operation written here, ms since 1970. */
export const storedAt = Date.parse('2026-11-21T12:00:00Z');

export const newId = (): OpId => toOpId(randomUUID());

/** The person, and the device on which they write. */
export const rosalba = 'aaaaaaaa-0000-4000-8000-000000000001';
const tablet = 'aaaaaaaa-0000-4000-8000-000000000002';

type Written = { opId?: OpId; voucherId?: VoucherId; operatorId?: string };

/** Writes a stall's sale of 12,500 into the outbox, like a command; returns its id. */
export function storePurchase(
  db: MoneyDb,
  { voucherId = toVoucherId(randomUUID()), price = 12_500, ...given }: Written & { price?: number } = {},
): Promise<OpId> {
  return store(db, {
    ...rest(given),
    kind: 'purchase',
    payload: {
      userId: randomUUID(),
      estanteId: given.operatorId ?? rosalba,
      codeQrUuid: voucherId,
      price: toAmount(price),
      by: 'stall',
    },
  });
}

/** Writes a top-up of 50,000 into the outbox; returns its id. */
export function storeTopUp(
  db: MoneyDb,
  {
    voucherId = toVoucherId(randomUUID()),
    clientId = randomUUID(),
    ...given
  }: Written & { clientId?: string } = {},
): Promise<OpId> {
  return store(db, {
    ...rest(given),
    kind: 'top-up',
    payload: { monto: toAmount(50_000), uuid: voucherId, clientId },
  });
}

/** Registers a customer offline; returns the operation's id. */
export function storeCustomer(db: MoneyDb, clientId = randomUUID()): Promise<OpId> {
  return store(db, {
    ...rest({}),
    kind: 'customer',
    payload: { clientId, dataHash: 'hash' },
    registration: { ownerName: 'Luz', identificacion: '52123456' },
  });
}

/** Accepts a purchase as if its goods were handed over offline; returns the acceptance's id. */
export async function storeAcceptance(db: MoneyDb, purchaseOpId: OpId): Promise<OpId> {
  const opId = await store(db, {
    ...rest({}),
    kind: 'acceptance',
    payload: {
      purchaseOpId,
      userId: randomUUID(),
      estanteId: randomUUID(),
      codeQrUuid: toVoucherId(randomUUID()),
      price: toAmount(12_500),
      limitsVersion: 1,
      snapshotAsOf: 0,
      knownBalance: null,
      spentHere: toAmount(0),
      deviceOpen: toAmount(0),
      proof: '',
    },
  });
  await db.statuses.update(purchaseOpId, { offline: { kind: 'accepted', opId } });
  return opId;
}

export function receiptOf(codeQrUuid: VoucherId, nuevoSaldo: number, createdAt = storedAt): PurchaseReceipt {
  return {
    codeCompra: 'C-7K4M2QXD',
    nuevoSaldo: toAmount(nuevoSaldo),
    price: toAmount(12_500),
    estanteName: 'Rosalba',
    userName: 'luz',
    codeQrUuid,
    points: toPoints(0),
    createAt: new Date(createdAt).toISOString(),
  };
}

async function store(db: MoneyDb, operation: NewOperation): Promise<OpId> {
  await appendOperation(db, operation, tablet);
  return operation.opId;
}

function rest({ opId = newId(), operatorId = rosalba }: Written) {
  return {
    opId,
    operatorId,
    occurredAt: new Date(storedAt),
    label: { userName: 'luz', estanteName: 'Rosalba' },
  };
}
