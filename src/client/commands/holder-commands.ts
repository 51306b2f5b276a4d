import { tryWriting } from '#src/client/local/outbox/outbox.ts';
import { openPurchaseOf } from '#src/client/local/outbox/read-outbox.ts';
import { placePurchase, type PurchaseIntent } from '#src/operations/purchase/place.ts';
import { takeBackHere } from '#src/operations/withdrawal/place.ts';
import type { OpId, VoucherId } from '#src/protocol/brands.ts';
import { retryAll, retryOperation } from './place-operation.ts';
import type { HolderPorts } from './ports.ts';

/** Actions of a person on a phone that only pays. It stores the code of no others. */
export function createHolderCommands(ports: HolderPorts) {
  return {
    placePurchase: (intent: PurchaseIntent) => placePurchase(ports, intent, null),
    findOpenPurchase: (id: VoucherId, stallId?: string) => openPurchaseOf(ports.db, id, stallId),
    /** A person withdraws an operation that neither the server nor this device has accepted. */
    takeBack: (opId: OpId) => takeBackHere(ports, opId),
    retry: (opId: OpId) => retryOperation(ports, opId),
    retryAll: () => retryAll(ports),
    /** Fails as long as the disk would not store an operation. */
    tryWriting: () => tryWriting(ports.db),
  };
}
