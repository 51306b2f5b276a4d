import type { SignInType } from '#src/contract/user-type.ts';

/** Who is asking, from a verified token and today's row of that person: never from the request. */
export type Actor = {
  id: string;
  userType: SignInType;
  /** the market of a stall, top-up point or market account; null for ADMIN and PROVEEDOR */
  marketId: string | null;
};
