import { enlist, enrol } from '#lab/simulation/deeds/people.ts';
import { createDisk } from '#lab/simulation/machine/disk.ts';
import { peek, peekStatuses } from '#lab/simulation/peek.ts';
import type { StoredEnvelope } from '#src/client/local/db/operation.ts';
import { toAmount, toOpId, type OpId } from '#src/protocol/brands.ts';
import { handedOutIn, isWholeIn } from './copy.ts';
import { isEnrolled, newDevice, openTab, type SimDevice, type SimTab } from './device.ts';
import { decideLeftovers, tabOf } from './steps.ts';
import { note, type SimWorld } from './world.ts';

/**
 * A tab dies: at once, or at one of its next disk requests. The application is opened again a little later.
 */
export function crash(world: SimWorld, device: SimDevice): void {
  const { random, loop } = world;
  const tab = tabOf(world, device);
  note(world, device, 'crashes');
  if (random.chance(0.6)) tab.access.dieAtRequest = 1 + random.int(25);
  else tab.kill();
  loop.after(500 + random.int(20_000), () => {
    const wasDeciding = peekStatuses(device.disk).some(
      ({ offline, state }) => offline?.kind === 'deciding' && state === 'pending',
    );
    if (wasDeciding && tab.isGone) world.reach('a tab that died between purchase and acceptance');
    if (world.network.away.has(device.id)) world.reach('a restart without a link');
    if (device.tabs.length === 0) openTab(world, device).driver.wake();
    if (random.chance(0.5)) decideLeftovers(world, device);
  });
}

export function openSecondTab(world: SimWorld, device: SimDevice): void {
  if (device.tabs.length > 2) return;
  openTab(world, device).driver.wake();
  if (device.tabs.length > 1) world.reach('two tabs of one device at once');
}

/** The browser pauses a background page, with its answers and lock, and resumes it later. */
export function freeze(world: SimWorld, device: SimDevice): void {
  const tab = tabOf(world, device);
  tab.frozenUntil = world.loop.now() + 30_000 + world.random.int(150_000);
  if (device.tabs.length === 1) openSecondTab(world, device);
}

/**
 * A newer version of the application wrote an operation and was then removed: this one must leave it alone.
 */
export function writeAsNewerVersion(world: SimWorld, device: SimDevice): void {
  if (!isEnrolled(device)) return;
  const tab = tabOf(world, device);
  const opId = toOpId(world.random.uuid());
  world.spawn(tab, async () => {
    await tab.db.transaction('rw', tab.db.envelopes, tab.db.statuses, tab.db.device, async () => {
      const row = await tab.db.device.get('self');
      const template = await tab.db.statuses.toCollection().first();
      if (!row || !template) return;
      const seq = row.lastSeq + 1;
      // As long as every envelope's hash, because the device reports its start.
      const hash = opId.replaceAll('-', '').repeat(2);
      await tab.db.envelopes.add({ v: 3, opId, seq, kind: 'gift', hash } as StoredEnvelope);
      const { offline: _offline, reason: _reason, ...plain } = template;
      await tab.db.statuses.add({ ...plain, opId, seq, state: 'pending', receipt: null, attempts: 0 });
      await tab.db.device.put({ ...row, lastSeq: seq, headHash: hash });
    });
    device.newer.add(opId);
  });
}

export function jumpClock(world: SimWorld, device: SimDevice): void {
  const jump = world.random.pick([-86_400_000, -3_600_000, 3_600_000, 86_400_000]);
  device.skewMs += jump;
  note(world, device, `clock jumps ${jump}`);
  if (jump < 0) world.reach('a clock set back');
  if (jump === 86_400_000) world.reach('a clock set forward by a day');
}

/** A decision on the server, of which devices may not learn. */
export function decideOnServer(world: SimWorld): void {
  const { random, server } = world;
  const { ledger } = server;
  const staff = world.devices.filter(isEnrolled);
  const device = random.pick(staff);
  const hasOpen = peekStatuses(device.disk).some(({ state }) => state === 'pending');
  switch (random.int(5)) {
    case 0: {
      const voucher = [...ledger.vouchers.values()][random.int(Math.max(1, ledger.vouchers.size))];
      if (voucher && voucher.blocked !== 'person') {
        // No one waits for it: the next list of changes has it all the same.
        ledger.position += 1;
        ledger.blockChanges.set(ledger.blockChanges.size, {
          voucherId: voucher.id,
          position: ledger.position,
        });
        ledger.vouchers.set(voucher.id, {
          ...voucher,
          blocked: 'person',
          personBlockedAt: world.loop.now(),
          blockedAt: voucher.blockedAt ?? world.loop.now(),
        });
      }
      break;
    }
    case 1: {
      const row = ledger.devices.get(device.id);
      if (!row || row.revokedAt) break;
      ledger.devices.set(device.id, { ...row, revokedAt: new Date(world.loop.now()) });
      if (hasOpen) world.reach('a device revoked with operations open');
      note(world, device, 'is revoked');
      break;
    }
    case 2: {
      const operator = ledger.operators.get(device.operatorId);
      if (!operator) break;
      ledger.operators.set(operator.id, { ...operator, status: 'RECHAZADO', isActive: false });
      if (hasOpen) world.reach('an operator removed with operations open');
      note(world, device, 'operator is removed');
      break;
    }
    default: {
      const versions = ledger.limits.get(device.marketId) ?? [];
      const last = versions.at(-1);
      if (!last) break;
      const factor = 0.3 + random.next() * 2;
      const next = {
        ...last,
        version: last.version + 1,
        setAt: world.loop.now(),
        perVoucher: toAmount(Math.round(last.perVoucher * factor)),
        perDevice: toAmount(Math.round(last.perDevice * factor)),
        foreignVoucher: toAmount(Math.round((last.foreignVoucher ?? 0) * factor)),
      };
      ledger.limits.set(device.marketId, [...versions, next]);
      if (world.network.away.has(device.id)) world.reach('limits changed while a device had none of it');
    }
  }
}

