import { verifySignature } from '#src/client/device/crypto.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import type { KeySet } from '#src/protocol/keys.ts';
import { verifyVoucher } from '#src/protocol/verify-voucher.ts';

declare global {
  interface Window {
    verifyTimes: typeof verifyTimes;
  }
}

/** Returns the milliseconds of each of `times` checks of one proof, as the stall makes them. */
async function verifyTimes(
  proof: string,
  ids: { voucherId: VoucherId; ownerId: string },
  keys: KeySet,
  times: number,
): Promise<number[]> {
  const took: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const from = performance.now();
    const verified = await verifyVoucher(proof, ids, keys, Date.now(), verifySignature);
    took.push(performance.now() - from);
    if (!verified.ok) throw new Error(verified.fault);
  }
  return took;
}

window.verifyTimes = verifyTimes;
