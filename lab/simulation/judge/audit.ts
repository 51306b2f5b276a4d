import type { MemoryMovement } from '#lab/simulation/memory/ledger.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';

type Account = MemoryMovement['legs'][number]['account']['kind'];

/** The kinds that devices move, each with the accounts that may gain (+), lose (-), or either (±). */
const meant: Partial<Record<MemoryMovement['kind'], Partial<Record<Account, '+' | '-' | '±'>>>> = {
  'top-up': { voucher: '+', cash: '-' },
  'top-up-void': { voucher: '-', cash: '+', treasury: '+', 'cash-difference': '+' },
  purchase: { stall: '+', voucher: '-', overspend: '-', clearing: '±' },
  void: { stall: '-', voucher: '+', overspend: '+', clearing: '±' },
};

/**
 * The whole ledger as an auditor reads it without having seen any action. Each movement is of its kind, each
 * leg in its account's market, each row and receipt matches the postings, and the open lines equal the
 * shortfall in the books.
 */
export function judgeAudit(world: SimWorld): void {
  const { ledger } = world.server;
  const held = new Map<string, number>();
  const missing = new Map<string, number>();
  for (const movement of ledger.movements.values()) {
    auditMovement(world, movement);
    for (const { account, amount } of movement.legs) {
      if (account.kind === 'voucher') held.set(account.ownerId, (held.get(account.ownerId) ?? 0) + amount);
      if ((held.get(account.ownerId) ?? 0) < 0)
        world.violate('27', `a ${movement.kind} leaves a paper below 0`);
      if (account.kind === 'overspend')
        missing.set(account.marketId, (missing.get(account.marketId) ?? 0) - amount);
    }
  }
  for (const { id, balance } of ledger.vouchers.values())
    if (balance !== (held.get(id) ?? 0))
      world.violate('27', `a paper says ${balance} where its postings come to ${held.get(id) ?? 0}`);
  for (const line of ledger.conflicts.values())
    if (line.state === 'overspend')
      missing.set(line.marketId, (missing.get(line.marketId) ?? 0) - line.missing);
  for (const difference of missing.values())
    if (difference !== 0) world.violate('27', `${difference} is missing in a market and on nobody's list`);
}

function auditMovement(world: SimWorld, movement: MemoryMovement): void {
  const { kind, legs } = movement;
  const { vouchers, stalls } = world.server.ledger;
  const byMarket = new Map<string, number>();
  let between = 0;
  for (const { account, amount } of legs) {
    byMarket.set(account.marketId, (byMarket.get(account.marketId) ?? 0) + amount);
    if (account.kind === 'clearing') between += amount;
    const sign = meant[kind]?.[account.kind];
    if (amount !== 0 && sign !== '±' && sign !== (amount > 0 ? '+' : '-'))
      world.violate('27', `a ${kind} moves ${amount} of ${account.kind}`);
    const isOwned = account.kind === 'voucher' || account.kind === 'stall';
    // A dishonest till may use a stall's id for its voucher.
    const owner = (account.kind === 'voucher' ? vouchers : stalls).get(account.ownerId);
    if (isOwned && owner?.marketId !== account.marketId)
      world.violate('27', `a ${kind} is booked on a ${account.kind} in a market that is not its own`);
  }
  if ([...byMarket.values()].some((sum) => sum !== 0)) world.violate('27', `a ${kind} does not add up`);
  if (between !== 0) world.violate('27', `a ${kind} makes markets owe each other two sums`);
  if (kind === 'purchase' && movement.takesBack === undefined) auditPurchase(world, movement);
}

function auditPurchase(world: SimWorld, { id, reference, legs }: MemoryMovement): void {
  const { purchases, receipts } = world.server.ledger;
  const row = purchases.get(id);
  const sumOf = (account: Account, ownerId: string): number =>
    legs
      .filter((leg) => leg.account.kind === account && leg.account.ownerId === ownerId)
      .reduce((sum, { amount }) => sum + amount, 0);
  if (!row || row.reference !== reference) {
    world.violate('27', 'a purchase has no row of its own');
    return;
  }
  const isOfRow =
    sumOf('stall', row.stallId) === row.amount &&
    sumOf('voucher', row.voucherId) === row.missing - row.amount;
  if (!isOfRow) world.violate('27', 'the row of a purchase says something else than its legs');
  const receipt = receipts.get(reference);
  if (receipt?.refusal !== null || !('price' in receipt.answer)) return;
  const { price, codeQrUuid } = receipt.answer;
  if (price !== row.amount || codeQrUuid !== row.voucherId)
    world.violate('27', `a receipt says ${String(price)} where ${row.amount} was paid`);
}
