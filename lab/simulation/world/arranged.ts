import type { SimDevice } from './device.ts';
import type { Focus } from './focus.ts';
import { sell } from './steps.ts';
import { jumpClock } from './trouble.ts';
import type { Paper, SimWorld } from './world.ts';

/** Before each step of a day with a focus: causes the focused event. */
export async function arrangeStep(world: SimWorld, step: number): Promise<void> {
  const arranged: Partial<Record<Focus, () => void | Promise<void>>> = {
    'a revoked stall': () => (step === 2 ? revokeAStall(world) : undefined),
    'one paper': () => sellTwice(world, true),
    'a restore': () => sellBeforeARestore(world, step),
    'a long way without a link': () => sellALot(world),
    'a clock that jumps': () => sellByWrongClock(world),
  };
  if (world.focus !== null) await arranged[world.focus]?.();
}

function stallOf({ devices }: SimWorld): SimDevice | undefined {
  return devices.find((device) => device.kind === 'stall' && !device.isBlank);
}

function newestPaper({ papers }: SimWorld): Paper | undefined {
  return papers.findLast(({ isGenuine }) => isGenuine);
}

function revokeAStall(world: SimWorld): void {
  const stall = world.devices.find(({ kind }) => kind === 'stall');
  if (!stall) return;
  const { devices } = world.server.ledger;
  const row = devices.get(stall.id);
  if (row) devices.set(stall.id, { ...row, revokedAt: new Date(world.loop.now()) });
  world.network.away.delete(stall.id);
}

/**
 * More than half of a voucher online, and again more than half of it, with a link or right after it is lost.
 */
async function sellTwice(world: SimWorld, isThenAway: boolean): Promise<void> {
  const [stall, paper] = [stallOf(world), newestPaper(world)];
  if (!stall || !paper) return;
  const { loop, network } = world;
  const price = 500 * Math.floor((paper.face * 0.6) / 500);
  network.away.delete(stall.id);
  sell(world, stall, paper, price);
  await loop.pass(1_500, 1_500);
  if (isThenAway) network.away.add(stall.id);
  sell(world, stall, paper, price);
  await loop.pass(500, 500);
}

/** Between the copy and its restore a voucher is spent, and a larger sale is refused. */
async function sellBeforeARestore(world: SimWorld, step: number): Promise<void> {
  const { restore, network } = world;
  if (!restore || restore.copyAt > step || restore.isDone) return;
  for (const device of world.devices) if (device.kind === 'kiosk') network.away.delete(device.id);
  await sellTwice(world, false);
}

/** Its clock is changed right after it has learned the right time, and it sells offline. */
async function sellByWrongClock(world: SimWorld): Promise<void> {
  const [stall, paper] = [stallOf(world), newestPaper(world)];
  if (!stall || !paper) return;
  const { loop, network } = world;
  network.away.delete(stall.id);
  await loop.pass(3_000, 3_000);
  network.away.add(stall.id);
  jumpClock(world, stall);
  sell(world, stall, paper, 500);
  await loop.pass(500, 500);
}

function sellALot(world: SimWorld): void {
  const [stall, paper] = [stallOf(world), newestPaper(world)];
  if (!stall || !paper) return;
  world.network.away.add(stall.id);
  for (let sale = 0; sale < 4; sale += 1) sell(world, stall, paper);
}
