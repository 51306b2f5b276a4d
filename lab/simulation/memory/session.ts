import type { MovementKind } from '#src/operations/movements.ts';
import type { Leg } from '#src/operations/transfer.ts';
import {
  toAmount,
  toOpId,
  toPoints,
  toVoucherId,
  type MarketId,
  type VoucherId,
} from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import type { Database, Session, Statement } from '#src/server/store/database.ts';
import { locked, one, type Handlers } from './handlers.ts';
import {
  codeOf,
  type MemoryLedger,
  type MemoryMovement,
  type MemoryPurchase,
  type UndoLog,
} from './ledger.ts';
import { listStatements } from './lists.ts';
import { postingTo } from './posting.ts';
import type { Serial } from './store.ts';
import { topUpStatements } from './top-ups.ts';
import { withheldRecovered } from './withheld-recovered.ts';

/**
 * The in-memory ledger behind the product's lists and voids: each of their statements is found by name. An unknown one
 * is an error of the simulator.
 */
export function memoryDatabase(ledger: MemoryLedger, serial: Serial, now: () => Date): Database {
  const session = memorySession(ledger, serial.log, now);
  return {
    sessionCount: 1,
    query: (statement) => serial.run(() => session.query(statement), true),
    transaction: (work) => serial.run(() => work(session)),
    close: async () => undefined,
  };
}

/** The same inside a running transaction. */
export function memorySession(ledger: MemoryLedger, log: UndoLog, now: () => Date): Session {
  const handlers: Handlers = {
    ...listStatements(ledger),
    ...journalStatements(ledger, log, now),
    ...purchaseStatements(ledger, log),
    ...customerStatements(ledger, log),
    ...topUpStatements(ledger, log),
  };
  return { query: async (statement) => answerOf(handlers, statement) as never };
}

function answerOf(handlers: Handlers, { name = '', values = [] }: Statement) {
  const handler = handlers[name];
  if (!handler) throw new Error(`nobody answers the statement ${name}`);
  const rows = handler(values);
  return { rows, rowCount: rows.length };
}

function journalStatements(ledger: MemoryLedger, log: UndoLog, now: () => Date): Handlers {
  const post = postingTo(ledger, log, now);
  const sumOf = (account: string): number =>
    [...ledger.movements.values()]
      .flatMap(({ legs }) => legs)
      .filter((leg) => leg.account.kind !== 'voucher' && leg.account.ownerId === account)
      .reduce((sum, { amount }) => sum + amount, 0);
  const withheldOf = (stallId: unknown): number =>
    [...ledger.conflicts.values()]
      .filter((line) => line.stallId === stallId && line.state === 'overspend')
      .reduce(
        (sum, { missing }) => sum + missing,
        withheldRecovered(ledger, (sale) => sale.stallId === stallId),
      );
  return {
    // No judge reads the audit lines of a void.
    'insert-decision': locked,
    'lock-ledger_account': locked,
    'lock-voucher': locked,
    'account-sum': ([account]) => [{ sum: sumOf(String(account)) }],
    'stall-dues': ([stall]) => [{ owed: sumOf(String(stall)), withheld: withheldOf(stall) }],
    'withheld-of-sales': ([ids]) => [
      { withheld: withheldRecovered(ledger, (_purchase, movement) => (ids as string[]).includes(movement)) },
    ],
    'post-movement': ([id, kind, reference, , , kinds, owners, markets, amounts]) => {
      const legs = (kinds as string[]).map((account, index) => ({
        account: {
          kind: account,
          ownerId: (owners as string[])[index],
          marketId: (markets as string[])[index],
        },
        amount: toAmount((amounts as number[])[index] ?? 0),
      })) as Leg[];
      const movement: MemoryMovement = {
        id: String(id),
        kind: kind as MovementKind,
        reference: toOpId(String(reference)),
        legs,
      };
      post(movement);
      const vouchers = legs.flatMap(({ account }) =>
        account.kind === 'voucher' ? [toVoucherId(account.ownerId)] : [],
      );
      const balanceOf = (voucher: VoucherId) => ledger.vouchers.get(voucher)?.balance;
      const posted = {
        posted: legs.length,
        foreign_legs: foreignLegs(ledger, legs),
      };
      const rows = vouchers.map((voucher) => ({ ...posted, voucher, balance: balanceOf(voucher) }));
      return rows.length > 0 ? rows : [{ ...posted, voucher: null, balance: null }];
    },
    'insert-purchase_void': ([id, purchaseId]) => {
      const movement = ledger.movements.get(String(id));
      if (movement) log.set(ledger.movements, movement.id, { ...movement, takesBack: String(purchaseId) });
      return one;
    },
  };
}

