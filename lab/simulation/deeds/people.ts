import { deviceRow, personRow, stallRow } from '#lab/simulation/memory/ledger.ts';
import { isEnrolled, newDevice, openTab, type SimDevice } from '#lab/simulation/world/device.ts';
import { registerKiosk } from '#lab/simulation/world/server.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import { firstDeviceRow } from '#src/client/local/device/device-clock.ts';
import { toMarketCode, toMarketId } from '#src/protocol/brands.ts';

/** Markets, people and enrolled devices, as after a morning with a link. */
export async function settlePeople(world: SimWorld): Promise<void> {
  const { config, random, server } = world;
  const trouble = { ...config.disk };
  Object.assign(config.disk, { lostHandle: 0, abort: 0, quota: 0 });
  for (let n = 0; n < config.markets; n += 1) {
    const market = toMarketId(random.uuid());
    world.markets.push(market);
    server.ledger.limits.set(market, [config.limits]);
  }
  for (let n = 0; n < config.kiosks; n += 1) addDevice(world, 'kiosk');
  for (let n = 0; n < config.stalls; n += 1) addDevice(world, 'stall');
  for (let n = 0; n < config.phones; n += 1)
    world.devices.push(newDevice(world, 'phone', toMarketId(''), ''));
  for (const device of world.devices) {
    const tab = openTab(world, device);
    if (isEnrolled(device)) world.spawn(tab, () => enrol(world, device));
  }
  await world.loop.pass(30_000, 5_000);
  Object.assign(config.disk, trouble);
}

function addDevice(world: SimWorld, kind: 'kiosk' | 'stall'): void {
  const { random, server } = world;
  const { ledger } = server;
  const marketId = random.pick(world.markets);
  const operatorId = random.uuid();
  const device = newDevice(world, kind, marketId, operatorId);
  // Two tablets of three have a second copy, chosen without dice.
  device.copyTexts = Number.parseInt(device.id.slice(0, 4), 16) % 3 === 0 ? null : [];
  ledger.operators.set(operatorId, personRow(operatorId, kind === 'kiosk' ? 'RECARGA' : 'ESTANTE'));
  if (kind === 'stall') ledger.stalls.set(operatorId, stallRow(operatorId, marketId));
  enlist(world, device);
}

/** The server knows the device from now on. */
export function enlist({ server: { ledger }, loop, devices }: SimWorld, device: SimDevice): void {
  if (device.kind === 'kiosk') registerKiosk(ledger, device.id, device.publicKey);
  ledger.devices.set(device.id, deviceRow(device, loop.now()));
  devices.push(device);
}

/** The device's own side of its enrolment; its keys are simulated. */
export async function enrol(world: SimWorld, device: SimDevice): Promise<void> {
  const tab = device.tabs[0];
  if (!tab) return;
  const key = {} as CryptoKey;
  const keys = { privateKey: key, publicKey: device.publicKey, pinKey: key };
  await tab.db.device.put(firstDeviceRow(device.id));
  await tab.db.enrolment.put({
    id: 'self',
    deviceId: device.id,
    state: 'active',
    name: device.kind,
    keys,
    enrolledAt: world.loop.now(),
    ackSeq: 0,
    missing: [],
    toShow: [],
    trouble: '',
  });
  await tab.db.operators.put({
    id: device.operatorId,
    ownerName: '',
    userType: device.kind === 'kiosk' ? 'RECARGA' : 'ESTANTE',
    placeName: '',
    marketName: '',
    globalMarketId: toMarketCode(''),
    isActive: true,
    pin: null,
    attempts: 0,
  });
  tab.driver.wake();
}
