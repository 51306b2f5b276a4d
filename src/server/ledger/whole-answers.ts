import type { OpId } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';

type Answer = Record<string, unknown>;
type Kept = { opId: OpId; answer: Answer };

/**
 * Completes old purchase answers, which only keep what the ledger cannot reproduce: the balance after the
 * purchase (`slim_receipts`). Amounts, code, points and time come from its row as they were, names of stall
 * and customer as they are now.
 */
export async function wholeAnswers<Row extends Kept>(session: Session, rows: readonly Row[]): Promise<Row[]> {
  const slim = rows.filter(({ answer }) => isSlim(answer) || isSlim(answer['purchase']));
  if (slim.length === 0) return [...rows];
  const { rows: sales } = await session.query<{ opId: OpId; sale: Answer }>({
    name: 'whole-answers',
    text: `select o.op as "opId", jsonb_strip_nulls(jsonb_build_object(
        'codeCompra', b.code, 'price', b.amount, 'estanteName', s.stall_name, 'userName', c.owner_name,
        'codeQrUuid', b.voucher_id, 'points', b.points,
        'createAt', to_char(b.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'missing', case when b.reason is not null then b.missing end, 'reason', b.reason)) as sale
      from unnest($1::text[]) as o (op)
      cross join lateral (select id from movement m where m.reference = coalesce(
        (select a.purchase_op_id from accepted_purchase a where a.op_id = o.op), o.op) limit 1) m
      cross join lateral (select * from purchase b where b.movement_id = m.id limit 1) b
      join person s on s.id = b.stall_id join person c on c.id = b.customer_id`,
    values: [slim.map(({ opId }) => opId)],
  });
  const purchaseOf = new Map(sales.map(({ opId, sale }) => [opId, sale]));
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
