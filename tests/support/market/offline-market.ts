import { randomUUID } from 'node:crypto';
import { toVoucherId, type VoucherId } from '#src/protocol/brands.ts';
import type { App } from '#src/server/http/fastify-app.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { ask, type TestAppOptions } from '#tests/support/server/test-app.ts';
import type { TestDatabase } from '#tests/support/server/test-database.ts';
import { openServedMarkets } from './market-database.ts';
import { type Asker, type TwoMarkets } from './two-markets.ts';

export type IssuedVoucher = { userId: string; codeQrUuid: VoucherId; proof: string };

export type OfflineMarket = {
  opened: TestDatabase;
  app: App;
  market: TwoMarkets;
  /** A tablet of the first market's stall, of the second market's, and a kiosk of the first. */
  stallDevice(): Promise<SignedDevice>;
  otherStallDevice(): Promise<SignedDevice>;
  kiosk(): Promise<SignedDevice>;
  /** Issues a voucher of the first market, by HTTP. */
  issue(monto: number): Promise<IssuedVoucher>;
  /** As if the server had sent the device a list as of that moment, ms since 1970. */
  hand(device: SignedDevice, asOf: number): Promise<void>;
  /** The holder's online purchase. */
  buy(voucher: IssuedVoucher, price: number, key?: string): ReturnType<typeof ask>;
  /** A call by the first market; a POST with a body. */
  manage(path: string, body?: object): ReturnType<typeof ask>;
  findings(): Promise<string[]>;
  /** Returns balances by account kind, of both markets together. */
  sums(): Promise<Record<string, number>>;
  balanceOf(voucherId: VoucherId): Promise<number | undefined>;
  stop(): Promise<void>;
};

/** Returns the token of this person's market. */
export function managerOf(market: TwoMarkets, asker: Asker): string | undefined {
  return market.tokens[asker.startsWith('other') ? 'other GLOBAL_MARKET' : 'GLOBAL_MARKET'];
}

export async function openOfflineMarket(
  options: TestAppOptions = {},
  given: TestDatabase | null = null,
): Promise<OfflineMarket> {
  const { opened, app, market } = await openServedMarkets(options, given);
  const enrolled = async (asker: 'ESTANTE' | 'other ESTANTE' | 'RECARGA'): Promise<SignedDevice> => {
    const device = new SignedDevice(app);
    const answer = await device.enrol(market.ids[asker], market.tokens[asker], {}, managerOf(market, asker));
    if (answer.status !== 201) throw new Error(`enrol: ${JSON.stringify(answer.body)}`);
    return device;
  };
  return {
    opened,
    app,
    market,
    stallDevice: () => enrolled('ESTANTE'),
    otherStallDevice: () => enrolled('other ESTANTE'),
    kiosk: () => enrolled('RECARGA'),
    issue: async (monto) => {
      const codeQrUuid = toVoucherId(randomUUID());
      const userId = market.customer.id;
      const answer = await ask(app, 'POST', '/code-qr/create-recharger', {
        body: { monto, uuid: codeQrUuid, clientId: userId },
        token: market.tokens['RECARGA'],
      });
      if (answer.status !== 201) throw new Error(`top-up: ${JSON.stringify(answer.body)}`);
      return { userId, codeQrUuid, proof: String(answer.body['urlCodeQr']).split('#')[1] ?? '' };
    },
    hand: async (device, asOf) => {
      await opened.database.query({
        text: 'insert into handed_list (device_id, as_of) values ($1, $2)',
        values: [device.id, asOf],
      });
    },
    buy: ({ userId, codeQrUuid }, price, key) =>
      ask(app, 'POST', '/shopping/create', {
        body: { userId, codeQrUuid, price, estanteId: market.ids['ESTANTE'] },
        headers: key ? { 'idempotency-key': key } : {},
      }),
    manage: (path, body) =>
      ask(app, body ? 'POST' : 'GET', path, { body, token: market.tokens['GLOBAL_MARKET'] }),
    findings: async () => (await auditLedger(opened.database)).findings,
    sums: async () => {
      const { rows } = await opened.database.query<{ kind: string; sum: number }>({
        text: `select a.kind, sum(p.amount)::bigint as sum from posting p join ledger_account a on a.id = p.account_id
          group by a.kind`,
      });
      return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]));
    },
    balanceOf: async (voucherId) => {
      const { rows } = await opened.database.query<{ balance: number }>({
        text: 'select balance from voucher where id = $1',
        values: [voucherId],
      });
      return rows[0]?.balance;
    },
    stop: async () => {
      await app.close();
      await opened.stop();
    },
  };
}
