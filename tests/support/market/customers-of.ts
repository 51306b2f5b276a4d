import { randomUUID } from 'node:crypto';
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
    /** Returns one customer's page. */
    seen: (id: string, as: Asker = 'GLOBAL_MARKET'): Promise<Answer> => place.as(as, `/client/${id}`),
  };
}
