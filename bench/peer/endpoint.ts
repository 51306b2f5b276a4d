import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { openPool } from './open-pool.ts';
import { servePurchases, type Answer, type Purchase, type Receipt } from './serve-purchases.ts';

/*
 * The plain endpoint for a purchase, as it is usually written with Fastify and pg: one transaction that locks
 * the voucher, inserts the purchase under its request's unique id, updates the balance, adds two postings and
 * a receipt, and commits. A repeated id is answered from the receipt. It is as fast as this design allows:
 * prepared statements and as many connections as our server has for money.
 */
const pool = openPool();
await servePurchases(record);

async function record(requestId: string, purchase: Purchase): Promise<Answer> {
  const client = await pool.connect();
  let fault: Error | undefined;
  try {
    await client.query('begin');
    const answer = await post(client, requestId, purchase);
    await client.query(answer.status === 201 ? 'commit' : 'rollback');
    return answer;
  } catch (error) {
    // The connection is closed with its transaction.
    fault = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(fault);
  }
}

async function post(client: PoolClient, requestId: string, purchase: Purchase): Promise<Answer> {
  const { userId, estanteId, codeQrUuid, price } = purchase;
  const found = await client.query<{ balance: string }>({
    name: 'lock',
    text: 'select balance from voucher where id = $1 and owner_id = $2 for update',
    values: [codeQrUuid, userId],
  });
  const [voucher] = found.rows;
  if (!voucher) return { status: 404, code: 'UNKNOWN_VOUCHER' };
  const balance = Number(voucher.balance);
  const id = randomUUID();
  // Before the balance is checked: a repeated purchase may have emptied the voucher.
  const inserted = await client.query<{ created_at: Date }>({
    name: 'purchase',
    text: `insert into purchase (id, request_id, voucher_id, stall_id, amount) values ($1, $2, $3, $4, $5)
      on conflict (request_id) do nothing returning created_at`,
    values: [id, requestId, codeQrUuid, estanteId, price],
  });
  const [row] = inserted.rows;
  if (!row) return readReceipt(client, requestId, purchase);
  if (balance < price) return { status: 409, code: 'INSUFFICIENT_BALANCE' };
  await client.query({
    name: 'pay',
    text: 'update voucher set balance = balance - $2 where id = $1',
    values: [codeQrUuid, price],
  });
  await client.query({
    name: 'postings',
    text: 'insert into posting (purchase_id, account_id, amount) values ($1, $2, $3), ($1, $4, $5)',
    values: [id, codeQrUuid, -price, estanteId, price],
  });
  const receipt = {
    codeCompra: `C-${id}`,
    nuevoSaldo: balance - price,
    price,
    codeQrUuid,
    createAt: row.created_at.toISOString(),
  };
  await client.query({
    name: 'receipt',
    text: 'insert into receipt (request_id, answer) values ($1, $2)',
    values: [requestId, receipt],
  });
  return { status: 201, receipt };
}

async function readReceipt(
  client: PoolClient,
  requestId: string,
  { codeQrUuid, price }: Purchase,
): Promise<Answer> {
  const { rows } = await client.query<{ answer: Receipt }>({
    name: 'stored',
    text: 'select answer from receipt where request_id = $1',
    values: [requestId],
  });
  const receipt = rows[0]?.answer;
  return receipt?.codeQrUuid === codeQrUuid && receipt.price === price
    ? { status: 201, receipt }
    : { status: 409, code: 'ID_REUSED' };
}
