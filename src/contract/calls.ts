import { accountCalls } from '#src/contract/accounts/calls.ts';
import { passwordCalls } from '#src/contract/accounts/password-calls.ts';
import { registrationCalls } from '#src/contract/accounts/registration-calls.ts';
import { sessionCalls } from '#src/contract/accounts/session-calls.ts';
import { cashCalls } from '#src/contract/cash/calls.ts';
import { balanceCalls } from '#src/contract/cash/stall-balances.ts';
import { conflictCalls } from '#src/contract/conflicts/calls.ts';
import { customerCalls } from '#src/contract/customers/calls.ts';
import { deviceCalls } from '#src/contract/devices/calls.ts';
import { marketCalls } from '#src/contract/markets/calls.ts';
import { placeCalls } from '#src/contract/markets/place-calls.ts';
import { todayCalls } from '#src/contract/markets/today.ts';
import { moneyCalls } from '#src/contract/operations/calls.ts';
import { pointsCalls } from '#src/contract/points/calls.ts';
import { productCalls } from '#src/contract/products/calls.ts';
import { reportCalls } from '#src/contract/reports/calls.ts';
import { supplierCalls } from '#src/contract/suppliers/calls.ts';
import { syncCalls } from '#src/contract/sync/calls.ts';
import { healthCalls } from '#src/contract/sync/health.ts';
import { voucherCalls } from '#src/contract/vouchers/calls.ts';
import { holderCalls } from '#src/contract/vouchers/holder-calls.ts';
import type { Call } from './call.ts';

/**
 * The table of calls: everything under /api/v1 except the calls of extras. A page imports only its own rows.
 */
export const calls = {
  ...sessionCalls,
  ...passwordCalls,
  ...registrationCalls,
  ...accountCalls,
  ...marketCalls,
  ...todayCalls,
  ...moneyCalls,
  ...holderCalls,
  ...placeCalls,
  ...voucherCalls,
  ...customerCalls,
  ...pointsCalls,
  ...productCalls,
  ...supplierCalls,
  ...reportCalls,
  ...cashCalls,
  ...balanceCalls,
  ...deviceCalls,
  ...conflictCalls,
  ...syncCalls,
  ...healthCalls,
} as const satisfies Record<string, Call>;
