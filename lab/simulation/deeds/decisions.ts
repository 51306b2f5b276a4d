import { createRandom } from '#lab/simulation/machine/random.ts';
import { SimulatedCrash } from '#lab/simulation/world/server.ts';
import { note, type SimWorld } from '#lab/simulation/world/world.ts';
import { assignLoss } from '#src/operations/assignment/assign.ts';
import { partOf } from '#src/server/ledger/receipts.ts';
import type { SaleConflict } from '#src/server/sync/ports/rows.ts';
import { payWhole } from './payouts.ts';
import { actorOf } from './staff-calls.ts';

/**
 * A market decides a sale under review and, when everything has arrived, also one whose voucher never will:
 * the fund, the customer or the stall bears it. Sometimes the stall is paid right after it. Uses separate
 * dice, so that kept seeds stay unchanged.
 */
export async function decideSale(world: SimWorld, step: number, isEnd = false): Promise<void> {
  const dice = createRandom((world.seed * 59 + 13) ^ (step * 15_485_863));
  const hasDecider = world.trouble.hasStaff || world.focus === 'merged customers';
  if (world.restore || !hasDecider || !dice.chance(0.6)) return;
  const { conflicts, vouchers } = world.server.ledger;
  const isOpen = ({ state, voucherId }: SaleConflict): boolean =>
    state === 'review' || (isEnd && state === 'waiting' && !vouchers.has(voucherId));
  const lines = [...conflicts.values()].filter((line) => line.kind === 'sale' && isOpen(line));
  if (lines.length === 0) return;
  const { id, opId, purchaseOpId, marketId, stallId } = dice.pick(lines);
  const to = dice.pick(['guarantee', 'guarantee', 'customer', 'stall'] as const);
  world.deeds.set(partOf(opId, 'assigned'), {
    deviceId: 'office',
    kind: 'assignment',
    voucherId: null,
    amount: 0,
    operatorId: '',
    bearer: to === 'customer' ? 'debt' : 'guarantee',
    of: purchaseOpId,
    isOfDecision: true,
  });
  note(world, null, `decides a sale: ${to}`);
  try {
    const answer = await assignLoss(world.server.deps, actorOf(marketId), { id, to, note: 'x' });
    if (!answer.ok) return;
    world.decided.set(purchaseOpId, to);
    world.reach('a sale decided by a person');
  } catch (error) {
    if (!(error instanceof SimulatedCrash)) throw error;
  }
  if (dice.chance(0.5)) await payWhole(world, { stallId, marketId, payday: dice });
}
