import type { SimDevice } from '#lab/simulation/world/device.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { AcceptanceEnvelope } from '#src/operations/envelopes.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import { everAllowed } from './limits.ts';

type Acceptance = AcceptanceEnvelope['payload'];

/** Issuer of a voucher: the market of the kiosk that was seen issuing it, or by the server's books. */
function marketOf(world: SimWorld, voucherId: VoucherId): string | undefined {
  const made = [...world.deeds.values()].find(
    (deed) => deed.kind === 'top-up' && deed.voucherId === voucherId,
  );
  const kiosk = world.devices.find(({ id }) => id === made?.deviceId);
  return kiosk?.marketId ?? world.server.ledger.vouchers.get(voucherId)?.marketId;
}

function isForeign(world: SimWorld, voucherId: VoucherId, marketId: string): boolean {
  const issuer = marketOf(world, voucherId);
  return issuer !== undefined && issuer !== marketId;
}

/** The largest limit that this market ever had for a voucher unknown to its tablets. */
function mostOf(world: SimWorld, marketId: string): number {
  const versions = everAllowed(world, marketId);
  return Math.max(0, ...versions.map(({ foreignVoucher = 0 }) => foreignVoucher));
}

/** A tablet accepted another market's unlisted voucher. */
export function judgeForeignPurchase(world: SimWorld, device: SimDevice, payload: Acceptance): void {
  if (payload.knownBalance !== null || !isForeign(world, payload.codeQrUuid, device.marketId)) return;
  world.reach('a paper of another market taken without a link');
  const most = mostOf(world, device.marketId);
  if (payload.price > most)
    world.violate('9', `accepted ${payload.price} of an unknown paper of another market, allowed ${most}`);
}

/**
 * A dishonest device's sales on such a voucher are paid without a person up to the same limit, whatever it
 * claims.
 */
export function judgeForeignLies(world: SimWorld, deviceId: string, marketId: string): void {
  const most = mostOf(world, marketId);
  for (const {
    deviceId: of,
    purchaseOpId,
    voucherId,
    voucherCap,
  } of world.server.ledger.acceptances.values())
    if (
      of === deviceId &&
      world.deeds.get(purchaseOpId)?.isUnlisted === true &&
      voucherCap > most &&
      isForeign(world, voucherId, marketId)
    )
      world.violate(
        '9',
        `a liar may be short of ${voucherCap} of a paper of another market, allowed ${most}`,
      );
}

/**
 * Since when a list of this market must contain a voucher: always its own, others once they paid there; null
 * for never.
 */
export function listedSince(world: SimWorld, voucherId: VoucherId, marketId: string): number | null {
  const { purchases, stalls, vouchers, movedAt } = world.server.ledger;
  if (vouchers.get(voucherId)?.marketId === marketId) return 0;
  const paidHere = [...purchases].flatMap(([id, { voucherId: of, stallId }]) =>
    of === voucherId && stalls.get(stallId)?.marketId === marketId ? [movedAt.get(id) ?? 0] : [],
  );
  return paidHere.length === 0 ? null : Math.min(...paidHere);
}
