import * as z from 'zod/mini';
import { toOpId } from '#src/contract/brands.ts';
import type { Call } from '#src/contract/call.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import { refusals } from '#src/contract/refusals.ts';
import { refusalSentence } from '#src/domain/purchase/refusal-sentence.ts';
import { practiceTexts } from '../../texts/practice-texts.ts';
import type { PracticeServer } from '../place/own-network.ts';
import { type Answering, isRefused, type PracticeMarket } from './answers.ts';

/**
 * The practice market behind the real wire: the call's schemas parse each request, and the client parses each answer
 * with them. A call without an answer here gets 404.
 */
export function createPracticeServer(
  answers: readonly Answering[],
  market: PracticeMarket,
  hasLink: () => boolean,
): PracticeServer {
  const receipts = new Map<string, Response>();
  return async (request) => {
    if (!hasLink()) return null;
    const { pathname, searchParams } = new URL(request.url);
    const found = find(answers, request.method, pathname.replace(/^\/api\/v1/, ''));
    if (found === null) return refusalOf('NOT_IMPLEMENTED', practiceTexts.notHere);
    const key = request.headers.get('idempotency-key') ?? '';
    const before = receipts.get(key);
    if (before !== undefined) return before.clone();
    const response = await respond(found, request, searchParams, { market, key });
    if (key !== '') receipts.set(key, response.clone());
    return response;
  };
}

type Found = { answering: Answering; params: Record<string, string> };

async function respond(
  { answering: { call, answer }, params }: Found,
  request: Request,
  searchParams: URLSearchParams,
  { market, key }: { market: PracticeMarket; key: string },
): Promise<Response> {
  const sent = await request.text();
  const parts = {
    params: read(call.params, params),
    query: read(call.query, Object.fromEntries(searchParams)),
    body: read(call.body, sent === '' ? undefined : JSON.parse(sent)),
  };
  if (Object.values(parts).includes(invalid)) return refusalOf('INVALID_REQUEST');
  // Parsed by the same schemas from which the handler's type is derived.
  const said = await answer({ ...parts, opId: toOpId(key), market } as never);
  if (isRefused(said)) return refusalOf(said.refused, refusalSentence(said.refused, said.facts));
  if (call.answer === 'nothing') return new Response(null, { status: 204 });
  if (said instanceof Uint8Array)
    return new Response(new Uint8Array(said), { headers: { 'content-type': 'application/octet-stream' } });
  return jsonOf(said, call.status ?? 200);
}

const invalid = Symbol('not what the call takes');

function read(schema: Call['body'], part: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = z.safeParse(schema, part);
  return parsed.success ? parsed.data : invalid;
}

function find(answers: readonly Answering[], method: string, path: string): Found | null {
  for (const answering of answers) {
    if (answering.call.method !== method) continue;
    const params = paramsOf(answering.call.path, path);
    if (params !== null) return { answering, params };
  }
  return null;
}

/** Returns null when the path does not match. */
function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [place, part] of wanted.entries()) {
    const said = given[place] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(said);
    else if (part !== said) return null;
  }
  return params;
}

function refusalOf(code: RefusalCode, message = refusalSentence(code)): Response {
  return jsonOf({ code, message }, refusals[code].status);
}

function jsonOf(body: unknown, status: number): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
