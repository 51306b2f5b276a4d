import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import type { Till } from '#src/contract/cash/till.ts';
import type { Conflict } from '#src/contract/conflicts/schemas.ts';
import type { PurchaseSummary } from '#src/contract/purchases/purchase-history.ts';
import { toVoucherId, type VoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { issuedByColumn } from '#src/server/ledger/vouchers.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { ask, type Answer, type TestAppOptions } from '#tests/support/server/test-app.ts';
import type { TestDatabase } from '#tests/support/server/test-database.ts';
import { openServedMarkets } from './market-database.ts';
import { password, stallNamed, type Asker, type TwoMarkets } from './two-markets.ts';

type Held = { userId: string; codeQrUuid: string };
export type IssuedVoucher = { userId: string; codeQrUuid: VoucherId; proof: string };

/** Sorted, whichever came first. */
export function statuses(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status).sort((a, b) => a - b);
}

/** Returns the token of this person's market. */
export function managerOf(market: TwoMarkets, asker: Asker): string | undefined {
  return market.tokens[asker.startsWith('other') ? 'other GLOBAL_MARKET' : 'GLOBAL_MARKET'];
}

function oneOf<Row>(rows: readonly Row[], isMeant: (row: Row) => boolean): Row {
  const found = rows.find(isMeant);
  if (found === undefined) throw new Error('the list has no such row');
  return found;
}

/** Two markets behind the real server, used over HTTP by their people and by devices. */
export type Market = Awaited<ReturnType<typeof openMarket>>;

