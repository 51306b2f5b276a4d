import { judgeTopUpVoids } from '#lab/simulation/judge/top-up-voids.ts';
import { judgeVoids, standings, sumOf } from '#lab/simulation/judge/voids.ts';
import type { MemoryMovement } from '#lab/simulation/memory/ledger.ts';
import type { Deed, SimWorld } from '#lab/simulation/world/world.ts';

type Account = MemoryMovement['legs'][number]['account']['kind'];

/** The kinds that devices move, each with the accounts that may gain (+), lose (-), or either (±). */
const meant: Partial<Record<MemoryMovement['kind'], Partial<Record<Account, '+' | '-' | '±'>>>> = {
  'top-up': { voucher: '+', cash: '-' },
  'top-up-void': { voucher: '-', cash: '+', treasury: '+', 'cash-difference': '+' },
  purchase: { stall: '+', voucher: '-', overspend: '-', clearing: '±' },
  void: { stall: '-', voucher: '+', overspend: '+', clearing: '±' },
};

/**
 * Judges the money, independently of the devices: each movement, each row against the postings, and the open lines
 * against the shortfall in the books.
 */
export function judgeLedger(world: SimWorld): void {
  const { ledger } = world.server;
  const held = new Map<string, number>();
  const missing = new Map<string, number>();
  for (const movement of ledger.movements.values()) {
    judgeMovement(world, movement);
    for (const { account, amount } of movement.legs) {
      if (account.kind === 'voucher') held.set(account.ownerId, (held.get(account.ownerId) ?? 0) + amount);
      if ((held.get(account.ownerId) ?? 0) < 0)
        world.violate('27', `a ${movement.kind} leaves a paper below 0`);
      if (account.kind === 'overspend')
        missing.set(account.marketId, (missing.get(account.marketId) ?? 0) - amount);
    }
  }
  for (const { id, balance, face } of ledger.vouchers.values()) {
    if (balance !== (held.get(id) ?? 0))
      world.violate('1', `voucher says ${balance}, its postings ${held.get(id) ?? 0}`);
    if (balance < 0 || balance > face) world.violate('5', `voucher of ${face} holds ${balance}`);
  }
  for (const line of ledger.conflicts.values())
    if (line.state === 'overspend')
      missing.set(line.marketId, (missing.get(line.marketId) ?? 0) - line.missing);
  for (const difference of missing.values())
    if (difference !== 0) world.violate('27', `${difference} is missing in a market and on nobody's list`);
  for (const { mergedInto } of ledger.customers.values())
    if (mergedInto !== null) world.reach('a customer merged into another');
  judgeVoids(world);
  judgeTopUpVoids(world);
  judgeOverspend(world);
}

function judgeMovement(world: SimWorld, movement: MemoryMovement): void {
  const { kind, legs } = movement;
  const { vouchers, stalls } = world.server.ledger;
  const byMarket = new Map<string, number>();
  for (const { account, amount } of legs) {
    byMarket.set(account.marketId, (byMarket.get(account.marketId) ?? 0) + amount);
    const sign = meant[kind]?.[account.kind];
    if (amount !== 0 && sign !== '±' && sign !== (amount > 0 ? '+' : '-'))
      world.violate('27', `a ${kind} moves ${amount} of ${account.kind}`);
    const isOwned = account.kind === 'voucher' || account.kind === 'stall';
    const owner = (account.kind === 'voucher' ? vouchers : stalls).get(account.ownerId);
    if (isOwned && owner?.marketId !== account.marketId)
      world.violate('27', `a ${kind} is booked on a ${account.kind} in a market that is not its own`);
  }
  if ([...byMarket.values()].some((sum) => sum !== 0)) world.violate('1', `a ${kind} does not add up`);
  if (sumOf(movement, 'clearing') !== 0)
    world.violate('27', `a ${kind} makes markets owe each other two sums`);
  // judge/voids.ts
  if (movement.takesBack !== undefined) return;
  if (kind === 'purchase') judgeRow(world, movement);
  const deed = world.deeds.get(movement.reference);
  // judge/top-up-voids.ts
  if (kind === 'top-up-void' && deed?.kind === 'top-up-void') return;
  const gains = legs.filter(({ account, amount }) => account.kind !== 'clearing' && amount > 0);
  const total = gains.reduce((sum, { amount }) => sum + amount, 0);
  if (!deed) world.violate('4', `a ${kind} that nobody made: ${movement.reference}`);
  else if (deed.amount !== total || deed.kind !== kind)
    world.violate('4', `a ${kind} of ${total} where ${deed.kind} ${deed.amount} was made`);
  else judgeSides(world, movement, deed);
}

