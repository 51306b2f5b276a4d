import type { SimDevice } from '#lab/simulation/world/device.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { OperationStatus } from '#src/client/local/db/operation.ts';
import type { Envelope } from '#src/operations/envelopes.ts';

const dayMs = 86_400_000;
/** Midnight in Bogota, in Greenwich time. */
const midnightMs = 5 * 3_600_000;
/** A tablet knows the server's clock to about a second, and people take a moment. */
const closeMs = 2_500;
/** For one whose clock is wrong, or jumps. */
const wideMs = 5 * 60_000;

/**
 * The expiry of a voucher issued at that time, as people understand it: midnight after this many whole days.
 */
function endOf(handedOutAt: number, days: number): number {
  const midnightBefore = Math.floor((handedOutAt - midnightMs) / dayMs) * dayMs + midnightMs;
  return midnightBefore + (days + 1) * dayMs;
}

function slackOf({ config, trouble }: SimWorld): number {
  const isRight = config.skewMs === 0 && config.clockJump === 0 && !trouble.hasJumped;
  return isRight ? closeMs : wideMs + (trouble.hasJumped ? 16 * 60_000 : 0);
}

/** Printed voucher, tablet and server have one expiry, as announced to the customer. */
export function judgeEndings(world: SimWorld): void {
  const { days } = world.server.life;
  const { vouchers, movements, movedAt, acceptances } = world.server.ledger;
  for (const { voucherId, endsAt, isGenuine } of world.papers) {
    const voucher = vouchers.get(voucherId);
    if (isGenuine && voucher && voucher.expiresAt !== endsAt)
      world.violate('19', `a paper ends at ${endsAt} and its voucher at ${voucher.expiresAt}`);
  }
  if (days === 0) return;
  for (const deed of world.deeds.values()) {
    const voucher = deed.kind === 'top-up' && deed.voucherId ? vouchers.get(deed.voucherId) : undefined;
    if (!voucher || deed.at === undefined || slackOf(world) !== closeMs || world.restore) continue;
    const meant = [endOf(deed.at - closeMs, days), endOf(deed.at + closeMs, days)];
    if (!meant.includes(voucher.expiresAt ?? 0))
      world.violate('19', `a voucher ends at ${voucher.expiresAt} where ${meant[0]} was meant`);
  }
  for (const { id, kind, reference, legs, takesBack } of movements.values()) {
    const spent = legs.find(({ account, amount }) => account.kind === 'voucher' && amount < 0);
    const end = vouchers.get(spent?.account.ownerId ?? '')?.expiresAt ?? null;
    if (end === null || takesBack !== undefined || world.restore) continue;
    const at = movedAt.get(id) ?? 0;
    if (kind === 'purchase' && !acceptances.has(reference) && at >= end)
      world.violate('19', `a voucher was taken ${at - end} ms after its end`);
    if (kind === 'expiry' && at < end)
      world.violate('19', `the rest of a voucher was taken ${end - at} ms before its end`);
  }
}

/** A result just shown by a device agrees with the expiry of its voucher or certificate. */
export function judgeEndShown(
  world: SimWorld,
  device: SimDevice,
  { opId, offline, lastError }: OperationStatus,
  envelope: Envelope | undefined,
): void {
  const deed = world.deeds.get(opId);
  if (world.server.life.days === 0 || deed?.at === undefined || world.restore) return;
  const [now, slack] = [world.loop.now(), slackOf(world)];
  if (offline?.kind === 'issued') {
    const end = device.certificates.get(device.id) ?? Number.POSITIVE_INFINITY;
    if (deed.at >= end + slack) world.violate('19', 'a kiosk handed out a voucher after its certificate');
  }
  if (envelope?.kind !== 'purchase') return;
  const paper = world.papers.find(({ voucherId, isGenuine }) => isGenuine && voucherId === deed.voucherId);
  if (!paper) return;
  const end = paper.endsAt ?? Number.POSITIVE_INFINITY;
  const certified = device.certificates.get(paper.signedBy ?? '') ?? Number.POSITIVE_INFINITY;
  if (offline?.kind === 'accepted') {
    if (deed.at >= end + slack) world.violate('19', `a sale was accepted ${deed.at - end} ms after the end`);
    if (deed.at >= certified + slack)
      world.violate('19', `a sale was accepted ${deed.at - certified} ms after the certificate`);
    if (Math.min(end, certified) - deed.at < 10 * 60_000) world.reach('a sale just before an end');
  }
  const reason = offline?.kind === 'refused' || offline?.kind === 'withdrawn' ? offline.reason : null;
  if ((reason === 'EXPIRED' || lastError === 'VOUCHER_EXPIRED') && deed.proof === paper.proof) {
    world.reach('refused: the voucher has ended');
    // Offline, a tablet whose clock started days ahead knows no better; the server does.
    const isMisled = world.config.clockJump > 0 && lastError !== 'VOUCHER_EXPIRED';
    if (!isMisled && now < end - slack)
      world.violate('19', `a voucher was refused ${end - now} ms before its end`);
  }
  if (reason === 'CERTIFICATE_EXPIRED' && deed.proof === paper.proof) {
    world.reach('refused: the certificate has ended');
    const known = deed.certifiedUntil ?? 0;
    if (now < known - slack)
      world.violate('19', `a voucher was refused ${known - now} ms before its certificate ends`);
  }
}
