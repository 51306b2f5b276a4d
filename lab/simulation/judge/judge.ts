import { sumOf, takenBack } from '#lab/simulation/judge/voids.ts';
import { peekEnvelopes, peekStatuses } from '#lab/simulation/peek.ts';
import type { RareState } from '#lab/simulation/rare-states.ts';
import { isEnrolled, type SimDevice } from '#lab/simulation/world/device.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { OperationStatus, OfflineRefusal } from '#src/client/local/db/operation.ts';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import type { ConflictLine } from '#src/server/journal/ports/rows.ts';
import { endings, judgeAcceptance, judgeOpenSums } from './acceptance.ts';
import { judgeLedger } from './ledger.ts';
import { isBeforePerson, isContradicted, judgeRecovered, voucherOf } from './recovered.ts';

/**
 * Judges everything shown to people since the last look; called while nothing runs. Stored data never
 * disappears.
 */
export function watchDevices(world: SimWorld): void {
  for (const device of world.devices) {
    const statuses = peekStatuses(device.disk);
    if (!device.hasForgotten) judgeKept(world, device, statuses);
    for (const status of statuses) {
      const shown = device.shown.get(status.opId) ?? new Set<string>();
      device.shown.set(status.opId, shown);
      const face = faceOf(status);
      if (shown.has(face)) continue;
      shown.add(face);
      noteRare(world, status);
      judgeDone(world, device, status);
      if (face !== 'accepted here') continue;
      if (shown.has('refused') || device.refused.has(status.opId) || shown.has('withdrawn here'))
        world.violate('3', `sale ${status.opId} was accepted after it had been shown as refused`);
      judgeAcceptance(world, device, status);
    }
    judgeOpenSums(world, device, statuses);
  }
  world.lastLook = world.loop.now();
}

/** An operation shown as settled does not still wait for a person on the server. */
function judgeDone(world: SimWorld, device: SimDevice, { opId, state }: OperationStatus): void {
  if (state !== 'accepted' && state !== 'settled-with-overspend') return;
  const conflict = [...world.server.ledger.conflicts.values()].find((one) => one.opId === opId);
  // After a restore it waits for another device's operations, or for the seal when an old request came first:
  // judged at the end.
  if (!world.restore?.isDone && (conflict?.state === 'waiting' || conflict?.state === 'review'))
    world.violate(
      '13',
      `operation ${opId} of ${device.kind} is shown as settled and the server has it in ${conflict.state}`,
    );
}

function judgeKept(world: SimWorld, device: SimDevice, statuses: readonly OperationStatus[]): void {
  const held = new Set(statuses.map(({ opId }) => opId));
  for (const opId of device.shown.keys())
    if (!held.has(opId)) world.violate('11', `operation ${opId} of ${device.kind} is gone from its device`);
}

const rareRefusals: Partial<Record<OfflineRefusal, RareState>> = {
  LIST_TOO_OLD: 'refused: the list is too old',
  CLOCK_BEHIND: 'refused: the clock is behind',
  VOUCHER_LIMIT: 'refused: more than the voucher may',
  DEVICE_LIMIT: 'refused: more than the device may',
  NOT_ENOUGH_KNOWN: 'refused: more than is known to be left',
  SPENT_OR_BLOCKED: 'refused: known to be spent',
  KIOSK_VOUCHER_LIMIT: 'refused: more than the kiosk may hand out',
  KIOSK_TOTAL_LIMIT: 'refused: more than the kiosk may hand out',
  FOREIGN_VOUCHER: 'refused: an unknown paper of another market',
  BAD_SIGNATURE: 'a forged code refused',
  UNKNOWN_KEY: 'a forged code refused',
};

function noteRare(world: SimWorld, { state, offline }: OperationStatus): void {
  if (offline?.kind === 'accepted') world.reach('a sale accepted without a link');
  if (offline?.kind === 'withdrawn') world.reach('a sale withdrawn');
  if ((offline?.kind === 'refused' || offline?.kind === 'withdrawn') && offline.reason !== 'BY_PERSON') {
    const rare = rareRefusals[offline.reason];
    if (rare) world.reach(rare);
  }
  if (state === 'refused') world.reach('a purchase refused by the server');
  if (state === 'waiting-top-up') world.reach('a sale that waits for its top-up');
}

/** Returns the screen's state of an operation. */
function faceOf({ state, offline }: OperationStatus): string {
  if (offline?.kind === 'accepted') return 'accepted here';
  if (offline?.kind === 'withdrawn') return 'withdrawn here';
  if (offline?.kind === 'issued' && state !== 'accepted') return 'issued here';
  return state;
}

/** Judges the end, when all links are good and everything had time. */
export function judgeEnd(world: SimWorld): void {
  judgeLedger(world);
  for (const device of world.devices) {
    judgeDevice(world, device);
    judgeRecovered(world, device);
  }
  for (const failure of world.server.failures) world.violate('server', failure);
}

