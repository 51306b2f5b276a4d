import { createRandom } from '#lab/simulation/machine/random.ts';
import type { SimDevice } from '#lab/simulation/world/device.ts';
import { note, type SimWorld } from '#lab/simulation/world/world.ts';
import { toAmount, type OpId, type VoucherId } from '#src/contract/brands.ts';

/**
 * A voucher whose customer chose a PIN, as the judge knows it. `from`, `at`: movements in the ledger when it was
 * chosen, and when it was right.
 */
export type PinnedVoucher = {
  amount: number;
  from: number;
  right: { op: OpId; price: number; at: number }[];
};

/**
 * Customers choose a PIN for unspent vouchers. From then on every buyer is a finder, except in the sales that `givePin` names. It throws
 * separate dice, so that other days stay as they were.
 */
export function choosePins(world: SimWorld, step: number): void {
  if (world.focus !== 'a found voucher' || world.restore) return;
  const dice = createRandom((world.seed * 67 + 29) ^ (step * 15_485_863));
  const { ledger } = world.server;
  for (const voucher of ledger.vouchers.values()) {
    const isFresh = voucher.pinFree === null && voucher.balance === voucher.face && voucher.blocked === null;
    if (!isFresh || world.pins.has(voucher.id) || !dice.chance(0.7)) continue;
    const amount = 500 * (1 + dice.int(12));
    ledger.vouchers.set(voucher.id, { ...voucher, pinFree: toAmount(amount) });
    world.pins.set(voucher.id, { amount, from: ledger.movements.size, right: [] });
    world.reach('a voucher that got a PIN');
  }
}

/** The customer is the one who buys, now and then, and types the PIN on the stall's screen before the sale is placed. */
export function givePin(
  world: SimWorld,
  stall: SimDevice,
  { op, voucher, price }: { op: OpId; voucher: VoucherId; price: number },
): void {
  const pinned = world.pins.get(voucher);
  if (!pinned || !createRandom(world.seed ^ (world.deeds.size * 7_919)).chance(0.3)) return;
  const { ledger } = world.server;
  const row = ledger.vouchers.get(voucher);
  if (!row || row.pinFree === null || row.blocked !== null) return;
  ledger.vouchers.set(voucher, { ...row, pinFree: toAmount(pinned.amount) });
  ledger.pinsGiven.set(op, { op, voucher, stall: stall.operatorId, price, at: world.loop.now() });
  pinned.right.push({ op, price, at: ledger.movements.size });
  world.reach('a PIN given for a sale');
  note(world, stall, 'is given a PIN');
}
