import type { MemoryLedger, MemoryMovement } from '#lab/simulation/memory/ledger.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';

/** A sale's rest after its voids: for the stall, from the voucher, and of the shortfall. */
type Standing = { stall: number; voucher: number; missing: number };

const between: ReadonlySet<string> = new Set(['clearing']);

/** Sums the change of the accounts of a kind, or of one owner. */
export function sumOf({ legs }: Pick<MemoryMovement, 'legs'>, kind: string, ownerId?: string): number {
  return legs
    .filter(({ account }) => account.kind === kind && (ownerId === undefined || account.ownerId === ownerId))
    .reduce((sum, { amount }) => sum + amount, 0);
}

function asSold(movement: MemoryMovement): Standing {
  const [stall, voucher] = [sumOf(movement, 'stall'), 0 - sumOf(movement, 'voucher')];
  return { stall, voucher, missing: stall - voucher };
}

/** The rest of each voided sale; the others are as sold. */
export function standings({ movements }: MemoryLedger): Map<string, Standing> {
  const book = new Map<string, Standing>();
  for (const movement of movements.values()) {
    const sale = movement.takesBack === undefined ? undefined : movements.get(movement.takesBack);
    if (!sale) continue;
    const before = book.get(sale.id) ?? asSold(sale);
    book.set(sale.id, {
      ...before,
      stall: before.stall + sumOf(movement, 'stall'),
      voucher: before.voucher - sumOf(movement, 'voucher'),
      missing: before.missing - sumOf(movement, 'overspend'),
    });
  }
  return book;
}

/** Purchases without a rest. */
export function takenBack(ledger: MemoryLedger): Set<string> {
  return new Set([...standings(ledger)].flatMap(([id, { stall }]) => (stall === 0 ? [id] : [])));
}

/**
 * Voids in the order of commits: whole, and once. The shortfall is closed, the voucher
 * gets back what it paid, and no other account is affected.
 */
export function judgeVoids(world: SimWorld): void {
  const { movements } = world.server.ledger;
  const book = new Map<string, Standing>();
  for (const movement of movements.values()) {
    if (movement.kind === 'purchase' && movement.takesBack === undefined)
      book.set(movement.id, asSold(movement));
    const sale = movement.takesBack === undefined ? undefined : movements.get(movement.takesBack);
    const standing = sale && book.get(sale.id);
    if (!sale || !standing) continue;
    const gone = 0 - sumOf(movement, 'stall');
    const closed = sumOf(movement, 'overspend');
    const back = sumOf(movement, 'voucher');
    if (gone <= 0 || gone !== standing.stall)
      world.violate('1', `${gone} of a sale was taken back where ${standing.stall} stood`);
    const first = standing.missing;
    if (closed !== first || back !== gone - first || back > standing.voucher)
      world.violate(
        '1',
        `a void gave a voucher ${back} and closed ${closed}, where ${first} was missing first`,
      );
    const isOfPurchase = ({ kind, ownerId }: MemoryMovement['legs'][number]['account']): boolean =>
      sale.legs.some(({ account }) => account.kind === kind && account.ownerId === ownerId);
    if (movement.legs.some(({ account }) => !between.has(account.kind) && !isOfPurchase(account)))
      world.violate('1', 'a void touches what its sale did not');
    standing.stall -= gone;
    standing.voucher -= back;
    standing.missing -= closed;
  }
}
