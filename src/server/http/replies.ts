import type { FastifyReply, FastifyError, FastifyRequest } from 'fastify';
import type { OpId } from '#src/contract/brands.ts';
import type { Refusal as WireRefusal, RefusalCode } from '#src/contract/refusal-code.ts';
import { refusalSentence, type RefusalFacts } from '#src/domain/purchase/refusal-sentence.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';
import type { Answer } from './answer.ts';

/** HTTP status of every refusal; a new code does not compile until it is here. */
export const refusalStatus: Record<RefusalCode, number> = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  INVALID_CREDENTIALS: 401,
  ACCOUNT_PENDING: 403,
  ACCOUNT_REJECTED: 403,
  MARKET_INACTIVE: 403,
  NOT_OPERATOR: 403,
  SIGN_IN_AGAIN: 403,
  SETUP_LINK_INVALID: 403,
  INVALID_REQUEST: 400,
  MALFORMED_JSON: 400,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  ROUTE_NOT_FOUND: 404,
  NOT_FOUND: 404,
  EMAIL_TAKEN: 409,
  IDENTIFICATION_TAKEN: 409,
  UNKNOWN_MARKET: 404,
  UNKNOWN_CUSTOMER: 404,
  UNKNOWN_VOUCHER: 404,
  AMBIGUOUS_CODE: 409,
  UNKNOWN_STALL: 404,
  AMOUNT_ZERO: 400,
  AMOUNT_TOO_LARGE: 400,
  INSUFFICIENT_BALANCE: 409,
  VOUCHER_SPENT: 409,
  VOUCHER_BLOCKED: 409,
  VOUCHER_EXPIRED: 409,
  VOUCHER_EXISTS: 409,
  VOUCHER_REISSUED: 409,
  VOUCHER_VOIDED: 409,
  VOUCHER_REFUNDED: 409,
  VOUCHER_IN_REVIEW: 409,
  REFUNDS_OFF: 409,
  REFUND_MOVED: 409,
  REFUND_OVER_CAP: 409,
  VOUCHER_JOINED: 409,
  JOIN_TOO_FEW: 409,
  JOIN_MIXED: 409,
  SHEET_CLOSED: 409,
  UNKNOWN_TOP_UP: 404,
  TOP_UP_VOIDED: 409,
  TOP_UP_USED: 409,
  TOP_UP_IN_REVIEW: 409,
  TOP_UP_VOID_TOO_LATE: 409,
  TILL_SHORT: 409,
  UNKNOWN_PRODUCT: 404,
  UNKNOWN_REWARD: 404,
  REWARD_CHANGED: 409,
  UNKNOWN_PURCHASE: 404,
  ALREADY_VOIDED: 409,
  VOID_TOO_LATE: 409,
  VOID_TOO_MUCH: 409,
  ALREADY_PAID_OUT: 409,
  NOT_ENOUGH_POINTS: 409,
  IDENTIFICATION_MISMATCH: 409,
  MARKET_CODE_INVALID: 409,
  REISSUE_NOT_BLOCKED: 409,
  REISSUE_TOO_EARLY: 409,
  REISSUE_LIMIT: 409,
  VOUCHER_NOT_EXPIRED: 409,
  CUSTOMER_HAS_BALANCE: 409,
  CUSTOMER_HAS_OPEN_LINES: 409,
  COMPLAINT_TOO_LATE: 409,
  ACCOUNT_HOLDS_MONEY: 409,
  REGISTRATION_CLOSED: 409,
  WRONG_PASSWORD: 409,
  RESET_CODE_INVALID: 409,
  PASSWORD_TOO_COMMON: 409,
  SECOND_FACTOR_NEEDED: 409,
  SECOND_FACTOR_WRONG: 409,
  MORE_THAN_OWED: 409,
  PAYOUT_MOVED: 409,
  DEDUCTION_VOIDED: 409,
  TILL_MOVED: 409,
  REASON_REQUIRED: 400,
  NOTHING_TO_COUNT: 409,
  DAY_ALREADY_CLOSED: 409,
  DAY_NOT_OVER: 409,
  KEY_REUSED: 422,
  IN_PROGRESS: 409,
  WRONG_STATE: 409,
  DEVICE_UNKNOWN: 401,
  DEVICE_REVOKED: 403,
  DEVICE_WAITING: 403,
  TOO_MANY_WAITING: 409,
  DEVICE_PROOF_INVALID: 401,
  DEVICE_OF_ANOTHER_MARKET: 403,
  RESCUE_UNREADABLE: 422,
  REGISTRATION_CHANGED: 422,
  WAITS_FOR_ANOTHER: 409,
  WITHDRAWN: 409,
  SHARE_REFUSED: 409,
  REVIEW_REJECTED: 409,
  SALE_ASSIGNED: 409,
  NOT_IMPLEMENTED: 501,
  CLIENT_TOO_OLD: 426,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

type Facts = RefusalFacts & { fields?: Record<string, string>; opId?: OpId | undefined };

/** Sends a refusal: its status, and the sentence to be shown as it is. */
export function replyRefusal(reply: FastifyReply, code: RefusalCode, facts: Facts = {}): FastifyReply {
  const symbol = reply.server.currencySymbol;
  reply.refusal = code;
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
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_BAD_URL: 'INVALID_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'INVALID_REQUEST',
  FST_UNDER_PRESSURE: 'UNAVAILABLE',
  UNAVAILABLE: 'UNAVAILABLE',
};

/**
 * Maps every error to our JSON. A caller's mistake never becomes a 5xx; our own errors are logged and disclose nothing.
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
  // A value that no column accepts (SQLSTATE class 22, data exception): it came from the caller.
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
      // A rule of the contract's own has its own sentence.
      issue.keyword === 'custom' ? (issue.message ?? '') : (sentences[issue.keyword] ?? 'No es válido.'),
    ]),
  );
}
