import type { SimDevice } from '#lab/simulation/world/device.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import type { OpId } from '#src/protocol/brands.ts';

/** The second copy of a tablet that lost everything has reached the server, or a person's list. */
export function judgeRecovered(world: SimWorld, device: SimDevice): void {
  const { ledger } = world.server;
  const last = lastOf(device);
  const isShut = ledger.devices.get(last.id)?.revokedAt != null;
  // A removed device delivers nothing, and its missing operations are named to the manager.
  if (device.owed.length === 0 || isShut) return;
  for (const opId of device.owed) {
    const isListed = [...ledger.conflicts.values()].some((one) => one.opId === opId);
    if (ledger.receipts.has(opId) || isListed) continue;
    world.violate('11', `operation ${opId} of a ${device.kind} was in the second copy and came nowhere`);
  }
}

function lastOf(device: SimDevice): SimDevice {
  return device.successor ? lastOf(device.successor) : device;
}

/**
 * A returned sale waits for a person: its line is in review, or its voucher's top-up is. Nothing is
 * posted until then.
 */
export function isBeforePerson(world: SimWorld, opId: OpId, voucherId: string): boolean {
  const { conflicts, vouchers } = world.server.ledger;
  return [...conflicts.values()].some(
    (one) =>
      one.state === 'review' &&
      (one.kind === 'cash-taken'
        ? one.voucherId === voucherId && !vouchers.has(one.voucherId)
        : one.kind === 'sale' && one.purchaseOpId === opId),
  );
}

/** A person decides about a sale that a restored server has posted though its device holds the refusal. */
export function isContradicted({ server }: SimWorld, opId: OpId): boolean {
  return [...server.ledger.conflicts.values()].some(
    ({ kind, purchaseOpId }) => kind === 'withdrawal' && purchaseOpId === opId,
  );
}

/** Returns the voucher named in a sale. */
export function voucherOf({ payload }: Envelope): string {
  return 'codeQrUuid' in payload ? payload.codeQrUuid : '';
}
