import { peekStatuses } from '#lab/simulation/peek.ts';
import { deviceNow, newDevice, type SimDevice } from '#lab/simulation/world/device.ts';
import { tabOf } from '#lab/simulation/world/steps.ts';
import { note, type Paper, type SimWorld } from '#lab/simulation/world/world.ts';
import { signIn } from '#src/client/api/sign-in.ts';
import { appendOperation } from '#src/client/local/outbox/outbox.ts';
import { readAuth, signOutLocally } from '#src/client/state/session.ts';
import { toAmount, toOpId } from '#src/protocol/brands.ts';

/**
 * A tablet shared by two stalls without an enrolment: it sends one by one, with the signed-in person's
 * session. The session is the product's own, one for the whole process, so a run has one such tablet.
 */
export function settleCounter(world: SimWorld): void {
  const { random, server } = world;
  const counter = newDevice(world, 'counter', random.pick(world.markets), '');
  for (const name of ['la mañana', 'la tarde']) {
    const id = random.uuid();
    const { marketId } = counter;
    server.ledger.operators.set(id, {
      id,
      ownerName: name,
      userType: 'ESTANTE',
      status: 'APROBADO',
      isActive: true,
      isSuspended: false,
    });
    server.ledger.stalls.set(id, { id, marketId, name, pointsEvery: toAmount(1_000) });
    world.colleagues.push(id);
  }
  world.devices.push(counter);
  enter(world, counter, random.pick(world.colleagues));
}

/**
 * A person arrives at the tablet or leaves it, or ends their own session from elsewhere. Signing in needs a
 * link; leaving does not.
 */
export function comeAndGo(world: SimWorld, counter: SimDevice): void {
  const { random, network, server } = world;
  const before = readAuth().user?.id;
  const isOpen = hasOpenOf(counter);
  const isAbout = world.focus === 'sessions that end';
  if (random.chance(0.2)) server.sessions.end(random.pick(world.colleagues));
  // From elsewhere, while this person continues here and does not know.
  if (isAbout && before !== undefined && random.chance(0.5)) {
    server.sessions.end(before);
    tabOf(world, counter).driver.wake();
    return;
  }
  if (random.chance(0.3)) {
    signOutLocally();
    if (before !== undefined && isOpen) world.reach('signed out with operations open');
  } else if (!network.away.has(counter.id) && server.down.size === 0) {
    const personId = random.pick(world.colleagues);
    if (!enter(world, counter, personId)) return;
    if (before !== undefined && before !== personId && isOpen)
      world.reach('somebody else signed in with operations open');
  }
  tabOf(world, counter).driver.wake();
}

/** Returns whether this person is now signed in at the tablet. */
export function enter(world: SimWorld, counter: SimDevice, personId: string): boolean {
  const pair = world.server.sessions.open(personId);
  if (!pair || !signIn(pair)) return false;
  note(world, counter, `signs in ${personId.slice(0, 4)}`);
  return true;
}

function hasOpenOf(counter: SimDevice): boolean {
  return peekStatuses(counter.disk).some(({ state }) => state === 'pending' || state === 'waiting-sign-in');
}

/** The signed-in person charges; without an answer the sale is pending, and nothing is handed over. */
export function sellAtCounter(world: SimWorld, counter: SimDevice, link: Paper): void {
  const { random } = world;
  const operatorId = readAuth().user?.id;
  if (operatorId === undefined) return;
  const tab = tabOf(world, counter);
  const opId = toOpId(random.uuid());
  const price = 500 * (1 + random.int(30));
  world.deeds.set(opId, {
    deviceId: counter.id,
    kind: 'purchase',
    voucherId: link.voucherId,
    amount: price,
    operatorId,
  });
  note(world, counter, `sells ${price} of ${world.papers.indexOf(link)}`);
  world.spawn(tab, async () => {
    await appendOperation(
      tab.db,
      {
        opId,
        operatorId,
        occurredAt: new Date(deviceNow(world, counter)),
        label: { userName: 'luz', estanteName: 'R' },
        kind: 'purchase',
        payload: {
          userId: link.ownerId,
          estanteId: operatorId,
          codeQrUuid: link.voucherId,
          price: toAmount(price),
          by: 'stall',
        },
      },
      counter.id,
    );
    tab.driver.wake();
  });
}
