import { judgeTopUpVoids } from '#lab/simulation/judge/top-up-voids.ts';
import { judgeVoids, standings } from '#lab/simulation/judge/voids.ts';
import type { MemoryMovement } from '#lab/simulation/memory/ledger.ts';
import type { Deed, SimWorld } from '#lab/simulation/world/world.ts';

/** Judges the money, independently of the devices. */
export function judgeLedger(world: SimWorld): void {
  const { ledger } = world.server;
  const balances = new Map<string, number>();
  for (const movement of ledger.movements.values()) {
    judgeMovement(world, movement);
    for (const { account, amount } of movement.legs)
      if (account.kind === 'voucher')
        balances.set(account.ownerId, (balances.get(account.ownerId) ?? 0) + amount);
  }
  for (const voucher of ledger.vouchers.values()) {
    if (voucher.balance !== (balances.get(voucher.id) ?? 0))
      world.violate('1', `voucher says ${voucher.balance}, its postings ${balances.get(voucher.id)}`);
    if (voucher.balance < 0 || voucher.balance > voucher.face)
      world.violate('5', `voucher of ${voucher.face} holds ${voucher.balance}`);
  }
  for (const { mergedInto } of ledger.customers.values())
    if (mergedInto !== null) world.reach('a customer merged into another');
  judgeVoids(world);
  judgeTopUpVoids(world);
  judgeOverspend(world);
}

function judgeMovement(world: SimWorld, movement: MemoryMovement): void {
  const byMarket = new Map<string, number>();
  for (const { account, amount } of movement.legs)
    byMarket.set(account.marketId, (byMarket.get(account.marketId) ?? 0) + amount);
  for (const sum of byMarket.values())
    if (sum !== 0) world.violate('1', `a ${movement.kind} sums to ${sum} in a market`);
  // judge/voids.ts
  if (movement.takesBack !== undefined) return;
  const deed = world.deeds.get(movement.reference);
  // judge/top-up-voids.ts
  if (movement.kind === 'top-up-void' && deed?.kind === 'top-up-void') return;
  const total = movement.legs.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
  const crossing = movement.legs
    .filter(({ account, amount }) => account.kind === 'clearing' && amount > 0)
    .reduce((sum, { amount }) => sum + amount, 0);
  if (!deed) world.violate('4', `a ${movement.kind} that nobody made: ${movement.reference}`);
  else if (deed.amount !== total - crossing || deed.kind !== movement.kind)
    world.violate(
      '4',
      `a ${movement.kind} of ${total - crossing} where ${deed.kind} ${deed.amount} was made`,
    );
  else judgeSides(world, movement, deed);
}

/** Giver, receiver and amount: by the sworn actions, and not by the product's own table of legs. */
function judgeSides(
  world: SimWorld,
  { kind, legs }: MemoryMovement,
  { voucherId, operatorId, amount }: Deed,
): void {
  const sumOf = (account: string, ownerId: string | null): number =>
    legs
      .filter((leg) => leg.account.kind === account && leg.account.ownerId === ownerId)
      .reduce((sum, leg) => sum + leg.amount, 0);
  const voucher = sumOf('voucher', voucherId);
  const isRight =
    kind === 'top-up'
      ? voucher === amount && sumOf('cash', operatorId) === 0 - amount
      : sumOf('stall', operatorId) === amount && voucher <= 0 && voucher >= 0 - amount;
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
