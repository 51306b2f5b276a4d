import { peek, peekStatuses } from '#lab/simulation/peek.ts';
import type { SimDevice, SimTab } from '#lab/simulation/world/device.ts';
import { SimulatedCrash } from '#lab/simulation/world/server.ts';
import { tabOf } from '#lab/simulation/world/steps.ts';
import { note, type SimWorld } from '#lab/simulation/world/world.ts';
import { toOpId, toVoucherId, type MarketId, type OpId } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import { voidTopUp } from '#src/server/topups/top-up-void.ts';
import { actorOf, depsOf, once } from './staff-calls.ts';

const reason = 'WRONG_AMOUNT' as const;

/** A market or a point voids any top-up, even a spent one; sometimes twice. */
export async function undoTopUp(world: SimWorld, marketId: MarketId): Promise<void> {
  const { dice } = world.trouble;
  const made = [...world.server.ledger.movements.values()].filter(({ kind }) => kind === 'top-up');
  if (made.length === 0) return;
  const { id, legs } = dice.pick(made);
  const cash = legs.find(({ account }) => account.kind === 'cash');
  const voucher = legs.find(({ account }) => account.kind === 'voucher');
  if (!cash || !voucher) return;
  const point = cash.account.ownerId;
  const actor: Actor = dice.chance(0.5)
    ? { id: point, userType: 'RECARGA', marketId: cash.account.marketId }
    : actorOf(marketId);
  const answer = await once(
    world,
    {
      voucherId: toVoucherId(voucher.account.ownerId),
      amount: voucher.amount,
      kind: 'top-up-void',
      operatorId: point,
      of: id,
    },
    (opId) => voidTopUp(depsOf(world), actor, { id, reason }, opId),
  );
  if (answer?.kind === 'done') world.reach('a top-up undone by staff');
  if (answer?.kind === 'refused' && answer.code === 'TOP_UP_USED')
    world.reach('refused: what was to be undone had been spent');
}

type WrittenTopUp = { opId: OpId; kind: string; payload: { uuid: string; monto: number } };

/** A wrong amount was typed: the kiosk's newest top-up is voided there, answered or not. */
export function undoHere(world: SimWorld, kiosk: SimDevice): void {
  const { dice } = world.trouble;
  const open = new Set(
    peekStatuses(kiosk.disk).flatMap(({ opId, offline }) => (offline?.kind === 'issued' ? [opId] : [])),
  );
  const topUp = peek<WrittenTopUp>(kiosk.disk, 'envelopes').findLast(
    ({ opId, kind }) => kind === 'top-up' && open.has(opId),
  );
  if (!topUp) return;
  const tab = tabOf(world, kiosk);
  const opId = toOpId(dice.uuid());
  const { uuid, monto } = topUp.payload;
  world.deeds.set(opId, {
    deviceId: kiosk.id,
    kind: 'top-up-void',
    voucherId: uuid as never,
    amount: monto,
    operatorId: kiosk.operatorId,
    of: topUp.opId,
  });
  note(world, kiosk, `undoes ${monto}`);
  world.spawn(tab, () => undo(world, kiosk, tab, { opId, topUpOpId: topUp.opId }));
}

async function undo(
  world: SimWorld,
  { operatorId, marketId }: SimDevice,
  tab: SimTab,
  asked: { opId: OpId; topUpOpId: OpId },
): Promise<void> {
  const intent = { ...asked, reason, operatorId };
  const result = await tab.commands.placeTopUpVoid(intent);
  if (result.kind === 'saved') world.reach('a top-up undone without an answer');
  // Staff actions since a copy are on no device.
  if (result.kind !== 'ask-server' || world.restore) return;
  const actor: Actor = { id: operatorId, userType: 'RECARGA', marketId };
  try {
    const answer = await voidTopUp(depsOf(world), actor, { id: result.movementId, reason }, intent.opId);
    if (answer.kind === 'done') await tab.commands.noteVoidedTopUp(intent);
  } catch (error) {
    if (!(error instanceof SimulatedCrash)) throw error;
  }
}
