import type { SimWorld } from '#lab/simulation/world/world.ts';

/**
 * After each contact of a device: operations for people who were not signed in there. A kiosk's key alone
 * makes at most its market's limit since a person was last signed in on it, and nothing while its person is
 * suspended.
 */
export function noteUnsigned(world: SimWorld, uploaderId: string): void {
  const uploader = world.devices.find(({ id }) => id === uploaderId);
  if (!uploader || world.restore?.isDone) return;
  const signedIn = world.server.absent.has(uploaderId) ? null : uploader.operatorId;
  if (signedIn !== null) {
    world.unsigned.set(uploaderId, 0);
    world.suspended.delete(signedIn);
  }
  const { ledger } = world.server;
  for (const { id, kind, reference } of ledger.movements.values()) {
    const deed = world.deeds.get(reference);
    if (world.attributed.has(id)) continue;
    world.attributed.add(id);
    if (kind !== 'top-up' || !deed || deed.operatorId === signedIn) continue;
    const before = world.suspended.get(deed.operatorId);
    if (before && !before.has(id)) world.violate('15', 'somebody who is suspended handed out a voucher');
    const sum = (world.unsigned.get(deed.deviceId) ?? 0) + deed.amount;
    world.unsigned.set(deed.deviceId, sum);
    world.reach('a top-up of a kiosk on which nobody is signed in');
    const author = world.devices.find(({ id: own }) => own === deed.deviceId);
    const versions = (author && ledger.limits.get(author.marketId)) ?? [];
    if (deed.amount > Math.max(...versions.map(({ kioskVoucher }) => kioskVoucher)))
      world.violate('15', `a key alone made a voucher of ${deed.amount}`);
    const most = Math.max(...versions.map(({ kioskTotal }) => kioskTotal));
    if (sum > most) world.violate('15', `a key alone made ${sum} where ${most} is allowed`);
  }
}
