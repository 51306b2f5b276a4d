import type { RefusalCode } from '#src/contract/refusals.ts';
import { toAmount, toOpId, toVoucherId, type OpId, type VoucherId } from '#src/protocol/brands.ts';
import type { MovementKind } from '#src/server/ledger/movement-details.ts';
import type { Leg } from '#src/server/ledger/transfer.ts';
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
import { officeStatements } from './office.ts';
import { postingTo } from './posting.ts';
import type { Serial } from './store.ts';
import { topUpVoidStatements } from './top-up-voids.ts';
import { voucherStatements } from './vouchers.ts';
import { withheldRecovered } from './withheld-recovered.ts';

/**
 * The in-memory ledger behind the product's services for staff: each of their statements is found by name. An
 * unknown one is an error of the simulator.
 */
export function memoryDatabase(
  ledger: MemoryLedger,
  serial: Serial,
  databaseNow: () => Date,
  now: () => Date,
): Database {
  const session = memorySession(ledger, serial.log, databaseNow, now);
  return {
    sessionCount: 1,
    query: (statement) => serial.run(() => session.query(statement), true),
    transaction: (work) => serial.run(() => work(session)),
    close: async () => undefined,
  };
}

/** The same inside a running transaction. */
export function memorySession(
  ledger: MemoryLedger,
  log: UndoLog,
  databaseNow: () => Date,
  now: () => Date,
): Session {
  const handlers: Handlers = {
    ...listStatements(ledger, databaseNow),
    ...receiptStatements(ledger, log),
    ...journalStatements(ledger, log, now),
    ...purchaseStatements(ledger, log),
    ...voucherStatements(ledger, log),
    ...topUpVoidStatements(ledger, log),
    ...officeStatements(ledger, log),
  };
  return { query: async (statement) => answerOf(handlers, statement) as never };
}

function answerOf(handlers: Handlers, { name = '', values = [] }: Statement) {
  const handler = handlers[name];
  if (!handler) throw new Error(`nobody answers the statement ${name}`);
  const rows = handler(values);
  return { rows, rowCount: rows.length };
}

function receiptStatements(ledger: MemoryLedger, log: UndoLog): Handlers {
  return {
    'read-receipts': ([opIds]) =>
      (opIds as OpId[]).flatMap((opId) => {
        const receipt = ledger.receipts.get(opId);
        return receipt ? [receipt] : [];
      }),
    'insert-receipts': ([json]) => {
      for (const receipt of JSON.parse(String(json)) as {
        opId: OpId;
        bodyHash: string;
        refusal: RefusalCode | null;
        answer: Record<string, unknown>;
      }[])
        log.set(ledger.receipts, receipt.opId, receipt);
      return [];
    },
    'write-decision': locked,
    'lock-account': locked,
    'lock-till': locked,
    'lock-treasury': locked,
    'lock-voucher-row': locked,
    'active-market': locked,
  };
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
  const personOf = (id: unknown): object[] => {
    const person = ledger.operators.get(String(id));
    return person ? [{ stall_name: person.ownerName, owner_name: person.ownerName }] : [];
  };
  return {
    'point-to-count': ([id]) => personOf(id),
    'stalls-to-pay': ([ids]) =>
      (ids as string[]).map((id) => ({ id, estanteName: id, ownerName: id, paidBy: 'Mercado' })),
    'account-sum': ([account]) => [{ sum: sumOf(String(account)) }],
    'stall-dues': ([stall]) => [{ owed: sumOf(String(stall)), withheld: withheldOf(stall) }],
    'withheld-of-sales': ([ids]) => [
      { withheld: withheldRecovered(ledger, (_sale, movement) => (ids as string[]).includes(movement)) },
    ],
    'release-recovered': ([stall]) => {
      for (const [op, sale] of ledger.recovered)
        if (sale.stallId === stall && sale.isHeld) log.set(ledger.recovered, op, { ...sale, isHeld: false });
      return [];
    },
    'post-movement': ([id, kind, reference, by, , kinds, owners, markets, amounts]) => {
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
        by: String(by),
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
    'insert-void': ([id, purchaseId]) => {
      const movement = ledger.movements.get(String(id));
      if (movement) log.set(ledger.movements, movement.id, { ...movement, takesBack: String(purchaseId) });
      return one;
    },
    'insert-payout': locked,
    // A stall's payment way moves no money.
    'payment-ways': () => [],
    'insert-till-float': locked,
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
    'close-overspend': ([id]) => {
      const line = ledger.conflicts.get(String(id));
      if (line) log.set(ledger.conflicts, line.id, { ...line, state: 'resolved', missing: 0 });
      return one;
    },
  };
}

/**
 * Purchases to void, in the form of the ledger's row. Days and their ends are tested on PostgreSQL: here it
 * is always the same one.
 */
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
        same_day: true,
        balance: voucher.balance,
        recorded_at: new Date(ledger.movedAt.get(movement.id) ?? 0),
      },
    ];
  });
}
