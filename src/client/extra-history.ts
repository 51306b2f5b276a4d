import type { ComponentType } from 'react';
import type { VoucherId } from '#src/contract/brands.ts';
import { ShareReadOnlyLink } from '#src/extras/read-only-link/history.ts';

/** What extras show below the purchases of a voucher, to its holder. A customer's phone keeps this file, so each part is loaded lazily. */
export const historyParts: readonly ComponentType<{ codeQrUuid: VoucherId }>[] = [ShareReadOnlyLink];
