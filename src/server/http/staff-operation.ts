import type { OpId } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import {
  recordOnce,
  staffOperation,
  type Posted,
  type StaffAct,
  type StoredAnswer,
} from '#src/server/ledger/receipts.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision, type Decision } from '#src/server/store/records/decisions.ts';

/** A call that a signed-in person makes exactly once; without an operation id it is a new operation. */
export type StaffCall<Deps, Command, Receipt> = (
  deps: Deps,
  actor: Actor,
  command: Command,
  opId: OpId | undefined,
) => Promise<StoredAnswer<Receipt>>;

type StaffOperation<Receipt> = {
  /** Distinguishes it from another operation with the same body. */
  kind: string;
  actor: Actor;
  body: object;
  opId: OpId | undefined;
  receiptSchema: { parse(kept: unknown): Receipt };
};

/**
 * Records an operation once for its id: its effects, its audit lines and its receipt are one transaction. A
 * crash before the commit leaves nothing, and a repetition gets the stored receipt. A refusal is stored
 * without effects. `post` runs inside the transaction, and again after a conflict with another session. A function that
 * posts a movement writes its own audit lines; `decisionsOf` has those of any other operation.
 */
export function recordStaffOperation<Receipt extends Record<string, unknown>>(
  deps: { database: Database; now: () => Date },
  { kind, actor, body, opId, receiptSchema }: StaffOperation<Receipt>,
  post: (session: Session, act: StaffAct) => Promise<Posted<Receipt>>,
  decisionsOf: (receipt: Receipt) => Omit<Decision, 'actor' | 'recordedAt'>[] = () => [],
): Promise<StoredAnswer<Receipt>> {
  const { once, act } = staffOperation(deps, actor, kind, body, opId);
  const { recordedAt } = act;
  const read = (kept: unknown): Receipt => receiptSchema.parse(kept);
  return recordOnce(deps.database, once, read, async (session) => {
    const outcome = await post(session, act);
    if (outcome.kind === 'done')
      for (const decision of decisionsOf(outcome.receipt))
        await writeDecision(session, { ...decision, actor, recordedAt });
    return outcome;
  });
}
