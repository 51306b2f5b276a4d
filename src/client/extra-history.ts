import type { ComponentType } from 'react';
import type { VoucherId } from '#src/contract/brands.ts';
import { ShareReadOnlyLink } from '#src/extras/read-only-link/history.ts';

/**
 * Additions of extras below a voucher's purchases, for its holder. A customer's phone caches this file, so
 * each part is loaded lazily.
 */
export const historyParts: readonly ComponentType<{ codeQrUuid: VoucherId }>[] = [ShareReadOnlyLink];
