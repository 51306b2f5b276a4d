import { http, HttpResponse, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '#src/contract/call.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import { setOrigin } from '#tests/support/browser/browser-globals.ts';

/** An origin that no test server has. */
export const mockedOrigin = 'http://mercado.test';

/** A mocked server for the tests of a file, for answers that the real one never gives: portals, proxies, broken bodies. */
export function mockServerForSuite(): ReturnType<typeof setupServer> {
  const server = setupServer();
  beforeAll(() => {
    setOrigin(mockedOrigin);
    server.listen({ onUnhandledRequest: 'error' });
  });
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}

/** Answers this call of the table; an answer outside the contract is a fault of the test. */
export function answersCall<C extends Call & { answer: z.ZodMiniType }>(
  call: C,
  answer: z.input<C['answer']>,
): RequestHandler {
  const body = z.parse(call.answer, answer) as object;
  return handlerOf(call, body, call.status ?? (call.idempotent ? 201 : 200));
}

/** Refuses this call of the table like the server. */
export function refusesCall(
  call: Call,
  status: number,
  refusal: { message: string; code: RefusalCode },
): RequestHandler {
  return handlerOf(call, refusal, status);
}

function handlerOf({ method, path }: Call, body: object, status: number): RequestHandler {
  const on = method === 'GET' ? http.get : method === 'POST' ? http.post : http.delete;
  return on(`${mockedOrigin}/api/v1${path}`, () => HttpResponse.json(body, { status }));
}

/** Answers every call of `path` with this, whatever it is. */
export function answers(
  method: 'get' | 'post',
  path: string,
  body: string | object | null,
  init: { status?: number; headers?: Record<string, string> } = {},
): RequestHandler {
  return http[method](`${mockedOrigin}/api/v1${path}`, () =>
    typeof body === 'string' || body === null ? new HttpResponse(body, init) : HttpResponse.json(body, init),
  );
}
