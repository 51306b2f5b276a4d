import { createHash } from 'node:crypto';
import { lie, settleLiar } from '#lab/simulation/deeds/liar.ts';
import { settlePeople } from '#lab/simulation/deeds/people.ts';
import { undoHere } from '#lab/simulation/deeds/undo.ts';
import { judgeEnd, watchDevices } from '#lab/simulation/judge/judge.ts';
import { judgeLiar } from '#lab/simulation/judge/liar.ts';
import { judgeLists } from '#lab/simulation/judge/lists.ts';
import { judgeRestored } from '#lab/simulation/judge/restored.ts';
import { letGo } from '#lab/simulation/machine/event-loop.ts';
import { isEnrolled, type SimDevice } from '#lab/simulation/world/device.ts';
import { happenOutside } from '#lab/simulation/world/outside.ts';
import { copyOrPutBack, drawRestore } from '#lab/simulation/world/restore.ts';
import { processes } from '#lab/simulation/world/server.ts';
import { forge, payByPhone, sell, topUp } from '#lab/simulation/world/steps.ts';
import {
  crash,
  decideOnServer,
  forget,
  freeze,
  jumpClock,
  openSecondTab,
  rescue,
  writeAsNewerVersion,
} from '#lab/simulation/world/trouble.ts';
import { createWorld, note, type Paper, type SimWorld } from '#lab/simulation/world/world.ts';
import { heal } from './heal.ts';
import { collectPapers } from './papers.ts';
import { peekStatuses } from './peek.ts';
import type { RareCounts } from './rare-states.ts';

export type ScheduleResult = {
  seed: number;
  violations: string[];
  /** Hash of every event, the same for the same seed. */
  trace: string;
  history: string[];
  /** Worst overspend of a voucher, as a fraction of its bound. */
  worstOverspend: number;
  /** Highest gain of a dishonest device, as a fraction of its bound. */
  worstGain: number;
};

/** Chaos, then healing, then the judgement. One seed is one run. */
export async function runSchedule(seed: number, rare: RareCounts): Promise<ScheduleResult> {
  const world = createWorld(seed, rare);
  const disconnect = world.network.install();
  try {
    await settlePeople(world);
    settleLiar(world);
    world.restore = drawRestore(world);
    for (let step = 0; step < world.config.steps; step += 1) {
      await copyOrPutBack(world, step);
      await happenOutside(world, step);
      await takeStep(world);
      await lie(world);
      await world.loop.pass(pause(world), 3_000);
      look(world);
    }
    await copyOrPutBack(world, world.config.steps);
    await heal(world);
    look(world);
    judgeEnd(world);
    judgeRestored(world);
    judgeLiar(world);
  } catch (error) {
    world.violate('ended', error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    for (const device of world.devices) for (const tab of device.tabs) tab.kill();
    disconnect();
    world.loop.release();
    await letGo();
  }
  return {
    seed,
    violations: world.violations,
    trace: createHash('sha256').update(world.trace.join('\n')).digest('hex'),
    history: world.trace,
    worstOverspend: world.worst,
    worstGain: world.worstGain,
  };
}

async function takeStep(world: SimWorld): Promise<void> {
  const { random, config, network } = world;
  const devices = world.devices.filter(({ isBlank }) => !isBlank);
  if (devices.length === 0) return;
  const device = random.pick(devices);
  if (random.chance(world.focus === 'one paper' ? 0.8 : 0.35)) toggleLink(world, device);
  if (random.chance(config.crash)) crash(world, device);
  if (random.chance(config.secondTab)) openSecondTab(world, device);
  if (random.chance(config.freeze)) freeze(world, device);
  if (random.chance(config.newerVersion)) writeAsNewerVersion(world, device);
  if (random.chance(config.clockJump)) jumpClock(world, device);
  if (random.chance(config.decisions)) decideOnServer(world);
  if (random.chance(config.server.restart)) restartServer(world);
  if (random.chance(config.forgetting)) await forget(world, random.pick(devices));
  if (random.chance(0.06)) rescueOne(world);
  world.server.faults = {
    failBeforeCommit: config.server.failBeforeCommit,
    dieBeforeAnswer: config.server.dieBeforeAnswer,
  };
  network.faults.rate = config.link.rate;
  // No one works with a device that has just lost everything.
  const working = devices.filter(({ isBlank }) => !isBlank);
  if (working.length > 0) act(world, random.pick(working), working);
}

function act(world: SimWorld, device: SimDevice, devices: readonly SimDevice[]): void {
  const { random, papers } = world;
  if (device.kind === 'kiosk' || papers.length === 0) {
    const kiosks = devices.filter(({ kind }) => kind === 'kiosk');
    const kiosk = kiosks.length > 0 ? random.pick(kiosks) : undefined;
    if (kiosk && world.trouble.dice.chance(0.12)) undoHere(world, kiosk);
    else if (kiosk) topUp(world, kiosk);
    return;
  }
  const link = random.chance(0.05) ? forge(world) : paperOf(world);
  const stalls = world.devices.filter(({ kind }) => kind === 'stall');
  if (device.kind === 'phone') payByPhone(world, device, random.pick(stalls), link);
  else for (let sale = purchasesOf(world); sale > 0; sale -= 1) sell(world, device, link);
}

/** Most days use many vouchers; a double spend needs a single one. */
function paperOf({ focus, random, papers }: SimWorld): Paper {
  const isOne = focus === 'one paper' || focus === 'losses';
  return (isOne ? papers.at(-1) : undefined) ?? random.pick(papers);
}

function purchasesOf({ focus, random }: SimWorld): number {
  return random.chance(focus === 'a long way without a link' ? 0.7 : 0.2) ? 6 : 1;
}

function toggleLink({ network, config, random }: SimWorld, device: SimDevice): void {
  if (random.chance(config.link.away)) network.away.add(device.id);
  else network.away.delete(device.id);
}

/** Both processes, as in a power cut, or one after the other, as in an upgrade. */
function restartServer(world: SimWorld): void {
  const { server, loop, random, balancer } = world;
  const length = random.int(60_000);
  const isUpgrade = balancer.chance(0.5);
  world.reach(isUpgrade ? 'one process of the server restarted' : 'a server restarted');
  for (const index of processes) {
    const begin = isUpgrade ? index * length : 0;
    loop.after(begin, () => void server.down.add(index));
    loop.after(begin + length, () => void server.down.delete(index));
  }
}

function rescueOne(world: SimWorld): void {
  const { random } = world;
  const devices = world.devices.filter(({ isBlank }) => !isBlank);
  if (devices.length === 0) return;
  const from = random.pick(devices);
  const others = devices.filter(
    (other) => other.id !== from.id && isEnrolled(other) && other.marketId === from.marketId,
  );
  if (isEnrolled(from) && others.length > 0) rescue(world, from, random.pick(others));
}

function pause({ random }: SimWorld): number {
  const long = random.chance(0.5) ? 3 * 3_600_000 : 20 * 3_600_000;
  return random.pick([
    200,
    2_000,
    4_000,
    30_000,
    60_000,
    random.chance(0.3) ? 600_000 : 5_000,
    random.chance(0.2) ? long : 3_000,
  ]);
}

/** Nothing runs now: judges what people were shown, their vouchers, and the run's history. */
function look(world: SimWorld): void {
  watchDevices(world);
  judgeLists(world);
  for (const device of world.devices) {
    const states = peekStatuses(device.disk).map(
      ({ seq, state, offline }) => `${seq}${state}${offline?.kind ?? ''}`,
    );
    note(world, device, states.join(','));
    if (device.kind === 'kiosk') collectPapers(world, device);
  }
}
