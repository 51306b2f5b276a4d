import type { ScannedPurchase } from '#src/client/screens/scan/use-voucher-lookup.ts';
import { toVoucherId } from '#src/protocol/brands.ts';

type Known = Extract<ScannedPurchase, { kind: 'known' }>;

/** A voucher as a stall without a link sees it, by default without a balance. */
export function scannedVoucher(view: Partial<Known['view']> = {}, own: Partial<Known> = {}): Known {
  const nothing = { known: 0, knownAt: null, most: 0, refusal: null, claim: null, oldListMs: null };
  return {
    kind: 'known',
    reason: 'network',
    voucherId: toVoucherId('24684521-0000-4000-8000-000000000000'),
    ownerId: 'o',
    proof: '',
    ...own,
    view: { ...nothing, isFromElsewhere: false, ...view },
  };
}
