import type { MemoryMovement } from '#lab/simulation/memory/ledger.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';

/** Movements that the holder of a stall's or point's key can cause without a person's decision. */
const ofStall: ReadonlySet<string> = new Set(['purchase', 'void']);
const ofPoint: ReadonlySet<string> = new Set(['top-up', 'top-up-void']);

function ownersOf({ legs }: MemoryMovement, kind: string): string[] {
  return legs.flatMap(({ account }) => (account.kind === kind ? [account.ownerId] : []));
}

/**
 * Scripted devices that write every kind with any field false: the effects stay within their own role and
 * account. A stall sells for itself and voids its own sales; a point does so with its own top-ups.
 */
export function judgeEveryKind(world: SimWorld): void {
  const { movements, journal, conflicts } = world.server.ledger;
  const decided = new Set([...conflicts.values()].flatMap(({ opId, purchaseOpId }) => [opId, purchaseOpId]));
  for (const device of [world.till, world.liar]) {
    if (!device) continue;
    const isPoint = device === world.till;
    for (const movement of movements.values()) {
      const { reference, kind, takesBack, undoes } = movement;
      // A withdrawal is not sworn. Under a taken id nothing is its own.
      const by = world.deeds.get(reference)?.deviceId ?? journal.get(reference)?.deviceId;
      const isOwn = by === device.id;
      if (!isOwn || decided.has(reference) || kind === 'cash-received') continue;
      world.reach('something moved by a device that lies in every kind');
      if (!(isPoint ? ofPoint : ofStall).has(kind))
        world.violate('29', `a ${isPoint ? 'point' : 'stall'} that lies made a ${kind}`);
      const before = movements.get(takesBack ?? undoes ?? '') ?? movement;
      const owners = ownersOf(before, isPoint ? 'cash' : 'stall');
      if (owners.some((id) => id !== device.operatorId))
        world.violate('29', `a ${kind} of a device that lies is on somebody else's account`);
    }
  }
}
