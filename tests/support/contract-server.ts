import { http, HttpResponse, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';

/** An origin that no server of the tests has. */
export const mockedOrigin = 'http://mercado.test';

/** A mocked server, for the answers that the real one never gives: portals, proxies, broken bodies. */
export function mockServer(): ReturnType<typeof setupServer> {
  return setupServer();
}

/** Answers every call of `path` with this. */
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
