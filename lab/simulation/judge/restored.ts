import { sumOf, takenBack } from '#lab/simulation/judge/voids.ts';
import { peekEnvelopes, peekStatuses } from '#lab/simulation/peek.ts';
import { isEnrolled, type SimDevice } from '#lab/simulation/world/device.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { OperationStatus } from '#src/client/local/db/operation.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { isBeforePerson, isContradicted, voucherOf } from './recovered.ts';

/**
 * At the end every operation that a device still holds as acknowledged has exactly one effect again, with its
 * amount and stall. No device is expected any more, and the returned operations equal the server's count.
 */
export function judgeRestored(world: SimWorld): void {
  const { restore } = world;
  if (!restore?.isDone) return;
  for (const device of world.devices) if (isEnrolled(device)) judgeDevice(world, device);
  const { epochs, expected } = world.server.ledger;
  const all = new Set<string>([...world.server.ledger.movements.values()].map(({ reference }) => reference));
  // Operations on no device cannot be shown: if old calls have brought back everything held, the
  // restore may be undetectable.
  const isWhole = [...restore.held].every(
    (reference) => all.has(reference) && restore.repeated.has(reference),
  );
  if (epochs.size === 0 && restore.held.size > 0 && !isWhole)
    world.violate('14', 'the server was put back, and it does not know');
  if (epochs.size > 1) world.violate('14', `one restore made ${epochs.size} epochs`);
  for (const [id, { isReturned }] of expected)
    if (!isReturned && hasReturned(world, id))
      world.violate('14', 'a device that has sent all is still waited for');
  if ([...expected.values()].some(({ recovered }) => recovered > 0))
    world.reach('an acknowledged operation brought back after a restore');
}

/** A newer version's envelopes are numbers that it cannot send. */
function hasReturned(world: SimWorld, id: string): boolean {
  const device = world.devices.find((one) => one.id === id);
  return device !== undefined && device.newer.size === 0;
}

function judgeDevice(world: SimWorld, device: SimDevice): void {
  const envelopes = peekEnvelopes(device.disk);
  for (const status of peekStatuses(device.disk)) {
    const envelope = envelopes.get(status.opId);
    if (envelope && 'kind' in envelope) judgeOperation(world, device, status, envelope);
  }
}

function judgeOperation(
  world: SimWorld,
  device: SimDevice,
  { opId, state, offline }: OperationStatus,
  envelope: Envelope,
): void {
  const movements = [...world.server.ledger.movements.values()];
  const back = takenBack(world.server.ledger);
  const isDone = state === 'accepted' || state === 'settled-with-overspend';
  const moves = envelope.kind === 'purchase' || envelope.kind === 'top-up';
  if ((!isDone && state !== 'refused') || offline?.kind === 'withdrawn') return;
  const reference = envelope.kind === 'acceptance' ? envelope.payload.purchaseOpId : opId;
  const effects = movements.filter((one) => one.reference === reference);
  if (isDone && effects.length === 0 && isBeforePerson(world, reference, voucherOf(envelope))) return;
  if (isDone && (moves || envelope.kind === 'acceptance') && effects.length !== 1)
    world.violate('14', `${envelope.kind} ${opId} is held as done and has ${effects.length} effects`);
  if (isDone && envelope.kind !== 'top-up' && moves) {
    const paid = sumOf({ legs: effects.flatMap(({ legs }) => legs) }, 'stall', device.operatorId);
    if (paid !== envelope.payload.price)
      world.violate('14', `sale ${opId} of ${envelope.payload.price} is held as paid and paid ${paid}`);
  }
  // Nothing was handed over for it, so the money must not come back as a sale, unless a person decides about it.
  const isHandedOver = offline?.kind === 'accepted' || offline?.kind === 'issued';
  const isWrong = effects.some(({ id }) => !back.has(id)) && !isContradicted(world, opId);
  if (state === 'refused' && moves && !isHandedOver && isWrong)
    world.violate('14', `${envelope.kind} ${opId} is held as refused and has an effect`);
  if (isDone && world.restore?.held.has(opId)) world.reach('an acknowledged sale held through a restore');
}