function judgeDevice(world: SimWorld, device: SimDevice): void {
  const { ledger } = world.server;
  const row = ledger.devices.get(device.id);
  const envelopes = peekEnvelopes(device.disk);
  const statuses = new Map(peekStatuses(device.disk).map((status) => [status.opId, status]));
  const isRevoked = row?.revokedAt != null;
  for (const status of statuses.values()) {
    const envelope = envelopes.get(status.opId);
    if (!envelope || envelope.v > 2 || !('kind' in envelope)) continue;
    judgeStatus(world, device, status, envelope, isRevoked);
  }
  if (device.hasForgotten || !isEnrolled(device) || !row) return;
  for (const opId of device.newer) {
    if (!statuses.has(opId)) continue;
    const kept = envelopes.get(opId);
    if (kept?.v !== 3 || statuses.get(opId)?.state !== 'pending')
      world.violate('11', `an envelope of a newer version was touched`);
    else world.reach('an envelope of a newer version left untouched');
  }
  if (row.head.gaps.length > 0 && device.newer.size === 0)
    world.violate('7', `gaps in the journal of an honest ${device.kind}`);
  const lastSeq = Math.max(0, ...[...statuses.values()].map(({ seq }) => seq));
  if (row.head.ackSeq !== lastSeq && !hasUnreadable(device))
    world.violate('7', `the server has ${row.head.ackSeq} of ${lastSeq} operations of ${device.kind}`);
  for (const { kind, deviceId, seq } of ledger.incidents.values())
    if (deviceId === device.id && kind !== 'clock' && kind !== 'gap' && device.newer.size === 0)
      world.violate('7', `incident ${kind} at ${seq} of an honest ${device.kind}`);
}

function hasUnreadable(device: SimDevice): boolean {
  return [...peekEnvelopes(device.disk).values()].some((envelope) => envelope.v > 2);
}

function judgeStatus(
  world: SimWorld,
  device: SimDevice,
  status: OperationStatus,
  envelope: Envelope,
  isRevoked: boolean,
): void {
  const { ledger } = world.server;
  const { opId, state } = status;
  const isSettled = endings.has(state) || state === 'waiting-top-up' || state === 'in-review';
  if (!isSettled && !device.hasForgotten)
    world.violate(
      '6',
      `${envelope.kind} of ${device.kind} is ${state} after everything healed (${status.lastError})`,
    );
  const effects = [...ledger.movements.values()].filter(({ reference }) => reference === opId);
  if (effects.length > 1) world.violate('2', `${envelope.kind} ${opId} has ${effects.length} effects`);
  const conflict = [...ledger.conflicts.values()].find(
    (one) => one.opId === opId || one.purchaseOpId === opId,
  );
  const receipt = ledger.receipts.get(opId);
  const moves = envelope.kind === 'purchase' || envelope.kind === 'top-up';
  // A device without a journal is not asked after a restore (docs/decisions/0017), and a withdrawn operation
  // is not made again.
  const isWithdrawn = status.offline?.kind === 'withdrawn';
  const isAskedFor = !world.restore?.isDone || (isEnrolled(device) && !isWithdrawn);
  if (state === 'accepted' && moves && isAskedFor)
    if (effects.length === 0 && !(world.restore?.isDone && isBeforePerson(world, opId, voucherOf(envelope))))
      world.violate('3', `${envelope.kind} ${opId} is shown as done and has no effect`);
  // Goods handed over all the same are paid by their acceptance, which may precede the display of the
  // refusal. Nor is its refusal restored: a copy of the request that was on its way meanwhile buys.
  const isOut = world.restore?.isDone === true && status.offline?.kind === 'accepted';
  const isLine = world.restore?.isDone === true && isContradicted(world, opId);
  if (state === 'refused' && isLine) world.reach('what an old call bought after a restore made a line');
  const isKept = isOut || isLine;
  if (state === 'refused' && !receipt?.refusal && !isRevoked && isAskedFor && effects.length > 0 && !isKept)
    world.violate('13', `${envelope.kind} ${opId} is shown as refused and has an effect`);
  // A copy of the call after a restore found its person active again. A registration moves no money.
  const isRegistered =
    envelope.kind === 'customer' && world.restore?.isDone === true && receipt?.refusal === null;
  const isSaid = receipt?.refusal != null || status.lastError === 'REGISTRATION_CHANGED' || isRegistered;
  if (state === 'refused' && !isSaid && !isRevoked && isEnrolled(device) && effects.length === 0)
    world.violate(
      '13',
      `${envelope.kind} ${opId} is shown as refused and nobody refused it (${status.lastError})`,
    );
  if ((state === 'in-review' || state === 'waiting-top-up') && !conflict)
    world.violate('13', `${envelope.kind} ${opId} is shown as ${state} and nobody has it`);
  if (status.offline?.kind === 'withdrawn') judgeWithdrawn(world, device, status);
  if (status.offline?.kind === 'accepted') judgeAccepted(world, device, status, envelope);
  if (status.offline?.kind === 'issued' && !device.hasForgotten && effects.length === 0 && !conflict)
    world.violate('3', `voucher of ${opId} was handed out and is nowhere on the server`);
}

