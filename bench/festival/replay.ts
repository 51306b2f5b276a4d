import { randomUUID } from 'node:crypto';
import type { Till } from '#src/contract/cash/till.ts';
import { defaultTillCeiling } from '#src/contract/markets/schemas.ts';
import type { SyncAnswer } from '#src/contract/sync/schemas.ts';
import { toVoucherId, type VoucherId } from '#src/protocol/brands.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { ask, type Asked } from '#tests/support/server/test-app.ts';
import type { Attempt } from '../purchases/judge.ts';
import type { Crowd, Worker } from './crowd.ts';
import type { HttpCaller } from './http-caller.ts';

export type Replay = {
  readonly attempts: Attempt[];
  /** Durations of online purchases, ms, with and without reports being read. */
  readonly quietMs: number[];
  readonly besideReportsMs: number[];
  purchases(): number;
  /** sales accepted without a link: one that its device's limit refused or set aside would have ended the replay */
  withoutLink(): number;
  /** the most that a device had accepted between two contacts, smallest unit shown */
  mostOpen(): number;
};

type Voucher = { userId: string; codeQrUuid: VoucherId; proof: string; left: number };

const face = 50_000;
const dearest = 9_000;
/** One till of five has no link and sends its sales in batches of this size. */
const offlineShare = 5;
const batchPurchases = 25;
const phaseMs = 5_000;
/**
 * From this level on a point's screens warn about its full till: a manager comes before a customer is sent
 * away.
 */
const handsOverAt = 0.8 * defaultTillCeiling;

/**
 * Runs all tills at once, as fast as they are answered, until `target` purchases are paid or `forMs` have
 * passed.
 */
