import { hash } from 'node:crypto';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { ChargedPurchase } from '#src/domain/purchase/refusal-sentence.ts';
import type { Refused, Waits } from '#src/operations/decision.ts';
import { rowOf, type EnvelopeKind } from '#src/operations/envelopes.ts';
import { toOpId, type OpId } from '#src/protocol/brands.ts';
import { canonicalJson } from '#src/protocol/canonical-hash.ts';
import type { Database, Session } from '#src/server/store/database.ts';

/**
 * The first answer to an operation, permanent, including refusals. Only this file reads and writes the table.
 */
export type Receipt = {
  opId: OpId;
  /** Hash of the operation's kind and body, which tells a replay from a reused key. */
  bodyHash: string;
  refusal: RefusalCode | null;
  answer: Record<string, unknown>;
};

/** A receipt in the form that callers receive. */
export type StoredAnswer<Answer> =
  | { kind: 'done'; receipt: Answer; replayed: boolean }
  | { kind: 'refused'; code: RefusalCode; left?: number; charged?: ChargedPurchase; replayed: boolean };

/**
 * SHA-256 of the operation's kind and its body with sorted keys, so that another key order is the same
 * operation. Values must be JSON.
 */
export function bodyHash(kind: string, body: Record<string, unknown>): string {
  const fields = Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', `${kind}\n${canonicalJson(fields)}`);
}

/** Returns the receipt's hash of an operation that may arrive as a call or in a journal: of the fields that identify it. */
export function identityHash(kind: EnvelopeKind, body: object): string {
  const { identity = {} } = rowOf(kind);
  return bodyHash(kind, Object.fromEntries(Object.entries(body).filter(([field]) => field in identity)));
}

export const keyReused = { kind: 'refused', code: 'KEY_REUSED', replayed: false } as const;

/** Returns the receipt for a caller whose body has `hash`. Another body under the same key is KEY_REUSED. */
export function toStoredAnswer<Answer>(
  receipt: Pick<Receipt, 'bodyHash' | 'refusal' | 'answer'>,
  hash: string,
  read: (answer: unknown) => Answer,
  replayed: boolean,
): StoredAnswer<Answer> {
  const { refusal, answer } = receipt;
  if (receipt.bodyHash !== hash) return keyReused;
  if (refusal === null) return { kind: 'done', receipt: read(answer), replayed };
  const { left, charged } = answer;
  return {
    kind: 'refused',
    code: refusal,
    ...(typeof left === 'number' ? { left } : {}),
    ...(isChargedPurchase(charged) ? { charged } : {}),
    replayed,
  };
}

function isChargedPurchase(kept: unknown): kept is ChargedPurchase {
  return typeof kept === 'object' && kept !== null && 'stall' in kept && 'code' in kept;
}

/**
 * Identifies a receipt. `bodyHash` covers kind and body, so another kind or body under a known id is never
 * the same operation.
 */
export type ReceiptKey = Pick<Receipt, 'opId' | 'bodyHash'>;
/** reused: the id belongs to another operation, whose answer must not be returned for this key. */
export type FoundReceipt = Receipt | 'reused' | null;

/** Receipts of some operations in memory, found only by their full key. */
export type ReceiptBook = {
  find(key: ReceiptKey): FoundReceipt;
  isAnswered(opId: OpId): boolean;
};

export function receiptBook(
  receipts: Iterable<Receipt>,
): ReceiptBook & { keep(receipt: Receipt): void; forget(opId: OpId): void } {
  const known = new Map([...receipts].map((receipt) => [receipt.opId, receipt]));
  return {
    find: ({ opId, bodyHash: asked }) => {
      const receipt = known.get(opId);
      return receipt && receipt.bodyHash !== asked ? 'reused' : (receipt ?? null);
    },
    isAnswered: (opId) => known.has(opId),
    keep: (receipt) => void known.set(receipt.opId, receipt),
    forget: (opId) => void known.delete(opId),
  };
}

export async function readReceipts(session: Session, opIds: readonly OpId[]): Promise<ReceiptBook> {
  const { rows } = await session.query<Receipt>({
    name: 'read-receipts',
    text: `select op_id as "opId", body_hash as "bodyHash", refusal, answer from receipt where op_id = any ($1::text[])`,
    values: [opIds],
  });
  return receiptBook(await wholeAnswers(session, rows));
}

export async function findReceipt(session: Session, key: ReceiptKey): Promise<FoundReceipt> {
  return (await readReceipts(session, [key.opId])).find(key);
}

/** Throws 23505 when one of the operations has a receipt. */
export async function insertReceipts(
  session: Session,
  receipts: readonly Receipt[],
  recordedAt: Date,
): Promise<void> {
  await session.query({
    name: 'insert-receipts',
    text: `insert into receipt (op_id, body_hash, refusal, answer, recorded_at)
      select "opId", "bodyHash", refusal, answer, $2::timestamptz
      from jsonb_to_recordset($1::text::jsonb) as r ("opId" text, "bodyHash" text, refusal text, answer jsonb)`,
    values: [JSON.stringify(receipts), recordedAt],
  });
}

/** Outcome of a call: the answer or refusal to store, or what it waits for. */
export type Posted<Answer> = { kind: 'done'; receipt: Answer } | Refused | Waits;

/** `hash` must include the actor: one person's key never returns another's answer. */
export type Once = { op: OpId; hash: string; recordedAt: Date };