/** Legs that name another market than their voucher's. */
function foreignLegs(ledger: MemoryLedger, legs: readonly Leg[]): number {
  return legs.filter(({ account }) => {
    const voucher =
      account.kind === 'voucher' ? ledger.vouchers.get(toVoucherId(account.ownerId)) : undefined;
    return voucher !== undefined && voucher.marketId !== account.marketId;
  }).length;
}

function purchaseStatements(ledger: MemoryLedger, log: UndoLog): Handlers {
  return {
    'purchase-to-void': ([code, market, stall]) =>
      boughtBy(ledger, { market, stall }, (movement) => codeOf(movement.id).toUpperCase() === code),
    'void-of-purchase': ([id]) =>
      [...ledger.movements.values()].some(({ takesBack }) => takesBack === id) ? one : [],
    'overspend-of-purchase': ([op]) =>
      [...ledger.conflicts.values()].filter(
        ({ purchaseOpId, missing }) => purchaseOpId === op && missing > 0,
      ),
    'update-conflict_line': ([id]) => {
      const line = ledger.conflicts.get(String(id));
      if (line) log.set(ledger.conflicts, line.id, { ...line, state: 'resolved', missing: 0 });
      return one;
    },
  };
}

/** Purchases to void, in the form of the ledger's row. */
function boughtBy(
  ledger: MemoryLedger,
  { market, stall }: { market: unknown; stall: unknown },
  isAsked: (movement: MemoryMovement, row: MemoryPurchase) => boolean,
): object[] {
  return [...ledger.movements.values()].flatMap((movement) => {
    const row = ledger.purchases.get(movement.id);
    const seller = row && ledger.stalls.get(row.stallId);
    const voucher = row && ledger.vouchers.get(row.voucherId);
    if (!row || !seller || !voucher || !isAsked(movement, row)) return [];
    if (seller.marketId !== market || (stall !== null && row.stallId !== stall)) return [];
    return [
      {
        movement_id: movement.id,
        op: row.reference,
        code: codeOf(movement.id).toUpperCase(),
        voucher_id: row.voucherId,
        is_joined: voucher.closedAs === 'joined',
        customer_id: voucher.ownerId,
        stall_id: row.stallId,
        amount: row.amount,
        missing: row.missing,
        points: ledger.points.get(movement.id)?.points ?? 0,
        stall_name: seller.name,
        owner_name: '',
        balance: voucher.balance,
        recorded_at: new Date(ledger.movedAt.get(movement.id) ?? 0),
      },
    ];
  });
}

/** A sale's voucher and customer under their locks, without reissues and redemptions. */
function customerStatements(ledger: MemoryLedger, log: UndoLog): Handlers {
  return {
    'lock-customers': locked,
    'held-points': ([ids, market]) =>
      (ids as string[]).map((id) => ({
        id,
        balance: [...ledger.points.values()]
          .filter((entry) => entry.customerId === id && entry.marketId === market)
          .reduce((sum, { points }) => sum + points, 0),
        redeemed: 0,
      })),
    'insert-points_entry': ([movement, , customerId, marketId, points]) => {
      const entry = { customerId: String(customerId), marketId: marketId as MarketId };
      log.set(ledger.points, String(movement), { ...entry, points: toPoints(Number(points)) });
      return one;
    },
    'locked-voucher': ([id]) => {
      const voucher = ledger.vouchers.get(String(id));
      const customer = voucher && ledger.customers.get(voucher.ownerId)?.customer;
      if (!voucher || !customer) return [];
      const { blockedAt, personBlockedAt } = voucher;
      return [
        {
          ...voucher,
          personId: ledger.customers.get(voucher.ownerId)?.mergedInto ?? voucher.ownerId,
          ownerName: customer.ownerName,
          identificacion: customer.identificacion,
          shortCode: shortCodeOf(voucher.id),
          expiresAt: null,
          blockedAt: blockedAt === null ? null : new Date(blockedAt),
          personBlockedAt: personBlockedAt === null ? null : new Date(personBlockedAt),
        },
      ];
    },
    'successor-of-voucher': () => [],
  };
}
