import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { App } from '#src/server/http/fastify-app.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { ask, type Answer, type TestAppOptions } from '#tests/support/server/test-app.ts';
import type { TestDatabase } from '#tests/support/server/test-database.ts';
import { openServedMarkets } from './market-database.ts';
import { movementOf } from './movement-of.ts';
import { type Asker, type TwoMarkets } from './two-markets.ts';

type Method = 'GET' | 'POST' | 'DELETE';

export type Areas = {
  opened: TestDatabase;
  app: App;
  market: TwoMarkets;
  /** One call by this person; `key` is its Idempotency-Key. */
  as(asker: Asker, method: Method, path: string, body?: unknown, key?: string): Promise<Answer>;
  /** Returns one field of everything in a list, read in pages of two; `path` has a query. */
  namesByTwos(asker: Asker, path: string, field: string): Promise<unknown[]>;
  /** Issues a voucher with this balance at this point to the customer; returns its uuid. */
  topUp(monto: number, point?: Asker): Promise<string>;
  /** Makes a purchase with it; returns its code. */
  buy(codeQrUuid: string, price: number, stall?: 'ESTANTE' | 'other ESTANTE'): Promise<string>;
  balanceOf(codeQrUuid: string): Promise<number>;
  /** Returns the movement that issued it, by which staff identify it. */
  idOf(codeQrUuid: string): Promise<string>;
  /** Checks that the ledger adds up, and closes everything. */
  close(): Promise<void>;
};

/** Sorted, whichever came first. */
export function statuses(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status).sort((a, b) => a - b);
}

/** Opens two markets behind the real server, for use by HTTP. */
export async function openAreas(options: TestAppOptions = {}): Promise<Areas> {
  const { opened, app, market } = await openServedMarkets(options);
  const as: Areas['as'] = (asker, method, path, body, key) =>
    ask(app, method, path, {
      body,
      token: market.tokens[asker],
      headers: key ? { 'idempotency-key': key } : {},
    });
  return {
    opened,
    app,
    market,
    as,
    namesByTwos: async (asker, path, field) => {
      const found: unknown[] = [];
      for (let cursor: unknown = ''; cursor !== null;) {
        const page = await as(
          asker,
          'GET',
          `${path}&limit=2${cursor === '' ? '' : `&cursor=${String(cursor)}`}`,
        );
        found.push(...(page.body['items'] as Record<string, unknown>[]).map((item) => item[field]));
        cursor = page.body['nextCursor'];
      }
      return found;
    },
    topUp: async (monto, point = 'RECARGA') => {
      const uuid = randomUUID();
      const body = { monto, uuid, clientId: market.customer.id };
      expect((await as(point, 'POST', '/code-qr/create-recharger', body)).status).toBe(201);
      return uuid;
    },
    buy: async (codeQrUuid, price, stall = 'ESTANTE') => {
      const body = { userId: market.customer.id, estanteId: market.ids[stall], codeQrUuid, price };
      const answer = await ask(app, 'POST', '/shopping/create', { body });
      expect(answer.status).toBe(201);
      return String(answer.body['codeCompra']);
    },
    balanceOf: async (codeQrUuid) =>
      Number((await as('ADMIN', 'GET', `/code-qr/search/${codeQrUuid}`)).body['monto']),
    idOf: (codeQrUuid) => movementOf(opened.database, codeQrUuid),
    close: async () => {
      expect((await auditLedger(opened.database)).findings).toEqual([]);
      await app.close();
      await opened.stop();
    },
  };
}
