import type { MemoryLedger } from '#lab/simulation/memory/ledger.ts';
import { peekEnvelopes } from '#lab/simulation/peek.ts';
import type { SimDevice } from '#lab/simulation/world/device.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { OperationStatus, StoredEnvelope } from '#src/client/local/db/operation.ts';
import type { Envelope, AcceptanceEnvelope } from '#src/operations/envelopes.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import { judgeForeignPurchase } from './foreign.ts';
import { everAllowed } from './limits.ts';

/** Texts of final states, from the specification and not from the product's grouping. */
export const endings: ReadonlySet<string> = new Set(['accepted', 'settled-with-overspend', 'refused']);

type Acceptance = AcceptanceEnvelope;

/** Clocks are corrected to about a second, and a decision takes a moment. */
const slackMs = 5 * 60_000;

/** Judges a sale just shown as accepted here: within the rules, by the judge's own knowledge? */
export function judgeAcceptance(world: SimWorld, device: SimDevice, status: OperationStatus): void {
  const envelopes = peekEnvelopes(device.disk);
  const acceptance = status.offline?.kind === 'accepted' ? envelopes.get(status.offline.opId) : undefined;
  if (!isAcceptance(acceptance)) {
    world.violate('3', `sale ${status.opId} is shown as accepted and no acceptance is stored`);
    return;
  }
  const { payload } = acceptance;
  if (!device.lists.has(payload.snapshotAsOf))
    world.violate('9', 'a sale was accepted by a list that nobody made');
  judgeForeignPurchase(world, device, payload);
  const versions = everAllowed(world, device.marketId);
  const hours = Math.max(...versions.map(({ snapshotHours }) => snapshotHours));
  if (world.config.clockJump === 0 && world.lastLook - payload.snapshotAsOf > hours * 3_600_000 + slackMs)
    world.violate('9', 'a sale was accepted by a list that is too old');
  if (device.wasToldRevoked) world.violate('10', 'a revoked device went on selling');
  const told = toldBalance(world, device, payload, acceptance.seq);
  if (told !== null && payload.price + payload.spentHere > told)
    world.violate('9', `accepted ${payload.price} of a voucher that was known to hold ${told}`);
}

function isAcceptance(stored: StoredEnvelope | undefined): stored is Acceptance {
  return stored !== undefined && 'kind' in stored && stored.kind === 'acceptance';
}

/** Returns whether it returns to the voucher what its stall had charged. */
function givesBack(stored: StoredEnvelope, voucherId: VoucherId): boolean {
  return 'kind' in stored && stored.kind === 'withdrawal' && stored.payload.codeQrUuid === voucherId;
}

/** Returns when a void last returned money to this voucher; ms since 1970, 0 without one. */
function lastVoidOf({ movements, movedAt }: MemoryLedger, voucherId: VoucherId): number {
  const voids = [...movements.values()].filter(
    ({ kind, legs }) =>
      kind === 'void' &&
      legs.some(({ account }) => account.kind === 'voucher' && account.ownerId === voucherId),
  );
  return Math.max(0, ...voids.map(({ id }) => movedAt.get(id) ?? 0));
}

/**
 * The server's lowest report of a voucher to this device before operation `seq`; null for none since its list.
 * A restored server reports without what other devices' lost sales took until they return.
 */
function toldBalance(
  { restore, server }: SimWorld,
  device: SimDevice,
  { codeQrUuid, snapshotAsOf }: Pick<Acceptance['payload'], 'codeQrUuid' | 'snapshotAsOf'>,
  seq: number,
): number | null {
  const envelopes = peekEnvelopes(device.disk);
  const told = device.told.filter(({ voucherId }) => voucherId === codeQrUuid);
  // A withdrawal of any of its sales returns money to the voucher, so an earlier report is too low.
  for (const envelope of envelopes.values())
    if (envelope.seq < seq && givesBack(envelope, codeQrUuid)) return null;
  // So does the void of another stall's sale.
  const since = Math.max(snapshotAsOf, lastVoidOf(server.ledger, codeQrUuid));
  const before = told.filter(({ at, knownAtSeq }) => at > since && knownAtSeq < seq);
  if (before.length === 0 || envelopes.size === 0) return null;
  const lost = (restore?.lostMovements ?? []).filter(({ legs }) =>
    legs.some(({ account }) => account.kind === 'voucher' && account.ownerId === codeQrUuid),
  );
  // Its own lost sales count as open again, beside a report that has them.
  if (lost.some(({ reference }) => envelopes.has(reference))) return null;
  const lostElsewhere = lost
    .flatMap(({ legs }) => legs)
    .filter(({ account }) => account.kind === 'voucher' && account.ownerId === codeQrUuid)
    .reduce((sum, { amount }) => sum - amount, 0);
  return Math.min(...before.map(({ balance }) => balance)) + Math.max(0, lostElsewhere);
}

/** Open amounts never exceed the limits, counted from stored rows and not by the product's own sums. */
export function judgeOpenSums(
  world: SimWorld,
  device: SimDevice,
  statuses: readonly OperationStatus[],
): void {
  const isLost = device.heardBy?.isGone === true || device.hasFaultSinceHeard;
  if (!device.wasToldRevoked && isLost) device.toldRevoked = false;
  device.wasToldRevoked = device.toldRevoked;
  if (device.kind !== 'stall') return;
  const envelopes = peekEnvelopes(device.disk);
  const byId = new Map(statuses.map((status) => [status.opId, status]));
  const onVoucher = new Map<string, number>();
  for (const { offline, opId } of statuses) {
    const envelope = envelopes.get(opId) as Envelope | undefined;
    noteTold(device, byId, envelope);
    if (offline?.kind !== 'accepted' || envelope?.kind !== 'purchase') continue;
    const acceptance = byId.get(offline.opId);
    if (!acceptance || hasEnded(acceptance) || hasEnded(byId.get(opId) ?? acceptance)) continue;
    const { codeQrUuid, price } = envelope.payload;
    onVoucher.set(codeQrUuid, (onVoucher.get(codeQrUuid) ?? 0) + price);
  }
  const versions = everAllowed(world, device.marketId);
  const perVoucher = Math.max(...versions.map((limits) => limits.perVoucher));
  const perDevice = Math.max(...versions.map((limits) => limits.perDevice));
  for (const sum of onVoucher.values())
    if (sum > perVoucher) world.violate('9', `${sum} open on one voucher where ${perVoucher} is the limit`);
  const all = [...onVoucher.values()].reduce((sum, one) => sum + one, 0);
  if (all > perDevice) world.violate('9', `${all} open on one device where ${perDevice} is the limit`);
}

/** Stores the balance in a receipt, with the device's next operation. */
function noteTold(
  device: SimDevice,
  byId: ReadonlyMap<string, OperationStatus>,
  envelope: Envelope | undefined,
): void {
  if (envelope?.kind !== 'purchase' || device.told.some(({ opId }) => opId === envelope.opId)) return;
  const receipt = byId.get(envelope.opId)?.receipt;
  if (!receipt?.purchase) return;
  const knownAtSeq = Math.max(...[...byId.values()].map(({ seq }) => seq));
  const { nuevoSaldo, createAt, codeQrUuid } = receipt.purchase;
  device.told.push({
    opId: envelope.opId,
    voucherId: codeQrUuid,
    balance: nuevoSaldo,
    at: Date.parse(createAt),
    knownAtSeq,
  });
}

function hasEnded({ state }: OperationStatus): boolean {
  return endings.has(state);
}
