import { lazy } from 'react';

/** Creates and ends a voucher's read-only link. It needs a connection, so that a customer's phone does not keep its file. */
export const ShareReadOnlyLink = lazy(() =>
  import('./client/share-read-only-link.tsx').then((m) => ({ default: m.ShareReadOnlyLink })),
);
