import { peek, peekStatuses } from '#lab/simulation/peek.ts';
import { toAmount, toOpId, toVoucherId, type OpId, type VoucherId } from '#src/protocol/brands.ts';
import { devicePrefixOf, writeVoucherProof } from '#src/protocol/voucher-proof.ts';
import { openTab, type SimDevice, type SimTab } from './device.ts';
import { note, type Paper, type SimWorld } from './world.ts';

export function tabOf(world: SimWorld, device: SimDevice): SimTab {
  return device.tabs.length === 0 ? openTab(world, device) : world.random.pick(device.tabs);
}

/** A stall scans a link and charges; without an answer it applies the rules. */
export function sell(world: SimWorld, device: SimDevice, link: Paper, wanted?: number): void {
  const { random } = world;
  const tab = tabOf(world, device);
  const opId = toOpId(random.uuid());
  const price = wanted ?? 500 * (1 + random.int(30));
  world.deeds.set(opId, deed(device, 'purchase', link.voucherId, price));
  note(world, device, `sells ${price} of ${world.papers.indexOf(link)}`);
  const isDoubleTap = random.chance(0.1);
  if (isDoubleTap) world.reach('an operation tapped twice');
  for (let tap = 0; tap < (isDoubleTap ? 2 : 1); tap += 1)
    world.spawn(tab, async () => {
      const result = await tab.commands.placePurchase({
        opId,
        payload: {
          userId: link.ownerId,
          estanteId: device.operatorId,
          codeQrUuid: link.voucherId,
          price: toAmount(price),
          by: 'stall',
        },
        operatorId: device.operatorId,
        voucher: null,
        label: { userName: 'luz', estanteName: 'R', proof: link.proof },
      });
      if (result.kind === 'saved') await result.decision;
    });
}

/** A holder pays with their phone, by the link alone. */
export function payByPhone(world: SimWorld, phone: SimDevice, stall: SimDevice, link: Paper): void {
  const tab = tabOf(world, phone);
  const opId = toOpId(world.random.uuid());
  const price = 500 * (1 + world.random.int(30));
  world.deeds.set(opId, { ...deed(phone, 'purchase', link.voucherId, price), operatorId: stall.operatorId });
  world.reach('a holder paid with a phone');
  world.spawn(tab, async () => {
    await tab.commands.placePurchase({
      opId,
      payload: {
        userId: link.ownerId,
        estanteId: stall.operatorId,
        codeQrUuid: link.voucherId,
        price: toAmount(price),
        by: 'holder',
      },
      operatorId: '',
      voucher: null,
      label: { userName: '', estanteName: '' },
    });
  });
}

/**
 * A kiosk takes cash; without an answer it signs the voucher itself. The link is printed when the code is
 * shown.
 */
export function topUp(world: SimWorld, kiosk: SimDevice): void {
  const { random } = world;
  const tab = tabOf(world, kiosk);
  const opId = toOpId(random.uuid());
  const voucherId = toVoucherId(random.uuid());
  const monto = 1_000 * (2 + random.int(58));
  const customer = customerAtKiosk(world, kiosk);
  world.deeds.set(opId, deed(kiosk, 'top-up', voucherId, monto));
  note(world, kiosk, `tops up ${monto}`);
  world.spawn(tab, async () => {
    const { operatorId } = kiosk;
    if (customer.registers !== null) {
      const kept = await tab.commands.registerCustomer({
        opId: customer.registers,
        clientId: customer.id,
        operatorId,
        ownerName: 'rosa',
        identificacion: customer.identificacion,
        notice: '2026-11-23',
      });
      // A kiosk that is no longer enrolled stores no customer, and tops up no unknown one.
      if (kept !== 'kept') {
        world.deeds.delete(opId);
        return;
      }
    }
    world.customers.push(customer);
    const result = await tab.commands.placeTopUp({
      opId,
      payload: { monto: toAmount(monto), uuid: voucherId, clientId: customer.id },
      operatorId,
      label: { userName: 'rosa' },
    });
    if (result.kind === 'saved') await result.decision;
  });
}

type CustomerAtKiosk = { id: string; identificacion: string; kioskId: string; registers: OpId | null };

/** A customer of this kiosk, or a new one, who may be registered elsewhere under the same number. */
function customerAtKiosk(world: SimWorld, kiosk: SimDevice): CustomerAtKiosk {
  const { random } = world;
  const known = world.customers.filter(({ kioskId }) => kioskId === kiosk.id);
  if (known.length > 0 && random.chance(0.6)) return { ...random.pick(known), registers: null };
  const identificacion = spelled(random.int(world.config.customers + 1), random.int(3));
  const customer = { id: random.uuid(), identificacion, kioskId: kiosk.id };
  const registers = toOpId(random.uuid());
  world.deeds.set(registers, deed(kiosk, 'customer', null, 0));
  return { ...customer, registers };
}

/** One document in three people's spellings. */
function spelled(person: number, way: number): string {
  const number = 1_000_000 + person;
  return [`CC ${number}`, `${number}`, `c.c. 1.000.${`${person}`.padStart(3, '0')}`][way] ?? '';
}

export function deed(device: SimDevice, kind: string, voucherId: VoucherId | null, amount: number) {
  return { deviceId: device.id, kind, voucherId, amount, operatorId: device.operatorId };
}

/** A code that was never issued: invented, changed, or signed without permission. */
export function forge(world: SimWorld): Paper {
  const { random } = world;
  const real = world.papers.length > 0 && random.chance(0.5) ? random.pick(world.papers) : null;
  if (real) return { ...real, ownerId: random.uuid(), isGenuine: false };
  const voucherId = toVoucherId(random.uuid());
  const proof = writeVoucherProof(
    {
      signer: { by: 'kiosk', devicePrefix: devicePrefixOf(random.pick(world.devices).id) },
      face: 90_000,
      issuedAt: world.loop.now(),
      expiresAt: null,
      offlineCap: 0,
    },
    new Uint8Array(64).fill(7),
  );
  return { voucherId, ownerId: random.uuid(), face: 90_000, proof, isGenuine: false };
}

/** A person decides again about an undecided sale. */
async function decide(tab: SimTab, opId: OpId): Promise<void> {
  await tab.commands.accept(opId);
  tab.driver.wake();
}

/** Nothing was handed over, as the person reports. */
export function giveUp(world: SimWorld, tab: SimTab, opId: OpId): void {
  world.spawn(tab, async () => {
    if (await tab.commands.withdraw(opId)) world.reach('a sale withdrawn by a person');
    tab.driver.wake();
  });
}

/** After a restart a person reviews undecided sales, and decides them if the rules still allow. */
export function decideLeftovers(world: SimWorld, device: SimDevice): void {
  const tab = tabOf(world, device);
  for (const status of peekStatuses(device.disk)) {
    if (status.offline?.kind !== 'deciding' || status.state !== 'pending') continue;
    const isPurchase = peek<{ opId: OpId; kind: string }>(device.disk, 'envelopes').some(
      ({ opId, kind }) => opId === status.opId && kind === 'purchase',
    );
    if (isPurchase && world.random.chance(0.5)) world.spawn(tab, () => decide(tab, status.opId));
    else if (isPurchase) giveUp(world, tab, status.opId);
  }
}
