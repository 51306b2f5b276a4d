import { randomUUID } from 'node:crypto';
import { postPurchaseIn, purchaseHash } from '#src/operations/purchase/post.ts';
import { toAmount, toOpId, type VoucherId } from '#src/protocol/brands.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import type { SmallMarket } from '#tests/support/market/small-market.ts';

/** Rolls back everything that `work` writes, so that a test leaves nothing to the next one. */
export async function rolledBack(
  { database }: { database: Database },
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const undo = new Error('taken back');
  await database
    .transaction(async (session) => {
      await work(session);
      throw undo;
    }, 'money')
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
}

/** One session for all users of the database, inside the transaction that is rolled back. */
export function databaseOn(session: Session): Database {
  return {
    sessionCount: 1,
    query: (statement) => session.query(statement),
    transaction: (work) => work(session),
    close: () => Promise.resolve(),
  };
}

/** Runs a statement that damages the ledger, or reads a part of it. */
export async function run<Row = Record<string, unknown>>(
  session: Session,
  text: string,
  ...values: readonly unknown[]
): Promise<Row[]> {
  return (await session.query<Row>({ text, values })).rows;
}

/** Returns the findings of a whole audit after these statements. */
export async function findingsAfter(
  { database }: { database: Database },
  breaking: (session: Session) => Promise<unknown>,
): Promise<readonly string[]> {
  let found: readonly string[] = [];
  await rolledBack({ database }, async (session) => {
    await breaking(session);
    found = (await auditLedger(databaseOn(session))).findings;
  });
  return found;
}

/** Posts a sale at a stall of the first market, or of the second; `movement` is its id. */
export async function sellAt(
  { stalls, customer }: SmallMarket,
  session: Session,
  sale: { voucher: VoucherId; price: number; stall?: 0 | 1; at?: Date },
): Promise<{ movement: string; op: ReturnType<typeof toOpId>; code: string }> {
  const op = toOpId(randomUUID());
  const body = {
    userId: customer,
    estanteId: stalls[sale.stall ?? 0],
    codeQrUuid: sale.voucher,
    price: toAmount(sale.price),
  };
  const answer = await postPurchaseIn(session, sale.at ?? new Date(), {
    op,
    hash: purchaseHash(body),
    voucher: sale.voucher,
    customer,
    stall: body.estanteId,
    price: body.price,
    actor: body.estanteId,
  });
  if (answer.kind !== 'done') throw new Error(`the sale was refused: ${answer.code}`);
  const [row] = await run<{ id: string }>(session, 'select id from movement where reference = $1', op);
  return { movement: row?.id ?? '', op, code: answer.receipt.codeCompra };
}
