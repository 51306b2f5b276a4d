import { isEnrolled, openTab, type SimDevice } from '#lab/simulation/world/device.ts';
import { giveUp, tabOf } from '#lab/simulation/world/steps.ts';
import { note, type SimWorld } from '#lab/simulation/world/world.ts';
import { isFinal, type OperationStatus } from '#src/client/local/db/operation.ts';
import type { Enrolment } from '#src/client/local/db/rows.ts';
import type { LocalDecision } from '#src/operations/outcome.ts';
import { peek, peekStatuses } from './peek.ts';

/** Decisions after which a person withdraws a sale with the button of its row. */
const withoutGoods = new Set<LocalDecision>(['deciding', 'refused']);

/** One run in this many continues for half an hour after everything is settled, to check that it stays so. */
const patientEvery = 8;

/** Links, disks and server are good again, every device is on, and everything gets time. */
export async function heal(world: SimWorld): Promise<void> {
  const { network, server, config } = world;
  note(world, null, 'heals');
  network.away.clear();
  network.faults.rate = 0;
  server.down.clear();
  for (const device of world.devices) device.isFull = false;
  server.faults = { failBeforeCommit: 0, dieBeforeAnswer: 0 };
  Object.assign(config.disk, { lostHandle: 0, abort: 0, quota: 0 });
  for (const device of world.devices)
    for (const tab of device.tabs) Object.assign(tab.access, { dieAtRequest: null });
  for (const device of world.devices) for (const tab of device.tabs.slice(1)) tab.kill();
  // The longest wait is an hour: a clock that was set back never extends it.
  const rounds = [10_000, 65 * 60_000, 15 * 60_000, 15 * 60_000, 15 * 60_000, 10_000];
  // A device learns with a report what the server has lost, and one may wait for another: a few more reports.
  if (world.restore?.isDone) rounds.push(...Array.from({ length: 4 }, () => 6 * 60_000));
  const reported = new Set<string>();
  network.onServe = ({ path }, sender) => void (path === '/sync' && reported.add(sender));
  for (const [round, waitMs] of rounds.entries()) {
    if (round > 0) decideUnknown(world);
    await giveTime(world, waitMs);
    const isPatient = world.seed % patientEvery === 0;
    if (isAtRest(world) && hasReported(world, reported) && !isPatient) return;
  }
}

/**
 * A sale without goods whose voucher never arrived, undecided or ruled out by its tablet, which a restored server may
 * have forgotten to revoke: its person reports that nothing was handed over.
 */
function decideUnknown(world: SimWorld): void {
  for (const device of world.devices)
    for (const { opId, state, offline, lastError } of peekStatuses(device.disk))
      // A page that died before its decision left none.
      if (
        !isFinal({ state }) &&
        withoutGoods.has(offline?.kind ?? 'deciding') &&
        lastError === 'UNKNOWN_VOUCHER'
      )
        giveUp(world, tabOf(world, device), opId);
}

async function giveTime(world: SimWorld, waitMs: number): Promise<void> {
  for (const device of world.devices) {
    if (device.tabs.length === 0) openTab(world, device);
    for (const tab of device.tabs) tab.driver.wake();
  }
  for (const phone of world.devices.filter(({ kind }) => kind === 'phone')) sendOld(world, phone);
  await world.loop.pass(waitMs, 8_000);
}

/** The device's person confirms old operations when asked, and they are sent. */
function sendOld(world: SimWorld, device: SimDevice): void {
  const tab = tabOf(world, device);
  world.spawn(tab, () => tab.commands.retryAll());
}

/** Time changes nothing more: everything is settled, and the server has every journal complete. */
function isAtRest(world: SimWorld): boolean {
  // A device that lost nothing reports that with its next contact.
  const isExpected = [...world.server.ledger.expected.values()].some(({ isReturned }) => !isReturned);
  if (isExpected) return false;
  return world.devices.every((device) => {
    if (!hasHeard(world, device)) return false;
    const statuses = peekStatuses(device.disk);
    const rescued = peek<Pick<OperationStatus, 'state'>>(device.disk, 'rescued');
    return [...statuses, ...rescued].every(isFinal) && hasWhole(world, device, statuses);
  });
}

function hasWhole(world: SimWorld, device: SimDevice, statuses: readonly OperationStatus[]): boolean {
  const head = world.server.ledger.devices.get(device.id)?.head;
  if (!head) return true;
  // Operations that wait for another device after a restore are final on their own.
  if (world.restore?.isDone && head.awaiting.length > 0) return false;
  return head.gaps.length === 0 && head.ackSeq >= Math.max(0, ...statuses.map(({ seq }) => seq));
}

/**
 * After a restore every device has reported once: only its report shows what the server lost, which an old
 * call may have replaced.
 */
function hasReported({ restore, devices }: SimWorld, reported: ReadonlySet<string>): boolean {
  return !restore?.isDone || devices.every((device) => !isEnrolled(device) || reported.has(device.id));
}

/** After a restore: the device knows of it, and has shown its earlier answers. */
function hasHeard(world: SimWorld, device: SimDevice): boolean {
  if (!isEnrolled(device)) return true;
  const epoch = Math.max(0, ...world.server.ledger.epochs.keys());
  const isTold = peek<{ number?: number }>(device.disk, 'serverConfig').some((row) => row.number === epoch);
  const [enrolment] = peek<Pick<Enrolment, 'missing' | 'toShow'>>(device.disk, 'enrolment');
  const asked = [...(enrolment?.missing ?? []), ...(enrolment?.toShow ?? [])];
  return (epoch === 0 || isTold) && (asked.length === 0 || !world.restore?.isDone);
}
