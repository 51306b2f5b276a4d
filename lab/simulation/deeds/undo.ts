import { peek, peekStatuses } from '#lab/simulation/peek.ts';
import type { SimDevice, SimTab } from '#lab/simulation/world/device.ts';
import { tabOf } from '#lab/simulation/world/steps.ts';
import { note, type SimWorld } from '#lab/simulation/world/world.ts';
import { toOpId, type OpId } from '#src/protocol/brands.ts';

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
  });
  note(world, kiosk, `undoes ${monto}`);
  world.spawn(tab, () => undo(world, kiosk, tab, { opId, topUpOpId: topUp.opId }));
}

async function undo(
  world: SimWorld,
  { operatorId }: SimDevice,
  tab: SimTab,
  asked: { opId: OpId; topUpOpId: OpId },
): Promise<void> {
  const result = await tab.commands.placeTopUpVoid({ ...asked, reason: 'WRONG_AMOUNT', operatorId });
  if (result.kind === 'saved') world.reach('a top-up undone without an answer');
}
