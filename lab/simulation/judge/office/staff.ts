import type { MemoryMovement } from '#lab/simulation/memory/ledger.ts';
import type { Deed, SimWorld } from '#lab/simulation/world/world.ts';
import { borneOf } from './decided.ts';

const ofStaff: ReadonlySet<string> = new Set([
  'payout',
  'cash-received',
  'reissue',
  'assignment',
  'expiry',
  'top-up-void',
  'till-float',
]);

export function isOfStaff({ kind }: Pick<MemoryMovement, 'kind'>): boolean {
  return ofStaff.has(kind);
}

/** Each account's change in one movement, by kind and owner. */
function sidesOf({ legs }: MemoryMovement): Map<string, number> {
  const sides = new Map<string, number>();
  for (const { account, amount } of legs) {
    const own = account.kind === 'voucher' || account.kind === 'stall' || account.kind === 'cash';
    const name = own ? `${account.kind} ${account.ownerId}` : account.kind;
    sides.set(name, (sides.get(name) ?? 0) + amount);
  }
  return sides;
}

/** Giver, receiver and amount, by the request. */
export function judgeStaffDeed(world: SimWorld, movement: MemoryMovement, deed: Deed): void {
  const { operatorId, voucherId, of = '', bearer = '' } = deed;
  const amount = borneOf(world, deed);
  const sides = sidesOf(movement);
  const meant: Record<string, [string, number][]> = {
    payout: [
      [`stall ${operatorId}`, 0 - amount],
      ['treasury', amount],
    ],
    'till-float': [
      [`cash ${operatorId}`, 0 - amount],
      ['treasury', amount],
    ],
    reissue: [
      [`voucher ${of}`, 0 - amount],
      [`voucher ${voucherId}`, amount],
    ],
    expiry: [
      [`voucher ${voucherId}`, 0 - amount],
      ['breakage', amount],
    ],
    assignment: [
      ['overspend', amount],
      ...(operatorId === '' ? [] : ([[`stall ${operatorId}`, 0 - amount]] as [string, number][])),
      ...(bearer === '' ? [] : ([[bearer, 0 - amount]] as [string, number][])),
    ],
  };
  for (const [name, sum] of meant[movement.kind] ?? [])
    if ((sides.get(name) ?? 0) !== sum)
      world.violate(
        '18',
        `a ${movement.kind} moved ${sides.get(name) ?? 0} of ${name} where ${sum} was meant`,
      );
}

/**
 * The market's own book, movement by movement in the order of commits. No stall is paid more than its
 * balance, or its withheld part without a decision. A replaced voucher pays nothing more.
 */
export function judgeBooks(world: SimWorld): void {
  if (world.restore) return;
  const { movements, purchases, vouchers } = world.server.ledger;
  const owed = new Map<string, number>();
  const withheld = new Map<string, number>();
  const replaced = new Set<string>();
  const addTo = (book: Map<string, number>, name: string, amount: number): void =>
    void book.set(name, (book.get(name) ?? 0) + amount);
  for (const movement of movements.values()) {
    const deed = world.deeds.get(movement.reference);
    const sale = purchases.get(movement.takesBack ?? movement.id);
    if (movement.kind === 'payout' && deed) {
      const most =
        (owed.get(deed.operatorId) ?? 0) - (deed.includesWithheld ? 0 : (withheld.get(deed.operatorId) ?? 0));
      if (deed.amount > most)
        world.violate('18', `a stall was paid ${deed.amount} where ${most} was its own`);
    }
    for (const { account, amount } of movement.legs) {
      if (account.kind === 'stall') addTo(owed, account.ownerId, amount);
      if (
        account.kind === 'voucher' &&
        amount < 0 &&
        replaced.has(account.ownerId) &&
        movement.kind === 'purchase'
      )
        world.violate('18', 'a paper that had been replaced was taken again');
    }
    if (sale && movement.takesBack === undefined) addTo(withheld, sale.stallId, sale.missing);
    if (sale && movement.takesBack !== undefined)
      for (const { account, amount } of movement.legs)
        if (account.kind === 'overspend') addTo(withheld, sale.stallId, 0 - amount);
    if (movement.kind === 'assignment' && deed?.of !== undefined) {
      const of = [...purchases.values()].find(({ reference }) => reference === deed.of);
      if (of) addTo(withheld, of.stallId, 0 - borneOf(world, deed));
      world.assigned.add(deed.of);
    }
    if (movement.kind === 'reissue' && deed?.of !== undefined) {
      replaced.add(deed.of);
      if (vouchers.get(deed.of)?.blocked == null)
        world.violate('18', 'a paper that was replaced is not blocked');
    }
  }
}
