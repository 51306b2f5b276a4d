import type { FastifyReply, FastifyError, FastifyRequest } from 'fastify';
import type { Refusal as WireRefusal } from '#src/contract/refusal-code.ts';
import { type RefusalCode, leftOf, refusals } from '#src/contract/refusals.ts';
import { refusalSentence, type RefusalFacts } from '#src/domain/purchase/refusal-sentence.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { Answer } from '#src/server/answer.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';

type Facts = RefusalFacts & { fields?: Record<string, string>; opId?: OpId | undefined };

/** Sends a refusal: its status, and the sentence to show as it is. */
export function replyRefusal(reply: FastifyReply, code: RefusalCode, facts: Facts = {}): FastifyReply {
  const symbol = reply.server.currencySymbol;
  reply.refusal = code;
  const body: WireRefusal = {
    message: refusalSentence(code, { symbol, ...facts }),
    code,
    ...(facts.fields ? { fields: facts.fields } : {}),
    ...(facts.opId === undefined ? {} : { opId: facts.opId }),
    ...leftOf(code, facts),
  };
  return reply.code(refusals[code].status).send(body);
}

/** Sends the value with `status`, or the refusal. */
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
  opId: OpId | undefined,
): FastifyReply {
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  if (answer.kind === 'done')
    return reply.code(201).send(opId === undefined ? answer.receipt : { ...answer.receipt, opId });
  const { code, kind: _kind, replayed: _replayed, ...facts } = answer;
  return replyRefusal(reply, code, { ...facts, opId });
}

const byFastifyCode: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_JSON',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MALFORMED_JSON',
  FST_ERR_BAD_URL: 'INVALID_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'INVALID_REQUEST',
  FST_UNDER_PRESSURE: 'UNAVAILABLE',
  UNAVAILABLE: 'UNAVAILABLE',
};

/**
 * Maps every error to our JSON. A caller's mistake never becomes a 5xx, and our own errors are logged without
 * disclosing anything.
 */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.validation)
    return replyRefusal(reply, 'INVALID_REQUEST', { fields: wrongFields(error.validation) });
  const known = byFastifyCode[error.code];
  if (known === 'UNAVAILABLE') reply.header('retry-after', '5');
  if (known) return replyRefusal(reply, known);
  if (error instanceof SyntaxError) return replyRefusal(reply, 'MALFORMED_JSON');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return replyRefusal(reply, 'INVALID_REQUEST');
  // A value that no column accepts (SQLSTATE class 22, data exception), sent by the caller.
  if ('severity' in error && error.code.startsWith('22')) {
    request.log.warn({ err: error }, 'the database does not take a value of this request');
    return replyRefusal(reply, 'INVALID_REQUEST');
  }
  request.log.error({ err: error }, 'unexpected error');
  return replyRefusal(reply, 'INTERNAL');
}

const sentences: Record<string, string> = {
  too_small: 'Es demasiado corto o demasiado pequeño.',
  too_big: 'Es demasiado largo o demasiado grande.',
  invalid_type: 'Falta o no es del tipo esperado.',
};

function wrongFields(issues: NonNullable<FastifyError['validation']>): Record<string, string> {
  return Object.fromEntries(
    issues.slice(0, 20).map((issue) => [
      issue.instancePath.replace(/^\//, '').replaceAll('/', '.').slice(0, 60) || 'body',
      // A custom rule of the contract has its own sentence.
      issue.keyword === 'custom' ? (issue.message ?? '') : (sentences[issue.keyword] ?? 'No es válido.'),
    ]),
  );
}