/**
 * Runs `work` and stores its receipt in the caller's transaction, once per operation id: the one end of every call.
 * Every replay gets the first answer, including refusals. A call that waits is answered without a receipt, so that it
 * may be repeated. One of two simultaneous copies fails at the receipt's key with 23505. A crash before the commit
 * leaves nothing.
 */
export async function answerOnce<Answer extends Record<string, unknown>>(
  session: Session,
  { op: opId, hash: bodyHash, recordedAt }: Once,
  read: (answer: unknown) => Answer,
  work: () => Promise<Posted<Answer>>,
): Promise<StoredAnswer<Answer>> {
  const known = await findReceipt(session, { opId, bodyHash });
  if (known === 'reused') return keyReused;
  if (known) return toStoredAnswer(known, bodyHash, read, true);
  const outcome = await work();
  const receipt = receiptOf({ opId, bodyHash }, outcome);
  if (outcome.kind !== 'wait') await insertReceipts(session, [receipt], recordedAt);
  return toStoredAnswer(receipt, bodyHash, read, false);
}

function receiptOf(key: ReceiptKey, outcome: Posted<Record<string, unknown>>): Receipt {
  if (outcome.kind === 'done') return { ...key, refusal: null, answer: outcome.receipt };
  const { kind: _kind, code: refusal, ...answer } = outcome;
  return { ...key, refusal, answer };
}

/** The same in its own transaction, repeated after a conflict with another session. */
export function recordOnce<Answer extends Record<string, unknown>>(
  database: Database,
  once: Once,
  read: (answer: unknown) => Answer,
  work: (session: Session) => Promise<Posted<Answer>>,
): Promise<StoredAnswer<Answer>> {
  return retryTransaction(() =>
    database.transaction((session) => answerOnce(session, once, read, () => work(session)), 'money'),
  );
}

/** Common fields of every posting by a signed-in person. */
export type StaffAct = {
  op: OpId;
  movement: string;
  actor: string;
  /** The device that the person reports, for the audit line. */
  deviceId?: string | null | undefined;
  recordedAt: Date;
};

/** Returns an id derived from an operation's. Client keys contain no space, so none can collide with it. */
export function partOf(op: OpId, part: string): OpId {
  return toOpId(`${op} ${part}`);
}

/** Returns the journal fields of a movement besides its kind and legs. */
export function movementOf({ movement: id, op: reference, actor: recordedBy, recordedAt }: StaffAct) {
  return { id, reference, recordedBy, recordedAt };
}

/** Returns the actor and time of a posting's audit line. */
export function decidedBy({ actor: id, deviceId = null, recordedAt }: StaffAct) {
  return { actor: { id, deviceId }, recordedAt };
}

/**
 * Lost a race against a copy or a neighbour: nothing was written, and a retry sees the other session's rows.
 */
const transient = new Set(['23505', '40001', '40P01']);

export function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && transient.has(String(error.code));
}

/**
 * Retries `work` after it lost against another session: unique violation, serialization failure or deadlock,
 * each of which rolled everything back. After `attempts` it throws the last error.
 */
export async function retryTransaction<Value>(work: () => Promise<Value>, attempts = 8): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || attempt >= attempts) throw error;
    }
  }
}

type Answer = Record<string, unknown>;
type Kept = { opId: OpId; answer: Answer };

/**
 * Completes old purchase answers, which only keep what the ledger cannot reproduce: the balance after the
 * purchase (`slim_receipts`). Amounts, code, points and time come from its row as they were, names of stall
 * and customer as they are now.
 */
async function wholeAnswers<Row extends Kept>(session: Session, rows: readonly Row[]): Promise<Row[]> {
  const slim = rows.filter(({ answer }) => isSlim(answer) || isSlim(answer['purchase']));
  if (slim.length === 0) return [...rows];
  const { rows: purchases } = await session.query<{ opId: OpId; purchase: Answer }>({
    name: 'whole-answers',
    text: `select o.op as "opId", jsonb_strip_nulls(jsonb_build_object(
        'codeCompra', b.code, 'price', b.amount, 'estanteName', s.stall_name, 'userName', c.owner_name,
        'codeQrUuid', b.voucher_id, 'points', b.points,
        'createAt', to_char(b.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'missing', case when b.reason is not null then b.missing end, 'reason', b.reason)) as purchase
      from unnest($1::text[]) as o (op)
      cross join lateral (select id from movement m where m.reference = coalesce(
        (select a.purchase_op_id from accepted_purchase a where a.op_id = o.op), o.op) limit 1) m
      cross join lateral (select * from purchase b where b.movement_id = m.id limit 1) b
      join person s on s.id = b.stall_id join person c on c.id = b.customer_id`,
    values: [slim.map(({ opId }) => opId)],
  });
  const purchaseOf = new Map(purchases.map(({ opId, purchase }) => [opId, purchase]));
  return rows.map((row) => {
    const { opId, answer } = row;
    const whole = (kept: unknown): unknown => (isSlim(kept) ? { ...purchaseOf.get(opId), ...kept } : kept);
    const { purchase } = answer;
    return isSlim(purchase)
      ? { ...row, answer: { ...answer, purchase: whole(purchase) } }
      : { ...row, answer: whole(answer) };
  });
}

function isSlim(answer: unknown): answer is Answer {
  return typeof answer === 'object' && answer !== null && Object.keys(answer).join() === 'nuevoSaldo';
}
