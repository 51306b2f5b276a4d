import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import type { Till } from '#src/contract/cash/till.ts';
import { toOpId, toVoucherId, type OpId, type VoucherId } from '#src/protocol/brands.ts';
import type { Market } from '#tests/support/market/open-market.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import type { RestorableDatabase } from '#tests/support/server/restorable-database.ts';
import { ask, type Answer } from '#tests/support/server/test-app.ts';

/** A top-up by its answer. */
export type TopUp = {
  opId: OpId;
  uuid: VoucherId;
  clientId: string;
  monto: number;
  isOfToday: boolean;
  /** Voided or overspent: money that returns to it stays there, and it buys nothing. */
  isClosed: boolean;
};
/** `stands`: paid by its voucher and not voided. */
export type Sale = {
  opId: OpId;
  voucher: TopUp;
  price: number;
  stands: number;
  isOfToday: boolean;
  code: string;
};

/** Distribution of the money, smallest unit shown. */
export type Money = {
  balances: ReadonlyMap<string, number>;
  /** The stalls' balances, and their payable part. */
  owed: number;
  payable: number;
  otherPayable: number;
  /** Held by the points. */
  till: number;
  /** Cash that left the market's treasury. */
  fromTreasury: number;
  /** Losses that a person assigned to the market's fund or a customer. */
  borne: number;
};

/** Change of each figure of `Money`; `vouchers`: those that changed. */
export type Moved = Omit<Money, 'balances'> & { vouchers: readonly { id: string; change: number }[] };

export function moved(before: Money, after: Money): Moved {
  return {
    vouchers: [...after.balances].flatMap(([id, balance]) => {
      const change = balance - (before.balances.get(id) ?? 0);
      return change === 0 ? [] : [{ id, change }];
    }),
    owed: after.owed - before.owed,
    payable: after.payable - before.payable,
    otherPayable: after.otherPayable - before.otherPayable,
    till: after.till - before.till,
    fromTreasury: after.fromTreasury - before.fromTreasury,
    borne: after.borne - before.borne,
  };
}

export function isNothing({ vouchers, ...figures }: Moved): boolean {
  return vouchers.length === 0 && Object.values(figures).every((figure) => figure === 0);
}

/** Returns the extractable amount, less the cash brought and the losses that persons took over. */
export function gain({ vouchers, payable, till, fromTreasury, borne }: Moved): number {
  return vouchers.reduce((sum, { change }) => sum + change, 0) + payable - till + fromTreasury - borne;
}

/** The market as seen by the test: its people's calls, and its books afterwards. */
export class LedgerPlace {
  readonly place: Market;
  readonly database: RestorableDatabase;
  constructor(place: Market, database: RestorableDatabase) {
    this.place = place;
    this.database = database;
  }

  call(asker: Exclude<Asker, 'nobody'>, path: string, body: object, key?: string): Promise<Answer> {
    const { app, market } = this.place;
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return ask(app, 'POST', path, { body, token: market.tokens[asker], headers });
  }

  async topUp(monto: number, asker: 'RECARGA' | 'other RECARGA' = 'RECARGA'): Promise<TopUp> {
    const [opId, uuid] = [toOpId(randomUUID()), toVoucherId(randomUUID())];
    const clientId = this.place.market.customer.id;
    const made = await this.call(asker, '/code-qr/create-recharger', { monto, uuid, clientId }, opId);
    expect(made.status).toBe(201);
    return { opId, uuid, clientId, monto, isOfToday: true, isClosed: false };
  }

  async money(): Promise<Money> {
    const [own, other] = [await this.#dues('GLOBAL_MARKET'), await this.#dues('other GLOBAL_MARKET')];
    const { rows } = await this.database.database.query<{ id: string; balance: number }>({
      text: 'select id, balance from voucher',
    });
    const tills = (await this.place.manage('/cash/tills')).body as unknown as Till[];
    const sums = await this.place.sums();
    return {
      balances: new Map(rows.map(({ id, balance }) => [id, balance])),
      ...own,
      otherPayable: other.payable,
      till: tills.reduce((sum, { expected }) => sum + expected, 0),
      fromTreasury: Number(sums['treasury'] ?? 0),
      borne: 0 - Number(sums['guarantee'] ?? 0) - Number(sums['debt'] ?? 0),
    };
  }

  async #dues(asker: 'GLOBAL_MARKET' | 'other GLOBAL_MARKET'): Promise<{ owed: number; payable: number }> {
    const { app, market } = this.place;
    const answer = await ask(app, 'GET', '/cash/stalls', { token: market.tokens[asker] });
    const stalls = answer.body as unknown as StallBalance[];
    return {
      owed: stalls.reduce((sum, { owed }) => sum + owed, 0),
      payable: stalls.reduce((sum, { owed, withheld }) => sum + owed - withheld, 0),
    };
  }
}
