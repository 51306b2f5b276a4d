import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { bigint, jsonb, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import { openPool } from './open-pool.ts';
import { servePurchases, type Answer, type Purchase, type Receipt } from './serve-purchases.ts';

/*
 * The same endpoint through an ORM, as its manual writes a transaction: the tables are described in the
 * program, and every statement is built from them at each call.
 */
const voucher = pgTable('voucher', {
  id: uuid().primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  balance: bigint({ mode: 'number' }).notNull(),
});
const purchases = pgTable('purchase', {
  id: uuid().primaryKey(),
  requestId: uuid('request_id').notNull(),
  voucherId: uuid('voucher_id').notNull(),
  stallId: uuid('stall_id').notNull(),
  amount: bigint({ mode: 'number' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
const posting = pgTable('posting', {
  purchaseId: uuid('purchase_id').notNull(),
  accountId: uuid('account_id').notNull(),
  amount: bigint({ mode: 'number' }).notNull(),
});
const receipts = pgTable('receipt', {
  requestId: uuid('request_id').primaryKey(),
  answer: jsonb().$type<Receipt>().notNull(),
});

const database = drizzle({ client: openPool() });
type Transaction = Parameters<Parameters<typeof database.transaction>[0]>[0];

/** Thrown inside the transaction, which it rolls back. */
class Refused extends Error {
  readonly answer: Exclude<Answer, { status: 201 }>;

  constructor(answer: Exclude<Answer, { status: 201 }>) {
    super(answer.code);
    this.answer = answer;
  }
}

await servePurchases(async (requestId, purchase) => {
  try {
    return await database.transaction((tx) => post(tx, requestId, purchase));
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
});

async function post(tx: Transaction, requestId: string, purchase: Purchase): Promise<Answer> {
  const { userId, estanteId, codeQrUuid, price } = purchase;
  const [found] = await tx
    .select({ balance: voucher.balance })
    .from(voucher)
    .where(and(eq(voucher.id, codeQrUuid), eq(voucher.ownerId, userId)))
    .for('update');
  if (!found) throw new Refused({ status: 404, code: 'UNKNOWN_VOUCHER' });
  const id = randomUUID();
  // Before the balance is checked: a repeated purchase may have emptied the voucher.
  const [row] = await tx
    .insert(purchases)
    .values({ id, requestId, voucherId: codeQrUuid, stallId: estanteId, amount: price })
    .onConflictDoNothing({ target: purchases.requestId })
    .returning({ createdAt: purchases.createdAt });
  if (!row) return readReceipt(tx, requestId, purchase);
  if (found.balance < price) throw new Refused({ status: 409, code: 'INSUFFICIENT_BALANCE' });
  await tx
    .update(voucher)
    .set({ balance: sql`${voucher.balance} - ${price}` })
    .where(eq(voucher.id, codeQrUuid));
  await tx.insert(posting).values([
    { purchaseId: id, accountId: codeQrUuid, amount: -price },
    { purchaseId: id, accountId: estanteId, amount: price },
  ]);
  const receipt = {
    codeCompra: `C-${id}`,
    nuevoSaldo: found.balance - price,
    price,
    codeQrUuid,
    createAt: row.createdAt.toISOString(),
  };
  await tx.insert(receipts).values({ requestId, answer: receipt });
  return { status: 201, receipt };
}

async function readReceipt(
  tx: Transaction,
  requestId: string,
  { codeQrUuid, price }: Purchase,
): Promise<Answer> {
  const [stored] = await tx
    .select({ answer: receipts.answer })
    .from(receipts)
    .where(eq(receipts.requestId, requestId));
  return stored?.answer.codeQrUuid === codeQrUuid && stored.answer.price === price
    ? { status: 201, receipt: stored.answer }
    : { status: 409, code: 'ID_REUSED' };
}
