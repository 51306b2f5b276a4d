import { toOpId, type OpId } from '#src/protocol/brands.ts';
import type { EventLoop } from './event-loop.ts';
import type { Random } from './random.ts';

/** Possible faults of one request, each with its own weight in a run. */
export const linkFaults = [
  'drop-request',
  'drop-answer',
  'hang',
  'duplicate',
  'slow',
  'captive-portal',
  'redirected',
  'proxy-404',
  'busy-429',
  'failure-before',
  'failure-after',
  'cut-body',
] as const;
export type LinkFault = (typeof linkFaults)[number];

export type ServerRequest = { path: string; body: unknown; opId: OpId | undefined };
export type ServerAnswer = { status: number; body: unknown; headers?: Record<string, string> };
export type Serve = (request: ServerRequest) => Promise<ServerAnswer>;

export type Network = {
  /** Devices without a link; a holder's phone is found by its operation's id. */
  away: Set<string>;
  faults: { rate: number; weights: Record<LinkFault, number> };
  /** Replaces `fetch` with the network until the returned function is called. */
  install(): () => void;
  onFault(fault: LinkFault): void;
  /** A request that reaches the server, with its device. */
  onServe(request: ServerRequest, sender: string): void;
};

const timeoutMs = 20_000;

export function createNetwork(
  loop: EventLoop,
  random: Random,
  serve: Serve,
  whoSends: (request: ServerRequest) => string,
): Network {
  const network: Network = {
    away: new Set(),
    faults: { rate: 0, weights: noWeights() },
    install: () => {
      const real = globalThis.fetch;
      globalThis.fetch = (input, init) =>
        deliver(input instanceof URL ? input : new URL(String(input)), init);
      return () => {
        globalThis.fetch = real;
      };
    },
    onFault: () => undefined,
    onServe: () => undefined,
  };

  async function deliver(url: URL, init: RequestInit | undefined): Promise<Response> {
    // The product writes them in small letters.
    const headers = (init?.headers ?? {}) as Record<string, string | undefined>;
    const key = headers['idempotency-key'];
    const request: ServerRequest = {
      path: url.pathname.replace('/api/v1', ''),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
      opId: key === undefined ? undefined : toOpId(key),
    };
    await loop.sleep(latency());
    if (network.away.has(whoSends(request))) throw new TypeError('no link');
    const fault = random.chance(network.faults.rate) ? draw(network.faults.weights, random) : null;
    if (fault) network.onFault(fault);
    network.onServe(request, whoSends(request));
    const answer = await through(fault, request);
    await loop.sleep(latency());
    // The link may have failed while the server worked: the answer is lost, the effect is not.
    if (network.away.has(whoSends(request))) throw new TypeError('link lost');
    return answer;
  }

  async function through(fault: LinkFault | null, request: ServerRequest): Promise<Response> {
    switch (fault) {
      case null:
        return toResponse(await serve(request));
      case 'drop-request':
        throw new TypeError('request lost');
      case 'drop-answer':
        await serve(request);
        throw new TypeError('answer lost');
      case 'hang':
        await serve(request);
        await loop.sleep(timeoutMs);
        throw new DOMException('no answer', 'TimeoutError');
      case 'duplicate':
        deliverAgainLater(request);
        return toResponse(await serve(request));
      case 'slow':
        await loop.sleep(random.int(15_000));
        return toResponse(await serve(request));
      case 'captive-portal':
        return page(200);
      case 'redirected':
        return page(200, true);
      case 'proxy-404':
        return page(404);
      case 'busy-429':
        return toResponse({ status: 429, body: {}, headers: { 'retry-after': String(1 + random.int(30)) } });
      case 'failure-before':
        return page(502);
      case 'failure-after':
        await serve(request);
        return page(500);
      case 'cut-body':
        await serve(request);
        return page(201);
    }
  }

  /** A copy that the network keeps for a while and then delivers; its answer is discarded. */
  function deliverAgainLater(request: ServerRequest): void {
    loop.after(random.int(120_000), () => void serve(request));
  }

  function latency(): number {
    return 20 + random.int(400);
  }

  return network;
}

function draw(weights: Record<LinkFault, number>, random: Random): LinkFault {
  let left = random.next() * linkFaults.reduce((sum, fault) => sum + weights[fault], 0);
  for (const fault of linkFaults) {
    left -= weights[fault];
    if (left < 0) return fault;
  }
  return 'drop-answer';
}

export function noWeights(): Record<LinkFault, number> {
  return Object.fromEntries(linkFaults.map((fault) => [fault, 0])) as Record<LinkFault, number>;
}

/** The part of a Response that the product's code reads. */
function toResponse({ status, body, headers = {} }: ServerAnswer): Response {
  const text = JSON.stringify(body);
  return response(status, headers, async () => JSON.parse(text) as unknown);
}

/** A foreign page, or the start of ours. */
function page(status: number, redirected = false): Response {
  const broken = () => Promise.reject(new SyntaxError('Unexpected token <'));
  return response(status, {}, broken, redirected);
}

function response(
  status: number,
  headers: Record<string, string>,
  json: () => Promise<unknown>,
  redirected = false,
): Response {
  return {
    status,
    ok: status >= 200 && status < 300,
    redirected,
    headers: { get: (name: string) => headers[name] ?? null },
    json,
  } as unknown as Response;
}
