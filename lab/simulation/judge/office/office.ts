import type { MemoryMovement } from '#lab/simulation/memory/ledger.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import { dayOf } from './days.ts';

/** Every market of these days gives a point per thousand. */
const pointEvery = 1_000;

type Book = Map<string, number>;

function addTo(book: Book, name: string, amount: number): void {
  book.set(name, (book.get(name) ?? 0) + amount);
}

/** The voucher's payment in a purchase, and its parties. */
function saleOf({ legs }: MemoryMovement): { given: number; from: string; to: string } {
  const voucher = legs.find(({ account }) => account.kind === 'voucher');
  const stall = legs.find(({ account }) => account.kind === 'stall');
  return {
    given: 0 - (voucher?.amount ?? 0),
    from: voucher?.account.marketId ?? '',
    to: stall?.account.marketId ?? '',
  };
}

/**
 * Points and debts between markets, movement by movement in the order of commits. Points come with a
 * voucher's payment, go with voids, whole or partial, and with rewards, and are never spent twice. A market
 * is paid at most its claim on another.
 */
export function judgeOffice(world: SimWorld): void {
  const { movements } = world.server.ledger;
  const points: Book = new Map();
  const owed: Book = new Map();
  /** Points of sales by customer, market and the day of the sale. */
  const ofDay: Book = new Map();
  /** A sale's remaining payment by its voucher. */
  const stands = new Map<string, number>();
  for (const movement of movements.values()) {
    if (movement.kind === 'redemption') judgeRedemption(world, movement, { points, ofDay });
    if (movement.kind === 'clearing') judgeClearing(world, movement, owed);
    const bought = movements.get(movement.takesBack ?? movement.id);
    if (bought?.kind !== 'purchase') continue;
    const { from, to } = saleOf(bought);
    // Negative for a void.
    const { given } = saleOf(movement);
    if (from !== to && from !== '') addTo(owed, `${from} ${to}`, given);
    const before = stands.get(bought.id) ?? 0;
    stands.set(bought.id, before + given);
    const now = Math.floor((before + given) / pointEvery);
    const name = `${ownerOf(world, bought)} ${to}`;
    const change = now - Math.floor(before / pointEvery);
    addTo(points, name, change);
    addTo(ofDay, `${name} ${dayOfMovement(world, bought)}`, change);
  }
  judgeBalances(world, points);
}

function ownerOf({ server }: SimWorld, { legs, reference }: MemoryMovement): string {
  const voucher = legs.find(({ account }) => account.kind === 'voucher')?.account.ownerId;
  const { ownerId = '' } = server.ledger.vouchers.get(voucher ?? reference) ?? {};
  return ownerId;
}

function dayOfMovement({ server }: SimWorld, { id }: MemoryMovement): string {
  return dayOf(server.ledger.movedAt.get(id) ?? 0);
}

function judgeRedemption(
  world: SimWorld,
  movement: MemoryMovement,
  { points, ofDay }: { points: Book; ofDay: Book },
): void {
  const { reference, legs } = movement;
  const deed = world.deeds.get(reference);
  if (!deed) return;
  const { operatorId: customer, marketId = '', points: cost = 0, left } = deed;
  const name = `${customer} ${marketId}`;
  const had = points.get(name) ?? 0;
  if (had < cost) world.violate('21', `a reward of ${cost} points was given to somebody who had ${had}`);
  const ofToday = ofDay.get(`${name} ${dayOfMovement(world, movement)}`) ?? 0;
  if (cost > had - ofToday)
    world.violate(
      '21',
      `a reward of ${cost} points was given for points of the day: ${had}, of today ${ofToday}`,
    );
  if (left !== undefined && left !== had - ofToday - cost)
    world.violate('21', `a customer was told of ${left} points and has ${had - ofToday - cost}`);
  const voucher = legs.find(({ account }) => account.kind === 'voucher')?.account.ownerId;
  if (voucher !== undefined && world.server.ledger.vouchers.get(voucher)?.ownerId !== customer)
    world.violate('21', 'the voucher of a reward is not of who had the points');
  addTo(points, name, 0 - cost);
}

function judgeBalances(world: SimWorld, book: Book): void {
  const said: Book = new Map();
  for (const { customerId, marketId, points } of world.server.ledger.points.values())
    addTo(said, `${customerId} ${marketId}`, points);
  for (const name of new Set([...book.keys(), ...said.keys()]))
    if ((book.get(name) ?? 0) !== (said.get(name) ?? 0))
      world.violate(
        '21',
        `a customer has ${said.get(name) ?? 0} points where ${book.get(name) ?? 0} are due`,
      );
}

function judgeClearing(world: SimWorld, { reference, legs }: MemoryMovement, owed: Book): void {
  const deed = world.deeds.get(reference);
  if (!deed) return;
  const { amount, operatorId: creditor, of: debtor = '', left } = deed;
  const due = (owed.get(`${debtor} ${creditor}`) ?? 0) - (owed.get(`${creditor} ${debtor}`) ?? 0);
  if (amount > due) world.violate('22', `a market was paid ${amount} where ${due} was owed to it`);
  if (left !== undefined && left !== due - amount)
    world.violate('22', `a market was told that ${left} is left where ${due - amount} is`);
  const meant: [string, string, number][] = [
    ['clearing', debtor, 0 - amount],
    ['treasury', debtor, amount],
    ['clearing', creditor, amount],
    ['treasury', creditor, 0 - amount],
  ];
  for (const [kind, marketId, sum] of meant) {
    const moved = legs
      .filter(({ account }) => account.kind === kind && account.marketId === marketId)
      .reduce((total, leg) => total + leg.amount, 0);
    if (moved !== sum)
      world.violate('22', `a payment between markets moved ${moved} of ${kind} where ${sum} was meant`);
  }
  addTo(owed, `${debtor} ${creditor}`, 0 - amount);
}