/** Nothing was handed over: in the end it is unpaid, or in a person's list. */
function judgeWithdrawn(world: SimWorld, device: SimDevice, { opId }: OperationStatus): void {
  const { ledger } = world.server;
  const all = [...ledger.movements.values()];
  const mayNot = ledger.devices.get(device.id)?.revokedAt != null || !isActive(world, device);
  const back = takenBack(ledger);
  const isListed = [...ledger.conflicts.values()].some(
    ({ kind, purchaseOpId }) => kind === 'withdrawal' && purchaseOpId === opId,
  );
  for (const { id } of all.filter(({ reference }) => reference === opId)) {
    if (back.has(id)) world.reach('a sale withdrawn after the server had made it');
    else if (!device.hasForgotten && !mayNot && !isListed)
      world.violate('3', `sale ${opId} was withdrawn here and is paid`);
  }
}

function isActive(world: SimWorld, device: SimDevice): boolean {
  return world.server.ledger.operators.get(device.operatorId)?.isActive === true;
}

/**
 * A lost answer may make an honest device know less than the server, and a clock jump may falsify its times;
 * nothing else.
 */
const neverOfAnHonest: ReadonlySet<ConflictReason> = new Set<ConflictReason>([
  'BEYOND_LIMITS',
  'BAD_PROOF',
  'CLAIM_UNTRUE',
]);

/**
 * A copy that was put in place by hand is unknown until a device shows a receipt that it lacks. Until then a list that
 * it lacks looks invented, and so do limits; a proof by an issuing key of the lost time has no key any more
 * (docs/security.md).
 */
function isOfLostTime({ restore, server }: SimWorld, { reason, recordedAt }: ConflictLine): boolean {
  if (restore?.isDone !== true) return false;
  const { epochs, proofKeys } = server.ledger;
  const isUnseen = !restore.isByScript && recordedAt.getTime() <= Math.min(Infinity, ...epochs.values());
  const isKeyLost = server.keySet().keys.some(({ kid }) => !proofKeys.has(`kid ${kid}`));
  if (reason === 'CLAIM_UNTRUE' || reason === 'BEYOND_LIMITS') return isUnseen;
  return reason === 'BAD_PROOF' && isKeyLost;
}

/** Goods were handed over: the stall is paid in full, or the sale is in a person's list. */
function judgeAccepted(
  world: SimWorld,
  device: SimDevice,
  status: OperationStatus,
  envelope: Envelope,
): void {
  const { ledger } = world.server;
  const { offline } = status;
  if (offline?.kind !== 'accepted' || envelope.kind !== 'purchase') return;
  const conflict = [...ledger.conflicts.values()].find(({ opId }) => opId === offline.opId);
  const receipt = ledger.receipts.get(status.opId);
  const settled = ledger.receipts.get(offline.opId);
  if (receipt?.refusal && settled && !settled.refusal)
    world.reach('an accepted sale after its purchase was refused');
  if (ledger.acceptances.get(status.opId)?.isPaidBefore)
    world.reach('an accepted sale that its purchase had paid');
  if (conflict?.reason === 'VOUCHER_BLOCKED') world.reach('a sale on a blocked voucher');
  if (conflict?.state === 'resolved' || (settled && conflict?.reason === 'UNKNOWN_VOUCHER'))
    world.reach('a sale that waited for its top-up and was settled');
  const effects = [...ledger.movements.values()].filter(({ reference }) => reference === status.opId);
  const paid = sumOf({ legs: effects.flatMap(({ legs }) => legs) }, 'stall', device.operatorId);
  const isListed = conflict?.state === 'waiting' || conflict?.state === 'review';
  if (paid !== envelope.payload.price && !isListed && !device.hasForgotten)
    world.violate(
      '3',
      `sale ${status.opId} was accepted here for ${envelope.payload.price} and paid ${paid}`,
    );
  if (conflict?.state === 'review') {
    world.reach('an operation set aside for review');
    if (neverOfAnHonest.has(conflict.reason) && !device.hasForgotten && !isOfLostTime(world, conflict))
      world.violate('9', `an honest sale was set aside: ${conflict.reason}`);
    const isClockRight = world.config.clockJump === 0 && !world.restore?.isDone;
    // A contact counts from its record on the server, hours after the device reported its journal's end.
    const isInTime = isClockRight && !world.servedLate.has(device.id);
    if (conflict.reason === 'TIME_IMPLAUSIBLE' && isInTime && !device.hasForgotten)
      world.violate('9', 'an honest sale was set aside for its time');
  }
  const voucher = ledger.vouchers.get(envelope.payload.codeQrUuid);
  if (conflict?.state === 'waiting' && voucher)
    world.violate('6', `sale ${status.opId} waits for a top-up that has come`);
}
