import { bodyHash } from './body-hash.ts';

/** Fingerprint of a purchase, the same whether it came alone, in a batch, or is settled. Names are no part of it. */
export function purchaseHash(purchase: {
  userId: string;
  estanteId: string;
  codeQrUuid: string;
  price: number;
}): string {
  const { userId, estanteId, codeQrUuid, price } = purchase;
  return bodyHash('purchase', { userId, estanteId, codeQrUuid, price });
}