/** The outbox of one device is written to a file and imported by another one of its market. */
export function rescue(world: SimWorld, from: SimDevice, to: SimDevice): void {
  const source = tabOf(world, from);
  const target = tabOf(world, to);
  world.spawn(source, async () => {
    const file = await source.commands.exportOutbox();
    if (file && 'entries' in file && file.entries.length > 0)
      world.spawn(target, () => takeOver(world, target, JSON.stringify(file)));
  });
}

async function takeOver(world: SimWorld, target: SimTab, file: string): Promise<void> {
  const taken = await target.commands.importOutbox(file);
  if (taken.kind !== 'kept') world.violate('import', 'a file of our own was not readable');
  else if (taken.fresh > 0) world.reach('an outbox delivered by another device');
  if (world.random.chance(0.5)) {
    const again = await target.commands.importOutbox(file);
    if (again.kind === 'kept' && again.fresh === 0) world.reach('an outbox delivered twice');
  }
  target.driver.wake();
}

/**
 * A disk that failed silently: its last writes are gone, or all of them. The device continues with the rest.
 */
export async function forget(world: SimWorld, device: SimDevice): Promise<void> {
  for (const tab of device.tabs) tab.kill();
  if (world.random.chance(0.3)) {
    note(world, device, 'loses everything');
    world.reach('a device that lost everything');
    device.hasForgotten = true;
    device.isBlank = true;
    device.disk = createDisk();
    if (device.copyTexts) beginAnew(world, device, device.copyTexts);
    return;
  }
  note(world, device, 'forgets its last writes');
  world.reach('a device whose disk forgot its last writes');
  await forgetTail(world, device, 1 + world.random.int(3));
}

/** The same tablet, enrolled again by the same person, with the second copy that the loss left. */
function beginAnew(world: SimWorld, lost: SimDevice, copyTexts: string[]): void {
  world.reach('a device that lost everything but its second copy');
  const fresh = newDevice(world, lost.kind, lost.marketId, lost.operatorId);
  fresh.copyTexts = copyTexts;
  fresh.skewMs = lost.skewMs;
  lost.copyTexts = null;
  lost.successor = fresh;
  lost.owed = handedOutIn(copyTexts);
  enlist(world, fresh);
  fresh.isBlank = true;
  enrolToTheEnd(world, fresh);
}

/** When a disk fault interrupts it, the person retries before selling. */
function enrolToTheEnd(world: SimWorld, device: SimDevice): void {
  const tab = device.tabs[0] ?? openTab(world, device);
  world.spawn(tab, async () => {
    await enrol(world, device);
    device.isBlank = false;
  });
  world.loop.after(2_000, () => {
    if (device.isBlank) enrolToTheEnd(world, device);
  });
}

const ownTables = ['envelopes', 'statuses', 'labels', 'signatures', 'registrations', 'exposures'] as const;

/** Removes the newest operations from the disk, as if their transactions had never reached it. */
async function forgetTail(world: SimWorld, device: SimDevice, count: number): Promise<void> {
  const envelopes = peek<{ opId: OpId; seq: number; hash: string; prevHash: string }>(
    device.disk,
    'envelopes',
  );
  const lost = envelopes.sort((a, b) => b.seq - a.seq).slice(0, count);
  const first = lost.at(-1);
  if (!first) return;
  device.hasForgotten ||= !isWholeIn(
    device,
    lost.map(({ opId }) => opId),
  );
  const tab = openTab(world, device);
  world.spawn(tab, async () => {
    await tab.db.transaction(
      'rw',
      [...ownTables.map((name) => tab.db.table(name)), tab.db.device],
      async () => {
        for (const { opId } of lost) for (const name of ownTables) await tab.db.table(name).delete(opId);
        const row = await tab.db.device.get('self');
        if (row) await tab.db.device.put({ ...row, lastSeq: first.seq - 1, headHash: first.prevHash });
      },
    );
    // It does not restore an unknown loss: the next start does.
    tab.kill();
    openTab(world, device).driver.wake();
  });
  await world.loop.runUntil(world.loop.now() + 1_000);
}
