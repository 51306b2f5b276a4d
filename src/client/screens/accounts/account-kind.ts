import type { User } from '#src/contract/user.ts';
import { accountsTexts } from '#src/client/texts/accounts-texts.ts';
import { dashboardTexts } from '#src/client/texts/dashboard-texts.ts';

/** One list of accounts that wait for approval: which accounts, and what they are called. */
export interface AccountKind {
  noun: 'stalls' | 'topUpPoints' | 'markets' | 'suppliers';
  userType: 'ESTANTE' | 'RECARGA' | 'GLOBAL_MARKET' | 'PROVEEDOR';
  title: string;
  singular: string;
  /** What people call the account by. */
  nameOf: (user: User) => string;
  hasMarket: boolean;
}

export const accountKinds = {
  stalls: {
    noun: 'stalls',
    userType: 'ESTANTE',
    title: dashboardTexts.stalls,
    singular: accountsTexts.singular.stalls,
    nameOf: (user) => user.estanteName || user.ownerName,
    hasMarket: true,
  },
  topUpPoints: {
    noun: 'topUpPoints',
    userType: 'RECARGA',
    title: dashboardTexts.topUpPoints,
    singular: accountsTexts.singular.topUpPoints,
    nameOf: (user) => user.ownerName,
    hasMarket: true,
  },
  markets: {
    noun: 'markets',
    userType: 'GLOBAL_MARKET',
    title: dashboardTexts.markets,
    singular: accountsTexts.singular.markets,
    nameOf: (user) => user.marketName || user.ownerName,
    hasMarket: false,
  },
  suppliers: {
    noun: 'suppliers',
    userType: 'PROVEEDOR',
    title: dashboardTexts.suppliers,
    singular: accountsTexts.singular.suppliers,
    nameOf: (user) => user.ownerName,
    hasMarket: false,
  },
} as const satisfies Record<string, AccountKind>;
