import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked } from '#tests/support/server/test-app.ts';

type Heard = { statusCode: number; body: string; rawPayload: Buffer; headers: Record<string, unknown> };

/** Errors that clients met between their calls and their receipts. */
export type Errors = {
  /** Our JSON with Retry-After. */
  ours: number;
  /** The connection was lost: the effect is unknown, and the same call is repeated. */
  lost: number;
  /** Anything else: an error that a person would see and no document promises. */
  foreign: Map<string, number>;
};

const callMs = 40_000;
const longestWaitMs = 5_000;

/**
 * Calls by HTTP through the proxy. `inject` calls once; `insist` repeats until there is a definite answer.
 */
export class FrontClient implements Asked {
  readonly url: string;
  readonly errors: Errors = { ours: 0, lost: 0, foreign: new Map() };
  #isOver = false;

  constructor(url: string) {
    this.url = url;
  }

  /** Ends the repetitions. */
  end(): void {
    this.#isOver = true;
  }

  async inject(request: Parameters<Asked['inject']>[0]): Promise<Heard> {
    for (;;) {
      const heard = await this.#once(request);
      if (heard !== null && !this.#isExcuse(heard, request.url)) return heard;
      if (this.#isOver) throw new Error(`gave up on ${request.url}`);
      await sleep(heard === null ? 200 + Math.random() * 400 : waitMs(heard));
    }
  }

  async #once({ method, url, headers = {}, payload }: Parameters<Asked['inject']>[0]): Promise<Heard | null> {
    try {
      const answer = await fetch(`${this.url}${url}`, {
        method,
        headers: { ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
        signal: AbortSignal.timeout(callMs),
      });
      const rawPayload = Buffer.from(await answer.arrayBuffer());
      return {
        statusCode: answer.status,
        body: rawPayload.toString(),
        rawPayload,
        headers: Object.fromEntries(answer.headers),
      };
    } catch {
      this.errors.lost += 1;
      return null;
    }
  }

  #isExcuse({ statusCode, body, headers }: Heard, url: string): boolean {
    if (statusCode < 500 && statusCode !== 429) return false;
    const isOurs =
      /"code":"(UNAVAILABLE|TOO_MANY_REQUESTS)"/.test(body) && Number(headers['retry-after']) > 0;
    if (isOurs) this.errors.ours += 1;
    else {
      const what = `${statusCode} ${url.split('?')[0]} ${body.slice(0, 90)}`;
      this.errors.foreign.set(what, (this.errors.foreign.get(what) ?? 0) + 1);
    }
    return true;
  }
}

function waitMs({ headers }: Heard): number {
  return Math.min(longestWaitMs, Number(headers['retry-after'] ?? 1) * 1_000) * (0.5 + Math.random() / 2);
}
