import type { MemoryMovement } from '#lab/simulation/memory/ledger.ts';
import { mostForOne } from '#lab/simulation/world/config.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';

const ofNobody = new Set(['MARKET_CLOSES', 'AUTHORITY']);

function sumOf({ legs }: MemoryMovement, kind: string, ownerId?: string): number {
  return legs
    .filter(({ account }) => account.kind === kind && (ownerId === undefined || account.ownerId === ownerId))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * A refund is the whole remaining balance, from the market's cash, within the person's cap; its voucher is
 * closed.
 */
export function judgeRefunds(world: SimWorld): void {
  const left = new Map<string, number>();
  const closed = new Set<string>();
  const given = new Map<string, number>();
  const { movements, vouchers } = world.server.ledger;
  for (const movement of movements.values()) {
    const paper = movement.legs.find(({ account }) => account.kind === 'voucher')?.account.ownerId ?? '';
    if (movement.kind === 'refund') {
      const deed = world.deeds.get(movement.reference);
      const { amount = 0, of = '', voucherId = '' } = deed ?? {};
      if (paper !== voucherId || left.get(paper) !== amount)
        world.violate('24', `${amount} was given back of a code that held ${left.get(paper) ?? 0}`);
      if (sumOf(movement, 'voucher', paper) !== 0 - amount || sumOf(movement, 'treasury') !== amount)
        world.violate('24', `giving ${amount} back moved something else`);
      const person = `${vouchers.get(paper)?.ownerId ?? ''} ${movement.legs[0]?.account.marketId ?? ''}`;
      if (!ofNobody.has(of)) given.set(person, (given.get(person) ?? 0) + amount);
      if ((given.get(person) ?? 0) > mostForOne)
        world.violate('24', `somebody was given back ${given.get(person)} where ${mostForOne} is the most`);
      closed.add(paper);
    }
    if (movement.kind === 'purchase' && movement.takesBack === undefined && closed.has(paper))
      if (sumOf(movement, 'voucher', paper) < 0)
        world.violate('24', 'a code paid after what was left of it had been given back');
    for (const { account, amount } of movement.legs)
      if (account.kind === 'voucher') left.set(account.ownerId, (left.get(account.ownerId) ?? 0) + amount);
  }
}
