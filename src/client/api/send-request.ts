import type * as z from 'zod/mini';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import type { Outcome } from './outcome.ts';

export type Request<Data> = {
  method: 'GET' | 'POST' | 'DELETE';
  /** from /api/v1 on, "/auth/login" */
  path: string;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** Parses the answer; what does not parse did not come from our server. Absent for an empty answer. */
  answer?: z.ZodMiniType<Data>;
  /** The answer is bytes and not JSON; then `answer` is absent and Data is Uint8Array. */
  isBinary?: boolean;
  /** Send the bearer token of the session, and renew it once when refused. */
  signedIn: boolean;
  idempotencyKey?: string;
  /** Milliseconds; none by default, as the specification says. */
  timeoutMs?: number;
};

/** One attempt over HTTP, with the token given. */
export async function sendRequest<Data>(
  request: Request<Data>,
  token: string | undefined,
): Promise<Outcome<Data>> {
  const response = await reach(request, token);
  if (typeof response === 'string') return { kind: 'unreachable', reason: response, retryAfterMs: undefined };
  const retryAfterMs = retryAfter(response);
  if (response.redirected) return { kind: 'unreachable', reason: 'not-ours', retryAfterMs };
  if (response.status === 204 && !request.answer)
    return { kind: 'ok', status: 204, data: undefined as Data, replayed: false };
  if (response.ok && request.isBinary) return readBytes(response, retryAfterMs);
  const body = await readJson(response);
  if (response.ok) {
    const parsed = request.answer?.safeParse(body);
    if (!parsed?.success) return { kind: 'unreachable', reason: 'not-ours', retryAfterMs };
    const replayed = response.headers.get('idempotent-replayed') === 'true';
    return { kind: 'ok', status: response.status, data: parsed.data, replayed };
  }
  const refusal = refusalSchema.safeParse(body);
  if (!refusal.success)
    return {
      kind: 'unreachable',
      reason: isServerBusy(response.status) ? 'server' : 'not-ours',
      retryAfterMs,
    };
  const { code, message, fields, opId } = refusal.data;
  return {
    kind: 'refused',
    status: response.status,
    code,
    message,
    fields: fields ?? {},
    opId,
    retryAfterMs,
  };
}

async function reach(request: Request<unknown>, token: string | undefined) {
  const url = new URL(`/api/v1${request.path}`, location.origin);
  for (const [key, value] of Object.entries(request.query ?? {}))
    if (value !== undefined && value !== '') url.searchParams.set(key, String(value));
  const headers: Record<string, string> = { accept: 'application/json' };
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (request.idempotencyKey) headers['idempotency-key'] = request.idempotencyKey;
  const init: RequestInit = { method: request.method, headers, credentials: 'include', cache: 'no-store' };
  if (request.body !== undefined) init.body = JSON.stringify(request.body);
  if (request.timeoutMs !== undefined) init.signal = AbortSignal.timeout(request.timeoutMs);
  try {
    return await fetch(url, init);
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'network';
  }
}

/** Only what calls itself bytes: a captive portal's page is not a list of balances. */
async function readBytes<Data>(response: Response, retryAfterMs: number | undefined): Promise<Outcome<Data>> {
  const isBytes = response.headers.get('content-type')?.startsWith('application/octet-stream');
  try {
    if (isBytes) {
      const data = new Uint8Array(await response.arrayBuffer()) as Data;
      return { kind: 'ok', status: response.status, data, replayed: false };
    }
  } catch {
    // Cut off on its way: the same as not ours.
  }
  return { kind: 'unreachable', reason: 'not-ours', retryAfterMs };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    // No JSON, or cut off: not an answer of ours, the caller says so.
    return undefined;
  }
}

/** Milliseconds named by Retry-After (seconds or a date), at most an hour. */
function retryAfter(response: Response): number | undefined {
  const value = response.headers.get('retry-after');
  if (!value) return undefined;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : undefined;
}

/** Answers that say "not now" whoever gave them: time-out, too many, any failure of a server or proxy. */
function isServerBusy(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}
