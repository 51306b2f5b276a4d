import { keys } from '#src/client/queries/keys.ts';
import type { MarketCode } from '#src/protocol/brands.ts';

export const dataPolicyKeys = {
  all: ['data-policy'],
  of: (market: MarketCode) => ['data-policy', market] as const,
} as const;

/** Key of a customer's copy. A changed customer makes it stale. */
export const keptKey = (customerId: string) => [...keys.customer.one(customerId), 'data'] as const;