export async function replay(
  caller: HttpCaller,
  crowd: Crowd,
  { target, forMs }: { target: number; forMs: number },
): Promise<Replay> {
  const attempts: Attempt[] = [];
  const quietMs: number[] = [];
  const besideReportsMs: number[] = [];
  const begunAt = performance.now();
  /** By point, since its cash was last received, smallest unit shown. */
  const taken = new Map<string, number>();
  let sold = 0;
  let withoutLink = 0;
  let mostOpen = 0;
  const areReportsRead = (): boolean => Math.floor((performance.now() - begunAt) / phaseMs) % 2 === 1;
  const isOver = (): boolean => sold >= target || performance.now() - begunAt >= forMs;

  /** A customer's voucher, topped up by the next point. */
  async function topUp(n: number): Promise<Voucher> {
    const point = at(crowd.points, n);
    const userId = at(crowd.customers, n);
    const codeQrUuid = toVoucherId(randomUUID());
    const key = randomUUID();
    const one: Attempt = { key, kind: 'top-up', voucherId: codeQrUuid, amount: face, acknowledged: false };
    attempts.push(one);
    const answer = await ask(caller.from(point.place), 'POST', '/code-qr/create-recharger', {
      body: { monto: face, uuid: codeQrUuid, clientId: userId },
      token: point.token,
      headers: { 'idempotency-key': key },
    });
    if (answer.body['code'] === 'TILL_FULL') {
      attempts.splice(attempts.indexOf(one), 1);
      await receiveCash(point);
      return topUp(n);
    }
    if (answer.status !== 201) throw new Error(`top-up: ${JSON.stringify(answer.body)}`);
    one.acknowledged = true;
    const holds = (taken.get(point.id) ?? 0) + face;
    taken.set(point.id, holds >= handsOverAt ? 0 : holds);
    if (holds >= handsOverAt) await receiveCash(point);
    return { userId, codeQrUuid, proof: String(answer.body['urlCodeQr']).split('#')[1] ?? '', left: face };
  }

  /** The manager comes by and receives what the till holds. Others who found the till full meanwhile try again. */
  async function receiveCash(point: Worker): Promise<void> {
    const asked = caller.from(point.place);
    const tills = (await ask(asked, 'GET', '/cash/tills', { token: point.token })).body as unknown as Till[];
    const received = tills[0]?.expected ?? 0;
    if (received === 0) return;
    const manager = caller.from(crowd.manager.place);
    const body = { topUpPointId: point.id, received };
    await ask(manager, 'POST', '/cash/receive', { body, token: crowd.manager.token });
  }

  function sale(voucher: Voucher, key: string): Attempt {
    const amount = Math.min(voucher.left, 500 + Math.floor(Math.random() * (dearest - 500)));
    voucher.left -= amount;
    sold += 1;
    const one: Attempt = {
      key,
      kind: 'purchase',
      voucherId: voucher.codeQrUuid,
      amount,
      acknowledged: false,
    };
    attempts.push(one);
    return one;
  }

  async function sellWithLink(till: Worker, n: number): Promise<void> {
    const asked = caller.from(till.place);
    let voucher = await topUp(n);
    for (let count = 0; !isOver(); count += 1) {
      if (voucher.left < 500) voucher = await topUp(n + count);
      const one = sale(voucher, randomUUID());
      const wereRead = areReportsRead();
      const from = performance.now();
      const answer = await ask(asked, 'POST', '/shopping/create', {
        body: {
          userId: voucher.userId,
          codeQrUuid: voucher.codeQrUuid,
          price: one.amount,
          estanteId: till.id,
        },
        token: till.token,
        headers: { 'idempotency-key': one.key },
      });
      if (answer.status !== 201) throw new Error(`purchase: ${JSON.stringify(answer.body)}`);
      one.acknowledged = true;
      if (wereRead === areReportsRead())
        (wereRead ? besideReportsMs : quietMs).push(performance.now() - from);
    }
  }

  async function sellWithoutLink(till: Worker, n: number): Promise<void> {
    const device = new SignedDevice(caller.from(till.place));
    const enrolled = await device.enrol(till.id, till.token, {}, crowd.manager.token);
    if (enrolled.status !== 201) throw new Error(`enrol: ${JSON.stringify(enrolled.body)}`);
    while (!isOver()) {
      const voucher = await topUp(n);
      const { userId, codeQrUuid, proof } = voucher;
      const sales: Attempt[] = [];
      const entries = [];
      while (sales.length < batchPurchases && voucher.left >= 500) {
        const amount = Math.min(voucher.left, 500 + Math.floor(Math.random() * 1_500));
        voucher.left -= amount;
        sold += 1;
        const pair = device.writeAcceptedPurchase({ userId, codeQrUuid, proof, price: amount });
        entries.push(...pair);
        sales.push({
          key: pair[0].envelope.opId,
          kind: 'purchase',
          voucherId: voucher.codeQrUuid,
          amount,
          acknowledged: false,
        });
      }
      attempts.push(...sales);
      await bring(caller.from(till.place), device, entries);
      for (const one of sales) one.acknowledged = true;
      withoutLink += sales.length;
      mostOpen = Math.max(
        mostOpen,
        sales.reduce((sum, { amount }) => sum + amount, 0),
      );
    }
  }

  async function readReports(): Promise<void> {
    const { manager, marketId } = crowd;
    while (!isOver()) {
      if (!areReportsRead()) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      for (const path of [
        `/shopping/history-2/mercado-global/${marketId}`,
        `/shopping/history/mercado-global/${marketId}`,
      ]) {
        const answer = await ask(caller.from(manager.place), 'GET', path, { token: manager.token });
        if (answer.status !== 200) throw new Error(`report: ${JSON.stringify(answer.body)}`);
      }
    }
  }

  const tills = crowd.tills.map((till, n) =>
    n % offlineShare === 0 ? sellWithoutLink(till, n) : sellWithLink(till, n),
  );
  await Promise.all([...tills, readReports()]);
  return {
    attempts,
    quietMs,
    besideReportsMs,
    purchases: () => sold,
    withoutLink: () => withoutLink,
    mostOpen: () => mostOpen,
  };
}

async function bring(
  asked: Asked,
  device: SignedDevice,
  entries: Parameters<SignedDevice['request']>[0],
): Promise<void> {
  for (;;) {
    const answer = await ask(asked, 'POST', '/sync', { body: device.request(entries) });
    if (answer.status !== 200) throw new Error(`sync: ${JSON.stringify(answer.body)}`);
    const { results } = answer.body as unknown as SyncAnswer;
    if (results.every(({ state }) => state === 'accepted')) return;
    const other = results.find(({ state }) => state !== 'accepted' && state !== 'again');
    if (other) throw new Error(`a sale without a link is ${JSON.stringify(other)}`);
  }
}

function at<T>(list: readonly T[], n: number): T {
  const item = list[n % list.length];
  if (item === undefined) throw new Error('an empty list');
  return item;
}
