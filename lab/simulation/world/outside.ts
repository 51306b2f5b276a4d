import { arrangeStep } from './arranged.ts';
import { sell } from './steps.ts';
import type { SimWorld } from './world.ts';

/** Before the step of this number: events around devices and links. */
export async function happenOutside(world: SimWorld, step: number): Promise<void> {
  sellAsRevoked(world);
  await arrangeStep(world, step);
  if (world.trouble.hasSettings) await changeSettings(world);
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
