import type { SellingStall } from '#src/server/ledger/purchases.ts';

export type SyncCustomer = { id: string; ownerName: string; identificacion: string; createdAt: Date };

/** What somebody said yes to at a device, as its signed envelope says. */
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
  /** The customer with this id, or the one it was merged into. null when there is no such customer. */
  readCustomer(id: string): Promise<SyncCustomer | null>;
  /** A visible customer with this document, however it is written. */
  findCustomer(identificacion: string): Promise<SyncCustomer | null>;
  /**
   * `mergedInto`: kept hidden, so that links with its id go on working. Fails with 23505 when id or identification is
   * taken.
   */
  insertCustomer(customer: SyncCustomer, mergedInto: string | null): Promise<void>;
  /** The customer said yes to the notice in front of this operator. */
  insertConsent(consent: SyncConsent): Promise<void>;
  /** Registered and not deleted; by the id it was merged into as well. */
  isCustomer(id: string): Promise<boolean>;
  /** Whatever its state: cash that was taken is accounted for. null when there is no such top-up point. */
  readTopUpPoint(id: string): Promise<{ marketId: string } | null>;
  /** Whatever its state: a sale that has happened is paid. */
  readStall(id: string): Promise<SellingStall | null>;
};
