import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked } from '#tests/support/server/test-app.ts';

type Heard = Awaited<ReturnType<Asked['inject']>>;

const sockets = 64;
const callMs = 60_000;

/**
 * Calls over kept connections, each till from its own address; a call that is asked to retry later does so.
 */
export class HttpCaller {
  /** Number of repeated calls. */
  again = 0;
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: sockets });

  constructor(url: string) {
    this.#url = url;
  }

  /** Calls like a device at this place. */
  from(place: number): Asked {
    const address = `10.${place >> 16}.${(place >> 8) & 255}.${place & 255}`;
    return { inject: (call) => this.#insist(call, address) };
  }

  close(): void {
    this.#agent.destroy();
  }

  async #insist(call: Parameters<Asked['inject']>[0], address: string): Promise<Heard> {
    for (;;) {
      const heard = await this.#once(call, address);
      if (heard.statusCode !== 503 && heard.statusCode !== 429) return heard;
      this.again += 1;
      await sleep(Number(heard.headers['retry-after'] ?? 1) * 1_000);
    }
  }

  #once(call: Parameters<Asked['inject']>[0], address: string): Promise<Heard> {
    const body = call.payload === undefined ? null : Buffer.from(JSON.stringify(call.payload));
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#url}${call.url}`, {
        method: call.method,
        agent: this.#agent,
        timeout: callMs,
        headers: {
          'x-forwarded-for': address,
          ...(body ? { 'content-type': 'application/json', 'content-length': body.length } : {}),
          ...call.headers,
        },
      });
      sent.once('response', (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.once('error', reject);
        answer.once('end', () => {
          const rawPayload = Buffer.concat(parts);
          const { statusCode = 0, headers } = answer;
          resolve({ statusCode, headers, rawPayload, body: rawPayload.toString() });
        });
      });
      sent.once('timeout', () => sent.destroy(new Error('no answer')));
      sent.once('error', reject);
      sent.end(body);
    });
  }
}
