import type { FastifyReply } from 'fastify';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';
import { replyRefusal } from './reply-refusal.ts';

/** Answers a money call: 201 with the receipt or the refusal, both echoing the operation's id, replayed or not. */
export function replyStored<Receipt extends object>(
  reply: FastifyReply,
  answer: StoredAnswer<Receipt>,
  opId: string | undefined,
): FastifyReply {
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  if (answer.kind === 'done')
    return reply.code(201).send(opId === undefined ? answer.receipt : { ...answer.receipt, opId });
  const { code, kind: _kind, replayed: _replayed, ...facts } = answer;
  return replyRefusal(reply, code, { ...facts, opId });
}
