import { randomUUID } from 'node:crypto';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { bodyHash, type Once } from '#src/server/ledger/receipts.ts';
import type { Actor } from './actor.ts';

/** What every posting of somebody signed in begins with. */
export type StaffEntry = { op: string; movement: string; actor: string; recordedAt: Date };
export type StaffOperation = { once: Once; entry: StaffEntry };

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
