import type { SimDevice } from '#lab/simulation/world/device.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import { toVoucherId, type OpId } from '#src/protocol/brands.ts';
import { peek, peekStatuses } from './peek.ts';

/**
 * A kiosk shows a code when the server confirmed it or the kiosk signed it; from then on a customer holds it.
 */
export function collectPapers(world: SimWorld, kiosk: SimDevice): void {
  const envelopes = peek<{ opId: OpId; kind: string; payload: Record<string, unknown> }>(
    kiosk.disk,
    'envelopes',
  );
  for (const { opId, state, offline, receipt } of peekStatuses(kiosk.disk)) {
    const envelope = envelopes.find((one) => one.opId === opId && one.kind === 'top-up');
    if (!envelope) continue;
    const { uuid, clientId, monto } = envelope.payload;
    const voucherId = toVoucherId(String(uuid));
    if (world.papers.some((link) => link.voucherId === voucherId)) continue;
    const link = receipt?.topUp?.urlCodeQr ?? '';
    const proof = offline?.kind === 'issued' ? offline.proof : (link.split('#')[1] ?? '');
    if (offline?.kind !== 'issued' && state !== 'accepted') continue;
    if (offline?.kind === 'issued') world.reach('a voucher handed out without a link');
    world.papers.push({
      voucherId,
      ownerId: String(clientId),
      face: Number(monto),
      proof,
      isGenuine: true,
    });
  }
}
