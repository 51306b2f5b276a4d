import type { Call } from './call.ts';
import { accountCalls } from './calls/accounts.ts';
import { cashCalls } from './calls/cash.ts';
import { customerCalls } from './calls/customers.ts';
import { deviceCalls, settlementCalls } from './calls/devices.ts';
import { handOverCalls } from './calls/hand-overs.ts';
import { holderCalls } from './calls/holder.ts';
import { marketCalls } from './calls/markets.ts';
import { moneyCalls } from './calls/money.ts';
import { operatorCalls } from './calls/operator/server-state.ts';
import { passwordCalls, secondFactorCalls } from './calls/passwords.ts';
import { complaintCalls } from './calls/people/complaints.ts';
import { personalDataCalls } from './calls/people/personal-data.ts';
import { sheetCalls } from './calls/people/sheets.ts';
import { viewLinkCalls } from './calls/people/view-links.ts';
import { placeCalls } from './calls/people/places.ts';
import { pointsCalls } from './calls/points.ts';
import { productCalls, supplierCalls } from './calls/products.ts';
import { registrationCalls } from './calls/registration.ts';
import { reportCalls } from './calls/reports.ts';
import { restoredCalls } from './calls/restored.ts';
import { sessionCalls } from './calls/session.ts';
import { healthCalls, liveCalls, syncCalls } from './calls/sync.ts';
import { takingsCalls } from './calls/takings.ts';
import { voucherCalls } from './calls/vouchers.ts';

/** The table of calls: everything the server serves under /api/v1, and nothing else. A page imports its own rows alone. */
export const calls = {
  ...sessionCalls,
  ...passwordCalls,
  ...secondFactorCalls,
  ...registrationCalls,
  ...accountCalls,
  ...marketCalls,
  ...moneyCalls,
  ...holderCalls,
  ...placeCalls,
  ...viewLinkCalls,
  ...voucherCalls,
  ...customerCalls,
  ...personalDataCalls,
  ...complaintCalls,
  ...pointsCalls,
  ...productCalls,
  ...supplierCalls,
  ...sheetCalls,
  ...reportCalls,
  ...cashCalls,
  ...handOverCalls,
  ...restoredCalls,
  ...takingsCalls,
  ...deviceCalls,
  ...settlementCalls,
  ...syncCalls,
  ...liveCalls,
  ...operatorCalls,
  ...healthCalls,
} as const satisfies Record<string, Call>;
