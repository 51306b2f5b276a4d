import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toVoucherId } from '#src/contract/brands.ts';
import type { SyncAnswer } from '#src/contract/sync/schemas.ts';
import { wireVersion, wireVersionHeader } from '#src/contract/version.ts';
import type { Database } from '#src/server/store/database.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { openTwoMarkets, type TwoMarkets } from '#tests/support/market/two-markets.ts';
import { ask } from '#tests/support/server/test-app.ts';
import type { FrontClient } from './front-client.ts';
import type { Attempt } from './judge.ts';
import { startWatcher, type Watcher } from './watcher.ts';

export type Traffic = {
  readonly attempts: Attempt[];
  readonly watchers: readonly Watcher[];
  readonly market: TwoMarkets;
  /** Time of each acknowledgement, ms of performance.now. */
  readonly acknowledgedAt: number[];
  /** Every running operation gets its answer; watchers stay. */
  finish(): Promise<void>;
};

type Voucher = { userId: string; codeQrUuid: ReturnType<typeof toVoucherId>; proof: string };

const buyers = 6;
const face = 2_000_000;

/** People of one market who buy, top up, sell offline and watch, all through the proxy, until `finish`. */
export async function startTraffic(
  client: FrontClient,
  database: Database,
  watchedAt: readonly string[],
): Promise<Traffic> {
  const market = await openTwoMarkets(client, database);
  const attempts: Attempt[] = [];
  const acknowledgedAt: number[] = [];
  const work = { isOver: false };

  async function attempt(of: Omit<Attempt, 'acknowledged'>, call: () => Promise<boolean>): Promise<void> {
    const one: Attempt = { ...of, acknowledged: false };
    attempts.push(one);
    one.acknowledged = await call();
    if (one.acknowledged) acknowledgedAt.push(performance.now());
  }

  async function issue(): Promise<Voucher> {
    const codeQrUuid = toVoucherId(randomUUID());
    const userId = market.customer.id;
    const key = randomUUID();
    let proof = '';
    await attempt({ key, kind: 'top-up', voucherId: codeQrUuid, amount: face }, async () => {
      const answer = await ask(client, 'POST', '/code-qr/create-recharger', {
        body: { monto: face, uuid: codeQrUuid, clientId: userId },
        token: market.tokens['RECARGA'],
        headers: { 'idempotency-key': key },
      });
      proof = String(answer.body['urlCodeQr']).split('#')[1] ?? '';
      return expectStatus(answer, 201);
    });
    return { userId, codeQrUuid, proof };
  }

  async function buy(): Promise<void> {
    let voucher = await issue();
    for (let spent = 0; !work.isOver; spent += 1) {
      if (spent % 200 === 199) voucher = await issue();
      const amount = 100 + Math.floor(Math.random() * 900);
      const key = randomUUID();
      await attempt({ key, kind: 'purchase', voucherId: voucher.codeQrUuid, amount }, async () =>
        expectStatus(
          await ask(client, 'POST', '/shopping/create', {
            body: {
              userId: voucher.userId,
              codeQrUuid: voucher.codeQrUuid,
              price: amount,
              estanteId: market.ids['ESTANTE'],
            },
            token: market.tokens['ESTANTE'],
            headers: { 'idempotency-key': key },
          }),
          201,
        ),
      );
      await sleep(20);
    }
  }

  async function topUp(): Promise<void> {
    while (!work.isOver) {
      await issue();
      await sleep(150);
    }
  }

  /** A tablet that sells offline and sends its sales in batches. */
  async function sellWithoutLink(): Promise<void> {
    const device = new SignedDevice(client);
    const enrolled = await device.enrol(
      market.ids['ESTANTE'],
      market.tokens['ESTANTE'],
      {},
      market.tokens['GLOBAL_MARKET'],
    );
    expectStatus(enrolled, 201);
    while (!work.isOver) {
      const voucher = await issue();
      const sales = Array.from({ length: 4 }, () => device.writeAcceptedSale({ ...voucher, price: 300 }));
      const entries = sales.flat();
      await Promise.all(
        sales.map(async ([purchase], place) => {
          const one = {
            key: purchase.envelope.opId,
            kind: 'purchase',
            voucherId: voucher.codeQrUuid,
            amount: 300,
          } as const;
          await attempt(one, async () => (place === 0 ? await bring(device, entries) : await brought));
        }),
      );
      await sleep(400);
    }
  }
  let brought: Promise<boolean> = Promise.resolve(true);
  function bring(device: SignedDevice, entries: Parameters<SignedDevice['request']>[0]): Promise<boolean> {
    brought = bringUntilTaken(client, device, entries);
    return brought;
  }

  /** Readers cause day sums, even in a process of the previous release. */
  async function readReports(): Promise<void> {
    while (!work.isOver) {
      await ask(client, 'GET', `/shopping/history-2/mercado-global/${market.ids['GLOBAL_MARKET']}`, {
        token: market.tokens['GLOBAL_MARKET'],
        // Like our page, which a replica may answer.
        headers: { [wireVersionHeader]: String(wireVersion) },
      });
      await sleep(1_000);
    }
  }

  const watchers = watchedAt.map((url) => startWatcher(url, market.tokens['GLOBAL_MARKET'] ?? ''));
  await Promise.all(watchers.map(({ follows }) => follows));
  const all = [...Array.from({ length: buyers }, buy), topUp(), sellWithoutLink(), readReports()];
  const failed = Promise.all(all).then(
    () => null,
    (error: unknown) => error,
  );
  return {
    attempts,
    watchers,
    market,
    acknowledgedAt,
    finish: async () => {
      work.isOver = true;
      const error = await failed;
      if (error !== null) throw error;
    },
  };
}

async function bringUntilTaken(
  client: FrontClient,
  device: SignedDevice,
  entries: Parameters<SignedDevice['request']>[0],
): Promise<boolean> {
  for (;;) {
    const answer = await ask(client, 'POST', '/sync', { body: device.request(entries) });
    expectStatus(answer, 200);
    const { results } = answer.body as unknown as SyncAnswer;
    if (results.every(({ state }) => state === 'accepted')) return true;
    const other = results.find(({ state }) => state !== 'accepted' && state !== 'again');
    if (other) throw new Error(`a sale without a link is ${JSON.stringify(other)}`);
    await sleep(200);
  }
}

function expectStatus(answer: { status: number; body: unknown }, status: number): boolean {
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return true;
}
