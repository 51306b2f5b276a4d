import * as z from 'zod/mini';
import { noteServerTime } from '#src/client/state/server-clock.ts';
import { reportServerVersion } from '#src/client/state/server-version.ts';
import type { AnswerOf, Call, ParsedOf } from '#src/contract/call.ts';
import { readRefusal } from '#src/contract/read-refusal.ts';
import { wireVersion, wireVersionHeader } from '#src/contract/version.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { CallAnswer } from './call-answer.ts';

type Parts<C extends Call> = ParsedOf<C>;
type Given<C extends Call, Part extends 'params' | 'query' | 'body'> =
  C extends Record<Part, z.ZodMiniType> ? Record<Part, Parts<C>[Part]> : unknown;

/** The input of a call: its parameters, query and body, and the operation's id if the call takes one. */
export type CallInput<C extends Call> = Given<C, 'params'> &
  Given<C, 'body'> &
  (C extends { query: z.ZodMiniType } ? { query?: Parts<C>['query'] } : unknown) &
  (C extends { idempotent: true } ? { opId: OpId } : unknown) &
  // Open call: a signed-in caller chooses whether to send their session.
  (C extends { isOpen: true } ? { signedIn?: boolean } : unknown) & {
    /** `operationTimeoutMs` for calls with an operation's id, otherwise none, as in the specification. */
    timeoutMs?: number;
  };

/**
 * A half-open link must not block a person or the drain forever; the operation's id makes a repetition
 * harmless.
 */
export const operationTimeoutMs = 20_000;

/** The inputs without the static types of a call. */
type AnyInput = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  opId?: OpId;
  timeoutMs?: number;
};

/** Makes one attempt over HTTP, with the given token. */
export async function sendRequest<const C extends Call>(
  call: C,
  input: CallInput<C>,
  token: string | undefined,
): Promise<CallAnswer<AnswerOf<C>>> {
  const response = await reach(call, input, token);
  if (typeof response === 'string') return { kind: 'unreachable', reason: response, retryAfterMs: undefined };
  const retryAfterMs = retryAfter(response);
  if (response.redirected) return { kind: 'unreachable', reason: 'not-ours', retryAfterMs };
  if (response.ok) {
    const data = await readAnswer(call, response);
    if (data === notOurs) return { kind: 'unreachable', reason: 'not-ours', retryAfterMs };
    noteServerTime(Date.parse(response.headers.get('date') ?? ''));
    const replayed = response.headers.get('idempotent-replayed') === 'true';
    // Parsed by the call's own schema.
    return { kind: 'ok', status: response.status, data: data as AnswerOf<C>, replayed };
  }
  const body = await readJson(response);
  const refusal = readRefusal(body);
  if (!refusal)
    return {
      kind: 'unreachable',
      reason: isServerBusy(response.status) ? 'server' : 'not-ours',
      retryAfterMs,
      ...(hasMessage(body) ? { message: body.message } : {}),
    };
  const { code, message, fields, opId, left } = refusal;
  if (code === 'CLIENT_TOO_OLD') reportServerVersion('too-old');
  return {
    kind: 'refused',
    status: response.status,
    code,
    message,
    fields: fields ?? {},
    opId,
    retryAfterMs,
    ...(left === undefined ? {} : { left }),
  };
}

async function reach(call: Call, input: AnyInput, token: string | undefined) {
  const url = new URL(`/api/v1${pathOf(call, input.params)}`, location.origin);
  for (const [key, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== '') url.searchParams.set(key, String(value));
  const headers: Record<string, string> = {
    accept: 'application/json',
    [wireVersionHeader]: String(wireVersion),
  };
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (input.opId) headers['idempotency-key'] = input.opId;
  const init: RequestInit = { method: call.method, headers, credentials: 'include', cache: 'no-store' };
  if (input.body !== undefined) init.body = JSON.stringify(input.body);
  const timeoutMs = input.timeoutMs ?? (call.idempotent ? operationTimeoutMs : undefined);
  if (timeoutMs !== undefined) init.signal = timeoutSignal(timeoutMs);
  try {
    return await fetch(url, init);
  } catch {
    return init.signal?.aborted === true ? 'timeout' : 'network';
  }
}

/**
 * `AbortSignal.timeout` by hand: Chrome supports it from 103 and Safari from 16, and phones in the field are
 * older.
 */
function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

function pathOf(call: Call, params: Record<string, string> = {}): string {
  return call.path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
}

const notOurs = Symbol('not an answer of our server');

/** Parses the answer. A captive portal's page is neither a balance list nor our JSON. */
async function readAnswer(call: Call, response: Response): Promise<unknown> {
  if (call.answer === 'nothing') return response.status === 204 ? undefined : notOurs;
  if (call.answer === 'bytes') return readBytes(response);
  const body = await readJson(response);
  const parsed = z.safeParse(call.answer, body);
  if (parsed.success) return parsed.data;
  const isNewer = Number(response.headers.get(wireVersionHeader)) > wireVersion;
  return isNewer ? readKnownRows(call.answer, body, parsed.error.issues) : notOurs;
}

/**
 * Returns a newer server's answer without the rows that this client does not understand, so that an unknown
 * state affects one row and not the list. Only for a server that declares a newer version: from any other, an
 * empty list would be trusted.
 */
function readKnownRows(schema: z.ZodMiniType, body: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  reportServerVersion('newer');
  const unknown = new Set(issues.map(({ path }) => (path[0] === 'items' ? path[1] : path[0])));
  const known = (rows: readonly unknown[]): unknown[] => rows.filter((_row, place) => !unknown.has(place));
  const parsed = z.safeParse(
    schema,
    Array.isArray(body) ? known(body) : hasItems(body) ? { ...body, items: known(body.items) } : body,
  );
  return parsed.success ? parsed.data : notOurs;
}

function hasItems(body: unknown): body is { items: unknown[] } {
  return typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items);
}

function hasMessage(body: unknown): body is { message: string } {
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string';
}

async function readBytes(response: Response): Promise<Uint8Array | typeof notOurs> {
  const isBytes = response.headers.get('content-type')?.startsWith('application/octet-stream');
  try {
    if (isBytes) return new Uint8Array(await response.arrayBuffer());
  } catch {
    // A truncated body counts as not ours.
  }
  return notOurs;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    // Not JSON, or truncated, so it is not our answer.
    return undefined;
  }
}

/** Returns the wait of Retry-After (seconds or a date) in ms, at most an hour. */
function retryAfter(response: Response): number | undefined {
  const value = response.headers.get('retry-after');
  if (!value) return undefined;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : undefined;
}

/**
 * True for responses that mean "not now", ours or a proxy's: time-out, too many calls, any failure of a
 * server or proxy.
 */
function isServerBusy(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}