export async function openMarket(options: TestAppOptions = {}, given: TestDatabase | null = null) {
  const { opened, app, market } = await openServedMarkets(options, given);
  const as = (asker: Asker, path: string, body?: unknown, key?: string): Promise<Answer> =>
    ask(app, body === undefined ? 'GET' : 'POST', path, {
      body,
      token: market.tokens[asker],
      headers: key ? { 'idempotency-key': key } : {},
    });
  const enrolled = async (asker: 'ESTANTE' | 'other ESTANTE' | 'RECARGA'): Promise<SignedDevice> => {
    const device = new SignedDevice(app);
    const answer = await device.enrol(market.ids[asker], market.tokens[asker], {}, managerOf(market, asker));
    if (answer.status !== 201) throw new Error(`enrol: ${JSON.stringify(answer.body)}`);
    return device;
  };
  const issueAt = async (
    point: Asker,
    monto: number,
    userId = market.customer.id,
  ): Promise<IssuedVoucher> => {
    const codeQrUuid = toVoucherId(randomUUID());
    const answer = await as(point, '/code-qr/create-recharger', {
      monto,
      uuid: codeQrUuid,
      clientId: userId,
    });
    if (answer.status !== 201) throw new Error(`top-up: ${JSON.stringify(answer.body)}`);
    return { userId, codeQrUuid, proof: String(answer.body['urlCodeQr']).split('#')[1] ?? '' };
  };
  const rowsOf = async <Row extends object>(text: string, ...values: unknown[]) =>
    (await opened.database.query<Row>({ text, values })).rows;
  const lines = async (filter = 'limit=100') =>
    (await as('GLOBAL_MARKET', `/sync/conflicts?${filter}`)).body['items'] as Conflict[];
  const dues = async (asker: Asker = 'GLOBAL_MARKET') =>
    oneOf(
      (await as(asker, '/cash/stalls')).body as unknown as StallBalance[],
      ({ estanteId }) => estanteId === market.ids['ESTANTE'],
    );
  const till = async (asker: Asker = 'RECARGA') =>
    oneOf(
      (await as(asker, '/cash/tills')).body as unknown as Till[],
      ({ topUpPointId }) => topUpPointId === market.ids['RECARGA'],
    );
  const findings = async () => (await auditLedger(opened.database)).findings;
  const stop = async () => {
    await app.close();
    await opened.stop();
  };
  return {
    opened,
    app,
    market,
    /** One call by this person: a POST with a body, else a GET. `key` is its Idempotency-Key. */
    as,
    remove: (asker: Asker, path: string) => ask(app, 'DELETE', path, { token: market.tokens[asker] }),
    /** A call by the first market. */
    manage: (path: string, body?: unknown, key?: string) => as('GLOBAL_MARKET', path, body, key),
    /** Its lines of operations that wait for a decision, or had one; `filter` as in the address. */
    lines,
    lineOf: async (voucherId: string, filter?: string) =>
      oneOf(await lines(filter), ({ shortCode }) => shortCode === shortCodeOf(voucherId)),
    assign: (id: string | undefined, to: string, asker: Asker = 'GLOBAL_MARKET') =>
      as(asker, '/sync/conflicts/assign', { id, to, note: 'visto' }),
    /** Rows of *Quién hizo qué* of this kind, newest first. */
    audited: async (kind: string, asker: Asker = 'GLOBAL_MARKET') =>
      (await as(asker, `/auditoria?kind=${kind}`)).body['items'] as Record<string, unknown>[],
    /** Changes the first market's settings, as ADMIN. */
    set: async (change: object) => {
      const path = `/market/settings?globalMarketId=${market.codes.own}`;
      const { body } = await as('ADMIN', path);
      expect((await as('ADMIN', path, { ...body, ...change })).status).toBe(200);
    },
    /** Dates every point that was earned to the day before, so that it can be redeemed. */
    passNight: async () => {
      await rowsOf(`with sold as (update purchase set recorded_at = recorded_at - interval '1 day')
        update points_entry set recorded_at = recorded_at - interval '1 day' where points > 0`);
    },
    /** The token of another point of the first market. */
    neighbour: async () => {
      const email = `${randomUUID().slice(0, 8)}@plaza.co`;
      const { estanteName: _none, ...point } = stallNamed(email, market.codes.own);
      expect((await as('nobody', '/auth/create-recharger', point)).status).toBe(201);
      await rowsOf(`update person set status = 'APROBADO'`);
      const login = { email, password, userType: 'RECARGA' };
      return String((await as('nobody', '/auth/login', login)).body['token']);
    },
    /** Debt of the first market to its stall. */
    dues,
    /** Pays it everything payable; returns the amount. */
    payOut: async () => {
      const { estanteId, owed, withheld } = await dues();
      const monto = owed - withheld;
      if (monto <= 0) return 0;
      expect((await as('GLOBAL_MARKET', '/cash/payout', { estanteId, monto })).status).toBe(201);
      return monto;
    },
    /** Its report, or that of the asker's market; `query` names a period. */
    report: async (query = '', asker: Asker = 'GLOBAL_MARKET') => {
      const code = market.codes[asker.startsWith('other') ? 'other' : 'own'];
      const answer = await as(asker, `/shopping/history-2/mercado-global/${code}${query}`);
      expect(answer.status).toBe(200);
      return answer.body as unknown as PurchaseSummary;
    },
    /** Its point's till. */
    till,
    /** Receives everything in it. */
    receiveAll: async () => {
      const { expected: received, topUpPointId } = await till();
      if (received <= 0) return;
      const { status } = await as('GLOBAL_MARKET', '/cash/receive', { topUpPointId, received });
      expect(status).toBe(201);
    },
    /** Returns one field of everything in a list, read in pages of two; `path` has a query. */
    namesByTwos: async (asker: Asker, path: string, field: string) => {
      const found: unknown[] = [];
      for (let cursor: unknown = ''; cursor !== null;) {
        const next = cursor === '' ? '' : `&cursor=${String(cursor)}`;
        const page = await as(asker, `${path}&limit=2${next}`);
        found.push(...(page.body['items'] as Record<string, unknown>[]).map((item) => item[field]));
        cursor = page.body['nextCursor'];
      }
      return found;
    },
    /** A tablet of the first market's stall, of the second market's, and a kiosk of the first. */
    stallDevice: () => enrolled('ESTANTE'),
    otherStallDevice: () => enrolled('other ESTANTE'),
    kiosk: () => enrolled('RECARGA'),
    /** Issues a voucher of the first market, by default to the customer. */
    issue: (monto: number, clientId?: string) => issueAt('RECARGA', monto, clientId),
    /** The same at this point to this customer; returns the voucher's uuid. */
    topUp: async (monto: number, point: Asker = 'RECARGA', clientId?: string) =>
      (await issueAt(point, monto, clientId)).codeQrUuid,
    /** The holder's online purchase, by default the customer's. */
    buy: (voucher: string | Held, price: number, key?: string) => {
      const { userId, codeQrUuid } =
        typeof voucher === 'string' ? { userId: market.customer.id, codeQrUuid: voucher } : voucher;
      const body = { userId, codeQrUuid, price, estanteId: market.ids['ESTANTE'] };
      return as('nobody', '/shopping/create', body, key);
    },
    /** The customer's, which must succeed; returns its code. */
    bought: async (codeQrUuid: string, price: number, stall: 'ESTANTE' | 'other ESTANTE' = 'ESTANTE') => {
      const body = { userId: market.customer.id, estanteId: market.ids[stall], codeQrUuid, price };
      const answer = await as('nobody', '/shopping/create', body);
      expect(answer.status).toBe(201);
      return String(answer.body['codeCompra']);
    },
    balanceOf: async (codeQrUuid: string) =>
      (await rowsOf<{ balance: number }>('select balance from voucher where id = $1', codeQrUuid))[0]
        ?.balance,
    /** Returns the movement that issued it, by which staff identify it; a random one for an unknown voucher. */
    idOf: async (codeQrUuid: string) => {
      const text = `select ${issuedByColumn} from voucher v where v.id = $1`;
      return (await rowsOf<{ issued_by: string }>(text, codeQrUuid))[0]?.issued_by ?? randomUUID();
    },
    /** As if the server had sent the device a list as of that moment, ms since 1970. */
    hand: async (device: SignedDevice, asOf: number) => {
      await rowsOf('insert into handed_list (device_id, as_of) values ($1, $2)', device.id, asOf);
    },
    /** Returns the rows of a statement to the database. */
    rowsOf,
    findings,
    /** Returns balances by account kind, of both markets together. */
    sums: async () => {
      const rows = await rowsOf<{ kind: string; sum: number }>(
        `select a.kind, sum(p.amount)::bigint as sum from posting p join ledger_account a on a.id = p.account_id
          group by a.kind`,
      );
      return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]));
    },
    /** Checks that the ledger adds up, and closes everything. */
    close: async () => {
      expect(await findings()).toEqual([]);
      await stop();
    },
    /** The same after a test that breaks the ledger. */
    stop,
  };
}
