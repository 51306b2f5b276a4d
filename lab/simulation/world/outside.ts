import { arrangeStep } from './arranged.ts';
import { isEnrolled } from './device.ts';
import { sell } from './steps.ts';
import type { SimWorld } from './world.ts';

/** Before the step of this number: events around devices and links. */
export async function happenOutside(world: SimWorld, step: number): Promise<void> {
  const { trouble } = world;
  sellAsRevoked(world);
  if (trouble.hasAbsences) comeAndLeave(world);
  await arrangeStep(world, step);
  if (trouble.hasSettings) await changeSettings(world);
}

/** Sells on a tablet after the notice that it is out of use, offline where no server can refuse. */
function sellAsRevoked(world: SimWorld): void {
  const papers = world.papers.filter(({ isGenuine }) => isGenuine);
  if (papers.length === 0) return;
  for (const device of world.devices) {
    if (device.kind !== 'stall' || device.isBlank || !device.toldRevoked) continue;
    if (world.focus !== 'a revoked stall' && !world.trouble.dice.chance(0.5)) continue;
    world.network.away.add(device.id);
    world.reach('a revoked device that was used on');
    sell(world, device, world.trouble.dice.pick(papers));
  }
}

/**
 * A person leaves a kiosk or a stall and returns; a password reset ends the session and suspends the
 * operator.
 */
function comeAndLeave(world: SimWorld): void {
  const { trouble, server } = world;
  const { dice } = trouble;
  const staffed = world.devices.filter((device) => isEnrolled(device) && !device.isBlank);
  if (staffed.length === 0 || !dice.chance(0.7)) return;
  const kiosks = staffed.filter(({ kind }) => kind === 'kiosk');
  const device = dice.pick(kiosks.length > 0 && dice.chance(0.6) ? kiosks : staffed);
  if (server.absent.has(device.id)) {
    if (dice.chance(0.35)) server.absent.delete(device.id);
    return;
  }
  server.absent.add(device.id);
  const person = server.ledger.operators.get(device.operatorId);
  if (!person?.isActive || !dice.chance(0.3)) return;
  server.ledger.operators.set(person.id, { ...person, isSuspended: true });
  if (!world.suspended.has(person.id))
    world.suspended.set(person.id, new Set(server.ledger.movements.keys()));
  world.wereSuspended.add(person.id);
  world.reach('a person suspended while a device works on');
}

async function changeSettings(world: SimWorld): Promise<void> {
  const { trouble, server } = world;
  const { dice } = trouble;
  const { ledger } = server;
  if (dice.chance(0.15)) {
    server.topUpMax = 1_000 * (1 + dice.int(40));
    world.reach('the most of a top-up lowered');
  }
  if (dice.chance(0.15)) {
    server.rotateKey();
    world.reach("the server's key changed");
  }
  if (dice.chance(0.2)) {
    const device = dice.pick(world.devices);
    device.isFull = !device.isFull;
    if (device.isFull) world.reach('a disk that stays full');
  }
  if (dice.chance(0.3)) loseCache(world);
  if (dice.chance(0.2)) {
    const owners = new Set([...ledger.vouchers.values()].map(({ ownerId }) => ownerId));
    // PostgreSQL keeps the row to which another one resolves.
    for (const { mergedInto } of ledger.customers.values()) if (mergedInto) owners.add(mergedInto);
    const idle = [...ledger.customers.values()].filter(
      ({ customer, mergedInto }) => mergedInto === null && !owners.has(customer.id),
    );
    const gone = idle.length > 0 ? dice.pick(idle) : null;
    if (gone) {
      ledger.customers.delete(gone.customer.id);
      world.reach('a customer deleted before the top-up came');
    }
  }
}

/** A browser low on space discards the cache, whose contents must be fetched anew. */
function loseCache(world: SimWorld): void {
  const tabs = world.devices.flatMap((device) => device.tabs);
  if (tabs.length === 0) return;
  const tab = world.trouble.dice.pick(tabs);
  world.reach('a cache thrown away by the browser');
  world.spawn(tab, async () => {
    await tab.cache.lists.clear();
    tab.driver.wake();
  });
}