/** A purchase's row and receipt. */
function judgeRow(world: SimWorld, movement: MemoryMovement): void {
  const { purchases, receipts } = world.server.ledger;
  const { id, reference } = movement;
  const row = purchases.get(id);
  if (!row || row.reference !== reference) {
    world.violate('27', 'a purchase has no row of its own');
    return;
  }
  const isOfRow =
    sumOf(movement, 'stall', row.stallId) === row.amount &&
    sumOf(movement, 'voucher', row.voucherId) === row.missing - row.amount;
  if (!isOfRow) world.violate('27', 'the row of a purchase says something else than its legs');
  const receipt = receipts.get(reference);
  if (receipt?.refusal !== null || !('price' in receipt.answer)) return;
  const { price, codeQrUuid } = receipt.answer;
  if (price !== row.amount || codeQrUuid !== row.voucherId)
    world.violate('27', `a receipt says ${String(price)} where ${row.amount} was paid`);
}

/** Giver, receiver and amount: by the sworn actions, and not by the product's own table of legs. */
function judgeSides(
  world: SimWorld,
  movement: MemoryMovement,
  { voucherId, operatorId, amount }: Deed,
): void {
  const { kind, legs } = movement;
  const voucher = sumOf(movement, 'voucher', voucherId ?? '');
  const isRight =
    kind === 'top-up'
      ? voucher === amount && sumOf(movement, 'cash', operatorId) === 0 - amount
      : sumOf(movement, 'stall', operatorId) === amount && voucher <= 0 && voucher >= 0 - amount;
  if (!isRight) world.violate('4', `a ${kind} of ${amount} was given or taken by somebody else`);
  const between = new Set(['overspend', 'clearing']);
  const strangers = legs.filter(
    ({ account }) =>
      account.ownerId !== voucherId && account.ownerId !== operatorId && !between.has(account.kind),
  );
  if (strangers.length > 0) world.violate('4', `a ${kind} touches what is not its own`);
}

/** Never beyond the formula for what N stall devices may take from one voucher offline. */
function judgeOverspend(world: SimWorld): void {
  const { ledger } = world.server;
  const honest = world.devices.filter(({ kind }) => kind === 'stall').length;
  const devices = honest + (world.liar ? 1 : 0);
  const open = new Map<string, { sum: number; stalls: Set<string> }>();
  const left = standings(ledger);
  for (const [id, purchase] of ledger.purchases) {
    // A voided shortfall no longer counts: the device may fall short by as much again.
    const missing = left.get(id)?.missing ?? purchase.missing;
    if (missing === 0) continue;
    world.reach('overspend settled');
    const held = open.get(purchase.voucherId) ?? { sum: 0, stalls: new Set<string>() };
    held.sum += missing;
    held.stalls.add(purchase.stallId);
    open.set(purchase.voucherId, held);
  }
  for (const [voucherId, { sum, stalls }] of open) {
    const voucher = ledger.vouchers.get(voucherId);
    if (!voucher) continue;
    if (voucher.blocked === null) world.violate('9', 'an overspent voucher is not blocked');
    if (stalls.size > 1) world.reach('a voucher overspent by more than one device');
    const largest = Math.max(...[...ledger.limits.values()].flat().map(({ perVoucher }) => perVoucher));
    const bound = devices * Math.min(largest, voucher.face);
    // A voucher spent again while its first sale was still on a device has no bound but the sales.
    if (world.restore?.isDone) continue;
    world.worst = Math.max(world.worst, sum / bound);
    if (sum > bound) world.violate('9', `overspend of ${sum} where ${bound} is the bound`);
  }
}
