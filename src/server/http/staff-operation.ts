import type * as z from 'zod/mini';
import type { OpId } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import { newOpId, uuidV7 } from '#src/server/ledger/ids.ts';
import {
  bodyHash,
  recordOnce,
  type Posted,
  type StaffAct,
  type StoredAnswer,
} from '#src/server/ledger/receipts.ts';
import type { Database, Session } from '#src/server/store/database.ts';

type StaffDeps = { database: Database; now: () => Date };
type Post<Receipt> = (session: Session, act: StaffAct) => Promise<Posted<Receipt>>;

/**
 * Returns a service for a call that a signed-in person makes exactly once; without an operation id it is a new operation.
 * Its effects, its audit lines and its receipt are one transaction. A crash before the commit leaves nothing, and a
 * repetition gets the stored receipt. A refusal is stored without effects. The call's path distinguishes it from another with
 * the same body, and the actor from another with the same key. `prepare` runs before the transaction, inside which only
 * the transaction's session may be used. Its result posts, and runs again after a conflict with another session.
 */
export function staffCall<
  Receipt extends Record<string, unknown>,
  Body extends object,
  Deps extends StaffDeps = StaffDeps,
>(
  { path, answer }: { path: string; body: z.ZodMiniType<Body>; answer: z.ZodMiniType<Receipt> },
  prepare: (deps: Deps, actor: Actor, body: Body) => Post<Receipt> | Promise<Post<Receipt>>,
) {
  return async (
    deps: Deps,
    actor: Actor,
    body: Body,
    opId: OpId | undefined,
  ): Promise<StoredAnswer<Receipt>> => {
    const post = await prepare(deps, actor, body);
    const { id, deviceId } = actor;
    const op = opId ?? newOpId();
    const recordedAt = deps.now();
    const hash = bodyHash(path, { ...body, actor: id });
    const act = { op, movement: uuidV7(), actor: id, deviceId, recordedAt };
    const read = (kept: unknown): Receipt => answer.parse(kept);
    return recordOnce(deps.database, { op, hash, recordedAt }, read, (session) => post(session, act));
  };
}
