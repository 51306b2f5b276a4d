import assert from 'node:assert/strict';
import {
  toAmount,
  toPoints,
  type Amount,
  type MarketId,
  type OpId,
  type Pesos,
  type Points,
  type VoucherId,
} from '#src/contract/brands.ts';
import type { PurchaseVoidReceipt } from '#src/contract/purchases/purchase-history.ts';
import {
  decideVoid,
  type HeldPoints,
  type PointsStanding,
  type PurchaseStanding,
  type VoidFacts,
  type VoidPlan,
} from '#src/domain/operations/void.ts';
import { lockStallDues } from '#src/server/ledger/accounts.ts';
import { heldOfSales } from '#src/server/ledger/held.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { post } from '#src/server/ledger/journal.ts';
import { reversed, settlementLegs } from '#src/server/ledger/legs.ts';
import { movementOf, partOf, refused, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import { lockCustomers, readHeldPoints } from '#src/server/operations/points.ts';
import type { Session } from '#src/server/store/database.ts';

export type VoidAsked = {
  /** Code of a purchase, or of a sale that several vouchers paid. */
  code: string;
  /** A stall voids its own sales of the same day in `timeZone`; null for the market. */
  stall: string | null;
  market: MarketId;
  timeZone: string;
  /** Time of the request, which decides the day of a stall's void. */
  at: Date;
};
export type VoidEntry = StaffEntry &
  Omit<VoidAsked, 'at'> & {
    reason: string;
    /** Smallest unit shown; null for the whole remaining amount. */
    amount: Amount | null;
  };

type Bought = {
  movement_id: string;
  op: OpId;
  code: string;
  /** The sale's code, for a share. */
  sale_code: string | null;
  voucher_id: VoucherId;
  voucher_market: MarketId;
  customer_id: string;
  stall_id: string;
  amount: Amount;
  missing: Amount;
  points: Points;
  points_every: Amount;
  stall_name: string;
  owner_name: string;
  same_day: boolean;
  /** Balance that the voucher keeps when it paid nothing. */
  balance: Amount;
  recorded_at: Date;
};
type Voided = { amount: number; missing: number; points: number };
type Line = {
  id: string;
  state: string;
  missing: Amount;
  assignee: string | null;
  /** Points entered when its loss was assigned. */
  points: Points;
};
type Share = { bought: Bought; line: Line | null; standing: PurchaseStanding };

/**
 * A purchase, or the shares of a sale, locked until the end of the transaction, with the facts for its void.
 */
export type LoadedVoid = { facts: VoidFacts; shares: readonly Share[]; code: string; market: MarketId };

/** Voids a sale by its code at a person's request: loads, decides, posts. */
export async function voidSale(session: Session, entry: VoidEntry): Promise<Outcome<PurchaseVoidReceipt>> {
  const loaded = await loadVoid(session, { ...entry, at: entry.recordedAt });
  if (!loaded) return refused('UNKNOWN_PURCHASE');
  const decision = decideVoid(entry, loaded.facts);
  if (decision.kind === 'refuse') return refused(decision.code, decision.left);
  return { ok: true, receipt: await postVoid(session, loaded, decision.plan, entry) };
}

/**
 * Returns null when this market, or this stall, has no such purchase. Locks in one order: purchases, lines,
 * the stall's account, customers.
 */
export async function loadVoid(session: Session, asked: VoidAsked): Promise<LoadedVoid | null> {
  const { market } = asked;
  const bought = await lockBought(session, asked);
  const [first] = bought;
  if (!first) return null;
  const code = asked.code.toUpperCase();
  const ids = bought.map(({ movement_id }) => movement_id);
  const voids = await readVoids(session, ids);
  const lines = await lockLines(session, ids);
  const shares = bought.map((one): Share => {
    const before = voids.get(one.movement_id) ?? { amount: 0, missing: 0, points: 0 };
    const line = lines.get(one.movement_id) ?? null;
    const notCovered = one.missing - before.missing;
    const isAssigned = line !== null && line.state !== 'overspend';
    const standing = {
      stands: one.amount - before.amount,
      uncovered: isAssigned ? 0 : notCovered,
      assigned: isAssigned ? notCovered : 0,
      points: pointsOf(one, line, before),
    };
    return { bought: one, line, standing };
  });
  // Uses the lock of payouts, so that neither sees the other half done. A held amount is not payable yet,
  // except for the sale itself: it was never paid out, so its void may use it.
  const dues = asked.stall ? await lockStallDues(session, first.stall_id) : null;
  const stall = dues && {
    isSameDay: bought.every(({ same_day }) => same_day),
    payable: dues.owed - dues.held + (await heldOfSales(session, ids)),
    points: await lockPoints(session, bought, market),
  };
  return { facts: { shares: shares.map(({ standing }) => standing), stall }, shares, code, market };
}

/**
 * Posts a decided void: for each share, the reversed legs of a sale of the voided part. The part that no
 * voucher had covered leaves the overspend account; the rest returns to the voucher, even a blocked one.
 * Points are those of the remaining amount, and the customer's total becomes negative if they are spent.
 */
export async function postVoid(
  session: Session,
  { shares, code, market }: LoadedVoid,
  plan: VoidPlan,
  entry: StaffEntry & { reason: string },
): Promise<PurchaseVoidReceipt> {
  const receipts: PurchaseVoidReceipt[] = [];
  for (const [n, share] of [...shares.entries()].toReversed()) {
    const part = plan[n];
    if (!part || part.amount === 0) continue;
    const own = shares.length === 1 ? {} : { op: partOf(entry.op, share.bought.code), movement: uuidV7() };
    receipts.push(await postPart(session, share, part, { ...entry, ...own, market }));
  }
  const [last] = receipts;
  assert(last, 'a void that was decided gives something back');
  const sum = (amounts: readonly Pesos[]): Amount =>
    toAmount(amounts.reduce<number>((all, amount) => all + amount, 0));
  const returned = sum(plan.map(({ amount }) => amount));
  return {
    ...last,
    codeCompra: code,
    price: sum(shares.map(({ bought }) => bought.amount)),
    returned,
    stands: toAmount(sum(shares.map(({ standing }) => standing.stands)) - returned),
    points: toPoints(receipts.reduce((all, { points }) => all + points, 0)),
    purchaseOpIds: shares.map(({ bought }) => bought.op),
  };
}

async function postPart(
  session: Session,
  { bought, line, standing }: Share,
  { amount, fromUncovered, points }: VoidPlan[number],
  entry: StaffEntry & { reason: string; market: MarketId },
): Promise<PurchaseVoidReceipt> {
  if (line) await closeOverspend(session, entry, line, fromUncovered);
  const left = toAmount(standing.stands - amount);
  const balances = await post(session, {
    ...movementOf(entry),
    kind: 'void',
    legs: reversed(
      settlementLegs({
        voucher: { id: bought.voucher_id, marketId: bought.voucher_market },
        stall: { id: bought.stall_id, marketId: entry.market },
        price: amount,
        taken: amount - fromUncovered,
      }),
    ),
    points: { customerId: bought.customer_id, marketId: entry.market, points: toPoints(0 - points) },
    detail: {
      purchaseId: bought.movement_id,
      stallId: bought.stall_id,
      marketId: entry.market,
      amount: toAmount(amount),
      missing: toAmount(fromUncovered),
      points,
      stands: left,
      reason: entry.reason,
    },
  });
  return {
    codeCompra: bought.code,
    nuevoSaldo: balances.get(bought.voucher_id) ?? bought.balance,
    price: bought.amount,
    returned: toAmount(amount),
    stands: left,
    points,
    estanteName: bought.stall_name,
    userName: bought.owner_name,
    createAt: entry.recordedAt.toISOString(),
  };
}

/** Ordered as they were paid. */
async function lockBought(session: Session, asked: VoidAsked): Promise<Bought[]> {
  const { rows } = await session.query<Bought>({
    name: 'purchase-to-void',
    text: `select b.movement_id, o.reference as op, b.code, b.sale_code, b.voucher_id, v.market_id as voucher_market, b.customer_id, b.stall_id, b.amount,
        b.missing, b.points, m.points_every, s.stall_name, c.owner_name, v.balance, b.recorded_at,
        (b.recorded_at at time zone $4)::date = ($5::timestamptz at time zone $4)::date as same_day
      from purchase b join movement o on o.id = b.movement_id join voucher v on v.id = b.voucher_id join person s on s.id = b.stall_id
        join person c on c.id = b.customer_id join market m on m.id = b.market_id
      where (b.code = $1 or b.sale_code = $1) and b.market_id = $2 and ($3::uuid is null or b.stall_id = $3)
      order by b.code for no key update of b`,
    values: [asked.code.toUpperCase(), asked.market, asked.stall, asked.timeZone, asked.at],
  });
  return rows;
}

/** After the lock and in a separate statement, whose snapshot includes a void that held the lock. */
async function readVoids(session: Session, purchases: readonly string[]): Promise<Map<string, Voided>> {
  const { rows } = await session.query<Voided & { id: string }>({
    name: 'voids-of-purchases',
    text: `select purchase_id as id, sum(amount)::bigint as amount, sum(missing)::bigint as missing,
        sum(points)::bigint as points
      from purchase_void where purchase_id = any ($1::uuid[]) group by purchase_id`,
    values: [purchases],
  });
  return new Map(rows.map(({ id, ...voided }) => [id, voided]));
}

/** Locks the conflict lines of purchases with a shortfall, open or assigned. */
async function lockLines(session: Session, purchases: readonly string[]): Promise<Map<string, Line>> {
  const { rows } = await session.query<Line & { purchase: string }>({
    name: 'overspends-of-purchases',
    text: `select m.id as purchase, c.id, c.state, c.missing, c.assignee, coalesce((select sum(e.points) from movement a
          join points_entry e on e.movement_id = a.id
          where a.reference in ('assign-' || c.id, c.op_id || ' assigned')), 0)::bigint as points
      from movement m join sale_conflict c on c.purchase_op_id = m.reference
      where m.id = any ($1::uuid[]) and c.missing > 0 order by c.id for update of c`,
    values: [purchases],
  });
  return new Map(rows.map(({ purchase, ...line }) => [purchase, line]));
}

/** Reduces an open line by the voided amount, and closes it when no shortfall is left. */
async function closeOverspend(
  session: Session,
  entry: StaffEntry & { reason: string },
  line: Line,
  closed: number,
): Promise<void> {
  if (closed === 0) return;
  if (closed < line.missing)
    await session.query({
      name: 'lower-overspend',
      text: 'update sale_conflict set missing = missing - $2 where id = $1',
      values: [line.id, closed],
    });
  else
    await session.query({
      name: 'close-overspend',
      text: `update sale_conflict set state = 'resolved', missing = 0, note = $2, resolved_at = $3, resolved_by = $4
        where id = $1`,
      values: [line.id, entry.reason, entry.recordedAt, entry.actor],
    });
}

/**
 * Returns the points that the sale has earned and lost so far. Points come with amounts that vouchers or
 * persons paid, not with those that the stall bears.
 */
function pointsOf(bought: Bought, line: Line | null, before: Voided): PointsStanding {
  const covered = bought.amount - bought.missing;
  const isPaidElsewhere = line?.assignee === 'guarantee' || line?.assignee === 'customer';
  return {
    earned: toPoints(bought.points + (line?.points ?? 0)),
    gone: toPoints(before.points),
    paid: covered + (isPaidElsewhere ? bought.missing - before.missing : 0),
    returned: before.amount - before.missing,
    pointsEvery: bought.points_every,
    ownerId: bought.customer_id,
  };
}

/**
 * Reads the points of a sale's customers under the lock of redemptions, so that neither sees the other half
 * done.
 */
async function lockPoints(
  session: Session,
  bought: readonly Bought[],
  market: MarketId,
): Promise<Map<string, HeldPoints>> {
  const owners = [...new Set(bought.map(({ customer_id }) => customer_id))];
  const since = new Date(Math.min(...bought.map(({ recorded_at }) => recorded_at.getTime())));
  await lockCustomers(session, owners);
  return readHeldPoints(session, { owners, market, since });
}
