import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { percentile, ratePerSecond } from '../measure.ts';
import type { Side } from './sides.ts';

type Call = { key: string; voucher: string; price: number; cutAfterMs?: number };
type Reply = { status: number; body: string };

/** Sends one purchase. Rejects if the connection ends before the whole answer; `cutAfterMs` ends it here. */
export function buy({ url, customer, stall }: Side, agent: Agent, call: Call): Promise<Reply> {
  const { key, voucher, price, cutAfterMs } = call;
  const body = JSON.stringify({ userId: customer, estanteId: stall, codeQrUuid: voucher, price });
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/v1/shopping/create`, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': key,
      },
    });
    const cut = cutAfterMs === undefined ? undefined : setTimeout(() => sent.destroy(), cutAfterMs);
    sent.once('close', () => clearTimeout(cut));
    sent.once('error', reject);
    sent.once('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.once('error', reject);
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
    });
    sent.end(body);
  });
}

export type Load = { purchases: number; perSecond: number; p99Ms: number };

/** Buys over kept connections for `seconds`; each caller sends its next purchase after the last answer. */
export async function load(
  side: Side,
  vouchers: readonly string[],
  { callers, seconds }: { callers: number; seconds: number },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const timesMs: number[] = [];
  let sent = 0;
  const perSecond = await ratePerSecond(callers, seconds, async (caller) => {
    sent += 1;
    const voucher = vouchers[(sent * 7 + caller) % vouchers.length] ?? '';
    const from = performance.now();
    const { status, body } = await buy(side, agent, { key: randomUUID(), voucher, price: 1 });
    if (status !== 201) throw new Error(`${side.name} answered ${status}: ${body}`);
    timesMs.push(performance.now() - from);
  });
  agent.destroy();
  return { purchases: timesMs.length, perSecond, p99Ms: percentile(timesMs, 99) };
}
