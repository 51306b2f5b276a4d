import type { MemoryMovement } from '#lab/simulation/memory/ledger.ts';
import type { Deed, SimWorld } from '#lab/simulation/world/world.ts';

type HandOver = {
  point: string;
  by: string;
  declared: number;
  /** The part still on its way; negative when more was counted than declared, without an answer yet. */
  onItsWay: number;
  isReceived: boolean;
  isOpen: boolean;
};

function sumOf({ legs }: MemoryMovement, kind: string): number {
  return legs.filter(({ account }) => account.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * Cash counted by two people, movement by movement in the order of commits: a point declares, and its market
 * gets nothing before another person has counted it, once. A difference is on the named bearer, or on its way
 * until one is named.
 */
export function judgeHandOvers(world: SimWorld): void {
  const book = new Map<string, HandOver>();
  for (const movement of world.server.ledger.movements.values()) {
    const deed = world.deeds.get(movement.reference);
    if (movement.kind === 'till-hand-over' && deed) declare(world, movement, deed, book);
    const own = book.get(deed?.of ?? '');
    if (!isAbout(movement)) continue;
    if (!own || !deed) world.violate('28', `a ${movement.kind} of cash that nobody handed over`);
    else if (movement.kind === 'till-hand-over-void') takeBack(world, movement, deed, own);
    else if (movement.kind === 'till-receipt') receive(world, movement, deed, own);
    else answer(world, movement, deed, own);
  }
  judgeOnTheWay(world, book);
}

function isAbout({ kind }: MemoryMovement): boolean {
  return kind === 'till-hand-over-void' || kind === 'till-receipt' || kind === 'till-difference';
}

function declare(world: SimWorld, movement: MemoryMovement, deed: Deed, book: Map<string, HandOver>): void {
  const { amount, operatorId: point, by = '' } = deed;
  expectLegs(world, movement, { cash: amount, 'in-transit': 0 - amount });
  book.set(movement.id, {
    point,
    by,
    declared: amount,
    onItsWay: amount,
    isReceived: false,
    isOpen: true,
  });
}

function takeBack(world: SimWorld, movement: MemoryMovement, { by }: Deed, own: HandOver): void {
  if (!own.isOpen || by !== own.point)
    world.violate('28', 'a hand-over was taken back by somebody else, or after it had been received');
  expectLegs(world, movement, { cash: 0 - own.declared, 'in-transit': own.declared });
  Object.assign(own, { onItsWay: 0, isOpen: false });
}

function receive(world: SimWorld, movement: MemoryMovement, deed: Deed, own: HandOver): void {
  const { amount: counted, by, answers = null } = deed;
  const difference = counted - own.declared;
  if (!own.isOpen) world.violate('28', 'a hand-over was received twice, or after it had been taken back');
  if (by === own.by) world.violate('28', 'cash was received by whoever had handed it over');
  if (difference !== 0 && answers === null) world.violate('28', 'nobody answers for a difference');
  const isLeft = difference !== 0 && answers === 'OPEN';
  // An excess is returned to the point.
  const isReturned = difference > 0 && answers === 'POINT';
  const arrived = isLeft ? counted : own.declared;
  expectLegs(world, movement, {
    'in-transit': arrived,
    treasury: 0 - (isReturned ? own.declared : counted),
    ...(difference < 0 && answers === 'POINT' ? { cash: difference } : {}),
    ...(answers === 'MARKET' ? { 'cash-difference': difference } : {}),
  });
  Object.assign(own, { onItsWay: own.declared - arrived, isReceived: true, isOpen: false });
}

function answer(world: SimWorld, movement: MemoryMovement, { answers }: Deed, own: HandOver): void {
  const difference = 0 - own.onItsWay;
  if (!own.isReceived || difference === 0)
    world.violate('28', 'a difference was answered for that was not there');
  const ofPoint = difference < 0 ? 'cash' : 'treasury';
  expectLegs(world, movement, {
    'in-transit': 0 - difference,
    [answers === 'POINT' ? ofPoint : 'cash-difference']: difference,
  });
  own.onItsWay = 0;
}

function expectLegs(world: SimWorld, movement: MemoryMovement, meant: Record<string, number>): void {
  const kinds = new Set([...Object.keys(meant), ...movement.legs.map(({ account }) => account.kind)]);
  for (const kind of kinds)
    if (sumOf(movement, kind) !== (meant[kind] ?? 0))
      world.violate(
        '28',
        `a ${movement.kind} moved ${sumOf(movement, kind)} of ${kind} where ${meant[kind] ?? 0} was meant`,
      );
}

/** Cash on its way equals hand-overs not received yet, point by point. */
function judgeOnTheWay({ server, violate }: SimWorld, book: ReadonlyMap<string, HandOver>): void {
  const left = new Map<string, number>();
  for (const { point, onItsWay } of book.values()) left.set(point, (left.get(point) ?? 0) + onItsWay);
  for (const { legs } of server.ledger.movements.values())
    for (const { account, amount } of legs)
      if (account.kind === 'in-transit') left.set(account.ownerId, (left.get(account.ownerId) ?? 0) + amount);
  for (const difference of left.values())
    if (difference !== 0) violate('28', `${difference} is on its way that nobody handed over`);
}
