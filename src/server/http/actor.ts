import type { MarketId } from '#src/contract/brands.ts';
import type { SignInType } from '#src/contract/accounts/user-type.ts';

/** The caller, from a verified token and the person's current row: never from the request body. */
export type Actor = {
  id: string;
  userType: SignInType;
  /** the market of a stall, top-up point or market account; null for ADMIN and PROVEEDOR */
  marketId: MarketId | null;
  /** the id that the device reports, for the record alone: nothing is decided by it */
  deviceId?: string | null;
  /** the family of the tokens that this call's token is one of */
  session?: string | undefined;
};

/** null: the whole region, for ADMIN. Everybody else has a market or sees nothing. */
export function marketScope(actor: Actor): MarketId | null {
  return actor.userType === 'ADMIN' ? null : ownMarket(actor);
}

/** The market of somebody who has one. */
export function ownMarket(actor: Actor): MarketId {
  if (!actor.marketId) throw new Error(`${actor.userType} ${actor.id} has no market`);
  return actor.marketId;
}
