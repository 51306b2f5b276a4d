import type * as z from 'zod/mini';

/**
 * Ids and figures that look alike and must not be mixed. A brand is a type alone: on the wire, in the databases and in
 * the bundle there are plain texts and numbers. A value is branded where it is parsed (fields.ts, the type of a database
 * row) and where it is made, by the functions here; nowhere else. tests/unit/house/brands.test.ts shows what does not
 * compile.
 */
type Branded<Base, Name extends string> = Base & z.$brand<Name>;

/** Of an operation, and its Idempotency-Key for ever: made by the device that places it, or by the server without one. */
export type OpId = Branded<string, 'OpId'>;

/** Of a voucher (código QR con saldo), made by the device that sells it. Who knows it can spend it. */
export type VoucherId = Branded<string, 'VoucherId'>;

/** Of a market in the database: the id of its account too. */
export type MarketId = Branded<string, 'MarketId'>;
/** What people call a market by, six letters and digits; the wire's `globalMarketId`. */
export type MarketCode = Branded<string, 'MarketCode'>;

/**
 * Pesos, in the smallest unit shown, as they stand in the ledger and on the wire; below 0 in a leg or a difference. They
 * add and compare like any number, and a sum becomes an amount again where it is posted or sent.
 */
export type Amount = Branded<number, 'Amount'>;
/** An amount, or a sum of amounts that is only compared or shown: any number but points. */
export type Pesos = number & { readonly [z.$brand]?: { Amount?: true; Points?: never } };
/** What purchases earn and rewards cost; below 0 when a purchase was voided after its points were spent. */
export type Points = Branded<number, 'Points'>;

/** Nothing happens at run time: one function, whatever the brand. */
function branded<Value>(plain: unknown): Value {
  return plain as Value;
}

export const toOpId: (text: string) => OpId = branded;
export const toVoucherId: (text: string) => VoucherId = branded;
export const toMarketId: (text: string) => MarketId = branded;
export const toMarketCode: (text: string) => MarketCode = branded;
export const toAmount: (pesos: number) => Amount = branded;
export const toPoints: (count: number) => Points = branded;
