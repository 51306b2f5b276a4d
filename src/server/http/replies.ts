import type { FastifyReply } from 'fastify';
import type { Refusal as WireRefusal, RefusalCode } from '#src/contract/refusal-code.ts';
import { refusalSentence, type RefusalFacts } from '#src/domain/purchase/refusal-sentence.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';
import type { Answer } from './answer.ts';
import { refusalStatus } from './refusal-status.ts';

export type Facts = RefusalFacts & { fields?: Record<string, string>; opId?: string | undefined };

/** Sends a refusal: its status, and the sentence to be shown as it is. */
export function replyRefusal(reply: FastifyReply, code: RefusalCode, facts: Facts = {}): FastifyReply {
  const symbol = reply.server.currencySymbol;
  const body: WireRefusal = {
    message: refusalSentence(code, { symbol, ...facts }),
    code,
    ...(facts.fields ? { fields: facts.fields } : {}),
    ...(facts.opId === undefined ? {} : { opId: facts.opId }),
  };
  return reply.code(refusalStatus[code]).send(body);
}

/** The value with `status`, or the refusal. */
export function replyAnswer<Value>(reply: FastifyReply, status: number, answer: Answer<Value>): FastifyReply {
  if (answer.ok) return reply.code(status).send(answer.value ?? null);
  const { code, ok: _ok, ...facts } = answer;
  return replyRefusal(reply, code, facts);
}

/**
 * Sends the result of a money call: 201 with the receipt, or the refusal, both with the operation's id, replayed or
 * not.
 */
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
