import { randomUUID } from 'node:crypto';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import type { Till } from '#src/contract/cash/till.ts';
import { toVoucherId, type VoucherId } from '#src/protocol/brands.ts';
import { maxAmount } from '#src/protocol/fields.ts';
import { ask, type Answer } from '#tests/support/server/test-app.ts';
import { openMarket, type Market } from './open-market.ts';
import { signInAll, type Asker } from './two-markets.ts';

type Staff = Exclude<Asker, 'nobody'>;

/** `off`: every setting that limits fraud is set to the product's maximum. */
export type Rules = 'on' | 'off';

/**
 * Two markets over a week by the server's clock, one day after the other; amounts in the smallest unit shown.
 */
export type PlayedWeek = {
  place: Market;
  as(asker: Staff, path: string, body?: object): Promise<Answer>;
  /** The next day at ten in Bogotá, with every person signed in again. */
  nextDay(): Promise<void>;
  /** The point issues a voucher; null when refused. */
  print(monto: number): Promise<VoucherId | null>;
  /** The stall sells with it; returns whether it was paid. */
  sell(stall: 'ESTANTE' | 'other ESTANTE', voucher: VoucherId, price: number): Promise<boolean>;
  till(): Promise<Till>;
  /** Returns how much the point may still take before its cash is received. */
  room(): Promise<number>;
  /** The first stall's market pays it everything payable; returns the amount. */
  payOut(): Promise<number>;
};

const begins = Date.UTC(2026, 2, 2, 15);
const dayMs = 86_400_000;

export async function openPlayedWeek(rules: Rules): Promise<PlayedWeek> {
  let day = 0;
  const now = () => new Date(begins + day * dayMs);
  const environment = { ACCESS_TOKEN_MINUTES: '1440' };
  const place = await openMarket({ now, environment });
  const { market } = place;
  const as: PlayedWeek['as'] = (asker, path, body) =>
    ask(place.app, body ? 'POST' : 'GET', path, { body, token: market.tokens[asker] });
  if (rules === 'off') await switchOff(as, market.codes.own);
  const till = async (): Promise<Till> => {
    const [own] = (await as('RECARGA', '/cash/tills')).body as unknown as Till[];
    if (!own) throw new Error('the point has no till');
    return own;
  };
  return {
    place,
    as,
    nextDay: async () => {
      day += 1;
      market.tokens = await signInAll(place.app);
    },
    print: async (monto) => {
      const uuid = toVoucherId(randomUUID());
      const body = { monto, uuid, clientId: market.customer.id };
      return (await as('RECARGA', '/code-qr/create-recharger', body)).status === 201 ? uuid : null;
    },
    sell: async (stall, codeQrUuid, price) => {
      const body = { userId: market.customer.id, estanteId: market.ids[stall], codeQrUuid, price };
      return (await as(stall, '/shopping/create', body)).status === 201;
    },
    till,
    room: async () => {
      const { expected, ceiling } = await till();
      return ceiling - expected;
    },
    payOut: async () => {
      const estanteId = market.ids['ESTANTE'];
      const rows = (await as('GLOBAL_MARKET', '/cash/stalls')).body as unknown as StallBalance[];
      const own = rows.find((row) => row.estanteId === estanteId);
      const monto = own ? own.owed - own.withheld : 0;
      if (monto <= 0) return 0;
      const paid = await as('GLOBAL_MARKET', '/cash/payout', { estanteId, monto });
      if (paid.status !== 201) throw new Error(`a payout was refused: ${JSON.stringify(paid.body)}`);
      return monto;
    },
  };
}

async function switchOff(as: PlayedWeek['as'], globalMarketId: string): Promise<void> {
  const path = `/market/settings?globalMarketId=${globalMarketId}`;
  const { body } = await as('ADMIN', path);
  const off = { ...body, tillCeiling: maxAmount, creditLine: maxAmount, rewardsPerDay: maxAmount };
  const { status } = await as('ADMIN', path, off);
  if (status !== 200) throw new Error(`the rules were not switched off: ${status}`);
}
