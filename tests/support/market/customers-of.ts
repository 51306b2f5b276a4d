import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Answer } from '#tests/support/server/test-app.ts';
import type { Market } from './open-market.ts';
import type { Asker } from './two-markets.ts';

/** Customers of two markets, each with their own vouchers and purchases. */
export function customersOf(place: Market) {
  return {
    /** Returns the id of a customer who consented. `notice: undefined` registers one without consent. */
    async register(fields: object = {}): Promise<string> {
      const body = { ownerName: 'rosa díaz', identificacion: randomUUID(), notice: '2026-11-23', ...fields };
      return String((await place.as('RECARGA', '/client/create', body)).body['_id']);
    },
    /** Returns the voucher's id. */
    async topUp(clientId: string, monto: number, point: Asker = 'RECARGA'): Promise<string> {
      const uuid = randomUUID();
      const body = { monto, uuid, clientId };
      const made = await place.as(point, '/code-qr/create-recharger', body, randomUUID());
      expect(made.status).toBe(201);
      return uuid;
    },
    buy: (userId: string, codeQrUuid: string, price: number): Promise<Answer> =>
      place.as('nobody', '/shopping/create', {
        userId,
        estanteId: place.market.ids.ESTANTE,
        codeQrUuid,
        price,
      }),
    /** Returns one customer's page. */
    seen: (id: string, as: Asker = 'GLOBAL_MARKET'): Promise<Answer> => place.as(as, `/client/${id}`),
  };
}
