import { randomUUID } from 'node:crypto';
import type { Once } from '#src/server/ledger/post-once.ts';
import { uuidV7 } from '#src/server/ledger/uuid-v7.ts';
import { bodyHash } from '#src/server/replay/body-hash.ts';
import type { Actor } from './actor.ts';

export type StaffOperation = {
  once: Once;
  /** what every posting of this operation begins with */
  entry: { op: string; movement: string; actor: string; recordedAt: Date };
};

/** An operation of somebody signed in: without a key a new one. Who asks is part of what makes it the same operation. */
export function staffOperation(
  deps: { now: () => Date },
  actor: Actor,
  kind: string,
  body: object,
  opId: string | undefined,
): StaffOperation {
  const op = opId ?? randomUUID();
  const recordedAt = deps.now();
  const hash = bodyHash(kind, { ...body, actor: actor.id });
  return {
    once: { op, hash, recordedAt },
    entry: { op, movement: uuidV7(), actor: actor.id, recordedAt },
  };
}
