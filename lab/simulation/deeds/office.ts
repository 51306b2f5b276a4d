import { bookOfDay, dayOf, judgeFigures } from '#lab/simulation/judge/office/days.ts';
import { SimulatedCrash } from '#lab/simulation/world/server.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import { toAmount, toMarketCode, toPoints, type MarketId } from '#src/contract/brands.ts';
import type { DayClose } from '#src/contract/cash/schemas.ts';
import { settleClearing } from '#src/server/cash/clearing.ts';
import { closeDay, readDayClose } from '#src/server/cash/day-close.ts';
import { redeem } from '#src/server/points/redemptions.ts';
import { expire } from '#src/server/vouchers/changes.ts';
import { actorOf, depsOf, once } from './staff-calls.ts';

/** A market's rewards: one is a thing, one a voucher. Prices change now and then. */
function rewardOf(world: SimWorld, marketId: MarketId): string {
  const { dice } = world.trouble;
  const { rewards } = world.server.ledger;
  const kind = dice.pick(['cosa', 'vale'] as const);
  const id = `${kind} ${marketId}`;
  const known = rewards.get(id);
  if (known && !dice.chance(0.15)) return id;
  const amount = kind === 'cosa' ? null : toAmount(1_000 * (1 + dice.int(5)));
  const cost = toPoints(1 + dice.int(8));
  rewards.set(id, { marketId, name: id, cost, amount: known ? known.amount : amount });
  return id;
}

/** A customer with purchases redeems a reward for points, or tries to. */
export async function redeemPoints(world: SimWorld): Promise<void> {
  const { dice } = world.trouble;
  const { ledger } = world.server;
  const today = dayOf(world.server.deps.now().getTime());
  const entries = [...ledger.points];
  const ofBefore = entries.filter(([id]) => dayOf(ledger.movedAt.get(id) ?? 0) < today);
  const holders = ofBefore.length > 0 && dice.chance(0.8) ? ofBefore : entries;
  if (holders.length === 0) return;
  const [, { customerId, marketId }] = dice.pick(holders);
  // The price shown to the customer, before the market changed it.
  const before = ledger.rewards.get(`cosa ${marketId}`);
  const pointsId = rewardOf(world, marketId);
  const reward = ledger.rewards.get(pointsId);
  if (!reward) return;
  const shown = pointsId.startsWith('cosa') && before ? before.cost : reward.cost;
  const deed = { kind: 'redemption', voucherId: null, amount: reward.amount ?? 0, operatorId: customerId };
  const deps = { ...depsOf(world), voucherLife: world.server.life, topUpMax: 2_000_000 };
  const answer = await once(world, { ...deed, marketId, points: shown }, (opId, said) =>
    redeem(deps, actorOf(marketId), { clientId: customerId, pointsId, pointsCost: shown }, opId).then(
      (given) => {
        if (given.kind === 'done') said.left = given.receipt.puntosRestantes;
        return given;
      },
    ),
  );
  if (answer?.kind === 'done') world.reach('points redeemed');
  else if (answer?.code === 'NOT_ENOUGH_POINTS') world.reach('a redemption of more points than there are');
}

/** The market that received the money records it, sometimes with more than the other one owes. */
export async function payBetweenMarkets(world: SimWorld, creditor: MarketId): Promise<void> {
  const { dice } = world.trouble;
  const debtor = world.markets.find((id) => id !== creditor);
  if (debtor === undefined) return;
  const crossed = [...world.server.ledger.movements.values()]
    .flatMap(({ kind, legs }) => (kind === 'purchase' ? legs : []))
    .filter(({ account }) => account.kind === 'clearing' && account.marketId === debtor)
    .reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
  if (crossed === 0) return;
  const amount = toAmount(Math.max(1, dice.chance(0.6) ? crossed : dice.int(crossed + 1)));
  const debtorId = toMarketCode(debtor.slice(0, 6).toUpperCase());
  const pay = (monto: number) =>
    once(
      world,
      { kind: 'clearing', voucherId: null, amount: monto, operatorId: creditor, of: debtor },
      async (opId, said) => {
        const command = { debtorId, monto: toAmount(monto) };
        const given = await settleClearing(depsOf(world), actorOf(creditor), command, opId);
        if (given.kind === 'done') said.left = given.receipt.owed;
        return given;
      },
    );
  const answer = await pay(amount);
  if (answer?.kind === 'done') world.reach('a debt between markets paid');
  // Another person in the office records it once more, which is another operation.
  const again = answer?.kind === 'done' ? await pay(crossed) : answer;
  if (again && again.kind !== 'done') world.reach('a payment between markets of more than is owed refused');
}

/** The market takes an expired voucher's balance, or tries to before the expiry. */
export async function takeEnded(world: SimWorld, marketId: MarketId): Promise<void> {
  const { ledger } = world.server;
  const mine = [...ledger.issued].filter(([, id]) => ledger.vouchers.get(id)?.marketId === marketId);
  if (mine.length === 0) return;
  const [id, voucherId] = world.trouble.dice.pick(mine);
  const amount = ledger.vouchers.get(voucherId)?.balance ?? 0;
  const answer = await once(world, { kind: 'expiry', voucherId, amount, operatorId: '' }, (opId) =>
    expire(depsOf(world), actorOf(marketId), { id }, opId),
  );
  if (answer?.kind === 'done') world.reach('the rest of a voucher that ended taken by its market');
}

export type ClosedDay = { marketId: MarketId; day: string; figures: string; book: Map<string, number> };

function closeDeps(world: SimWorld) {
  return { ...depsOf(world), lateDevices: async () => [] };
}

/** Closes the present day; a second time must be refused. */
export async function closeToday(world: SimWorld, marketId: MarketId): Promise<void> {
  const day = dayOf(world.server.deps.now().getTime());
  const isKnown = world.closedDays.some((one) => one.marketId === marketId && one.day === day);
  const book = bookOfDay(world, marketId, day);
  try {
    const answer = await closeDay(closeDeps(world), actorOf(marketId), day);
    if (!answer.ok) return;
    if (isKnown) world.violate('20', 'a day was closed twice');
    world.reach('a day closed');
    const figures = figuresOf(answer.value);
    const own = judgeFigures(world, figures, [book, bookOfDay(world, marketId, day)]);
    world.closedDays.push({ marketId, day, figures, book: own });
  } catch (error) {
    if (!(error instanceof SimulatedCrash)) throw error;
  }
}

function figuresOf({ accounts, sum, addsUp, tills }: DayClose): string {
  return JSON.stringify({ accounts, sum, addsUp, tills });
}

/** Returns the page of a closed day. */
export async function readClosed(
  world: SimWorld,
  { marketId, day }: ClosedDay,
): Promise<{ isClosed: boolean; figures: string; later: DayClose['later'] }> {
  const answer = await readDayClose(closeDeps(world), actorOf(marketId), null, day);
  if (!answer.ok) throw new Error(answer.code);
  const { closedAt, later } = answer.value;
  return { isClosed: closedAt !== null, figures: figuresOf(answer.value), later };
}
