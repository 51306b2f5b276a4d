import { randomUUID } from 'node:crypto';
import { toVoucherId, type VoucherId } from '#src/protocol/brands.ts';
import { maxAmount } from '#src/protocol/fields.ts';
import { openMarket } from './open-market.ts';
import { signInAll } from './two-markets.ts';

/** `off`: every setting that limits fraud is set to the product's maximum. */
export type Rules = 'on' | 'off';

const begins = Date.UTC(2026, 2, 2, 15);
const dayMs = 86_400_000;

/**
 * Two markets over a week by the server's clock, one day after the other; amounts in the smallest unit shown.
 */
export type PlayedWeek = Awaited<ReturnType<typeof openPlayedWeek>>;

export async function openPlayedWeek(rules: Rules) {
  let day = 0;
  const now = () => new Date(begins + day * dayMs);
  const place = await openMarket({ now });
  const { market } = place;
  const { as } = place;
  if (rules === 'off')
    await place.set({ tillCeiling: maxAmount, creditLine: maxAmount, rewardsPerDay: maxAmount });
  return {
    place,
    as,
    /** The next day at ten in Bogotá, with every person signed in again. */
    nextDay: async () => {
      day += 1;
      market.tokens = await signInAll(place.app);
    },
    /** The point issues a voucher; null when refused. */
    print: async (monto: number) => {
      const uuid = toVoucherId(randomUUID());
      const body = { monto, uuid, clientId: market.customer.id };
      return (await as('RECARGA', '/code-qr/create-recharger', body)).status === 201 ? uuid : null;
    },
    /** The stall sells with it; returns whether it was paid. */
    sell: async (stall: 'ESTANTE' | 'other ESTANTE', codeQrUuid: VoucherId, price: number) => {
      const body = { userId: market.customer.id, estanteId: market.ids[stall], codeQrUuid, price };
      return (await as(stall, '/shopping/create', body)).status === 201;
    },
    till: () => place.till(),
    /** Returns how much the point may still take before its cash is received. */
    room: async () => {
      const { expected, ceiling } = await place.till();
      return ceiling - expected;
    },
    /** The first stall's market pays it everything payable; returns the amount. */
    payOut: () => place.payOut(),
  };
}
