import type { SignInType } from '#src/contract/accounts/user-type.ts';
import type { MarketId } from '#src/protocol/brands.ts';

/** The caller, from a verified token and the person's current row, never from the request body. */
export type Actor = {
  id: string;
  userType: SignInType;
  /** Market of a stall, top-up point or market account; null for ADMIN and PROVEEDOR. */
  marketId: MarketId | null;
  /** The id that the device reports, recorded but never used for a decision. */
  deviceId?: string | null;
  /** Token family of this call's token. */
  session?: string | undefined;
};

/**
 * Returns the market whose data the actor may see; null for ADMIN, who sees the whole region. Throws when the
 * actor has no market.
 */
export function marketScope(actor: Actor): MarketId | null {
  return actor.userType === 'ADMIN' ? null : ownMarket(actor);
}

/** Returns the actor's market. Throws for ADMIN and PROVEEDOR, which have none. */
export function ownMarket(actor: Actor): MarketId {
  if (!actor.marketId) throw new Error(`${actor.userType} ${actor.id} has no market`);
  return actor.marketId;
}

const staff: ReadonlySet<SignInType> = new Set<SignInType>(['RECARGA', 'GLOBAL_MARKET', 'ADMIN']);

/**
 * Returns whether the caller may look up customers by identification. No other caller may learn from a
 * registration whether a customer exists.
 */
export function seesCustomers(by: Actor | null): by is Actor {
  return by !== null && staff.has(by.userType);
}
