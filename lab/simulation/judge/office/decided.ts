import type { MemoryMovement } from '#lab/simulation/memory/ledger.ts';
import type { Deed, SimWorld } from '#lab/simulation/world/world.ts';

function sumOf({ legs }: MemoryMovement, kind: string, ownerId?: string): number {
  return legs
    .filter(({ account }) => account.kind === kind && (ownerId === undefined || account.ownerId === ownerId))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** The amount of a sale that a person assigns to another bearer: the voucher's shortfall. */
export function borneOf({ server }: SimWorld, { amount, isOfDecision, of }: Deed): number {
  if (!isOfDecision) return amount;
  const sale = [...server.ledger.movements.values()].find(
    ({ kind, reference }) => kind === 'purchase' && reference === of,
  );
  return sale ? sumOf(sale, 'stall') + sumOf(sale, 'voucher') : 0;
}

/** A movement of the market under a sale's id: it pays the stall in place of a voucher. */
export function isDirectPayment({ kind }: MemoryMovement, deed: Deed | undefined): boolean {
  return kind === 'assignment' && deed?.kind === 'purchase';
}

/** The named bearer pays the stall the whole sale, and no other account is involved. */
export function judgeDirectPayment(world: SimWorld, movement: MemoryMovement, deed: Deed): void {
  const { amount, operatorId } = deed;
  const to = world.decided.get(movement.reference);
  const bearer = to === 'customer' ? 'debt' : 'guarantee';
  world.reach('a sale paid directly by its market');
  if (to === undefined || to === 'stall') world.violate('26', 'a sale was paid directly, and nobody said so');
  if (
    sumOf(movement, 'stall', operatorId) !== amount ||
    sumOf(movement, bearer) !== 0 - amount ||
    movement.legs.length !== 2
  )
    world.violate('26', `a sale of ${amount} was paid directly by somebody else, or to somebody else`);
}

/**
 * Sales decided by a person, in the order of commits: the voucher pays all it can before any bearer does.
 * Only one that never arrived, that was forged, or whose sale names another customer pays nothing.
 */
export function judgeDecided(world: SimWorld): void {
  const { movements, vouchers, conflicts } = world.server.ledger;
  const lines = new Map([...conflicts.values()].map((line) => [line.purchaseOpId, line]));
  const held = new Map<string, number>();
  for (const movement of movements.values()) {
    const line = lines.get(movement.reference);
    const voucher = vouchers.get(line?.voucherId ?? '');
    const left = held.get(voucher?.id ?? '');
    if (line && voucher && world.decided.has(movement.reference) && left !== undefined) {
      const gave = 0 - sumOf(movement, 'voucher', voucher.id);
      const isTheirs = world.papers.some(
        ({ voucherId, ownerId, isGenuine }) =>
          isGenuine && voucherId === voucher.id && ownerId === line.customerId,
      );
      // A voucher unblocked since may have been blocked then.
      const wasOpen = voucher.personBlockedAt === null && !world.unblocked.has(voucher.id);
      const mayGive = isTheirs && wasOpen && line.reason !== 'BAD_PROOF';
      if (mayGive && gave < Math.min(left, line.price))
        world.violate('26', `a decided sale of ${line.price} took ${gave} of a paper that held ${left}`);
    }
    for (const { account, amount } of movement.legs)
      if (account.kind === 'voucher') held.set(account.ownerId, (held.get(account.ownerId) ?? 0) + amount);
  }
}
