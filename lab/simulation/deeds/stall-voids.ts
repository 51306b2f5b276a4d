import { codeOf } from '#lab/simulation/memory/ledger.ts';
import { peekStatuses } from '#lab/simulation/peek.ts';
import { isEnrolled } from '#lab/simulation/world/device.ts';
import { SimulatedCrash } from '#lab/simulation/world/server.ts';
import { note, type SimWorld } from '#lab/simulation/world/world.ts';
import type { VoidedSale } from '#src/client/commands/void-sale.ts';
import { toAmount, toOpId } from '#src/contract/brands.ts';
import { voidPurchase } from '#src/server/purchases/purchases.ts';
import { depsOf } from './staff-calls.ts';

/** Like its screen: the tablet records the server's void. Without dice, so that kept seeds stay unchanged. */
export function noteAtStall(world: SimWorld, voided: VoidedSale): void {
  const { operatorId } = voided;
  const tablet = world.devices.find((device) => isEnrolled(device) && device.operatorId === operatorId);
  const tab = tablet?.tabs[0];
  if (!tab) return;
  world.spawn(tab, () => tab.commands.noteVoidedSale(voided));
}

/** A stall voids its tablet's sale on the screen, whole or in part, in a world that will be restored. */
export async function voidAtStall(world: SimWorld): Promise<void> {
  const { restore, server } = world;
  const dice = restore?.voids;
  if (!dice?.chance(0.2)) return;
  const { ledger } = server;
  const held = new Set(
    world.devices.flatMap(({ kind, disk }) =>
      kind === 'stall'
        ? peekStatuses(disk).flatMap(({ opId, state }) => (state === 'accepted' ? [opId] : []))
        : [],
    ),
  );
  const sales = [...ledger.purchases].filter(([, { reference }]) => held.has(reference));
  if (sales.length === 0) return;
  const [of, sale] = dice.pick(sales);
  const { stallId: operatorId, amount } = sale;
  const marketId = ledger.stalls.get(operatorId)?.marketId;
  if (!marketId) return;
  const part = dice.chance(0.5) ? 1 + dice.int(amount) : null;
  const monto = part === null ? {} : { monto: toAmount(part) };
  const command = { codeCompra: codeOf(of, sale).toUpperCase(), reason: 'error', ...monto };
  const opId = toOpId(dice.uuid());
  world.deeds.set(opId, {
    deviceId: 'office',
    voucherId: null,
    amount: part ?? 0,
    kind: 'void',
    operatorId,
    of,
  });
  note(world, null, `a stall voids ${part ?? 'all'} of sale ${[...ledger.purchases.keys()].indexOf(of)}`);
  try {
    const actor = { id: operatorId, userType: 'ESTANTE' as const, marketId };
    const answer = await voidPurchase(depsOf(world), actor, command, opId);
    if (answer.kind !== 'done') return;
    noteAtStall(world, { opId, command, operatorId, purchaseOpIds: answer.receipt.purchaseOpIds });
  } catch (error) {
    if (!(error instanceof SimulatedCrash)) throw error;
  }
}
