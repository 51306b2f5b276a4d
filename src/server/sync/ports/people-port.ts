import type { SellingStall } from '#src/server/ledger/purchases.ts';

export type SyncCustomer = { id: string; ownerName: string; identificacion: string; createdAt: Date };

/** A consent given at a device, from its signed envelope. */
export type SyncConsent = {
  customerId: string;
  notice: string;
  how: 'offline';
  operatorId: string | null;
  deviceId: string;
  marketId: string;
  givenAt: Date;
  recordedAt: Date;
};

export type PeoplePort = {
  /** Returns the customer with this id or the one it was merged into. Null when there is none. */
  readCustomer(id: string): Promise<SyncCustomer | null>;
  /** Returns the visible customer with this document, in any spelling. */
  findCustomer(identificacion: string): Promise<SyncCustomer | null>;
  /**
   * `mergedInto`: stored hidden, so that links with its id keep working. Fails with 23505 when the id or the
   * identification is taken.
   */
  insertCustomer(customer: SyncCustomer, mergedInto: string | null): Promise<void>;
  /** Records that the customer consented in the presence of this operator. */
  insertConsent(consent: SyncConsent): Promise<void>;
  /** Returns whether the customer is registered and not deleted; also for a merged id. */
  isCustomer(id: string): Promise<boolean>;
  /**
   * Returns the point in any state, because cash that was taken must be accounted for. Null when there is no
   * such point.
   */
  readTopUpPoint(id: string): Promise<{ marketId: string } | null>;
  /** Returns the stall in any state, because a completed sale is paid. */
  readStall(id: string): Promise<SellingStall | null>;
};
