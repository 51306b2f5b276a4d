import type { TopUpPayload } from '#src/contract/envelope.ts';
import type { SyncDeps } from './sync-deps.ts';

/** What a top-up's voucher says: made before the transaction, because signing asks for the key. */
export type VoucherPaper = { urlCodeQr: string; expiresAt: Date | null };

export async function paperOf(
  deps: Pick<SyncDeps, 'voucherLinks' | 'voucherDays' | 'now'>,
  voucher: { voucherId: string; ownerId: string; face: number },
): Promise<VoucherPaper> {
  const issuedAt = deps.now();
  const expiresAt = deps.voucherDays ? new Date(issuedAt.getTime() + deps.voucherDays * 86_400_000) : null;
  return { urlCodeQr: (await deps.voucherLinks())({ ...voucher, issuedAt, expiresAt }), expiresAt };
}

export function toVoucher({ uuid, clientId, monto }: TopUpPayload) {
  return { voucherId: uuid, ownerId: clientId, face: monto };
}
