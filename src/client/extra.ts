import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Login } from '#src/contract/accounts/login.ts';
import type { SignInType, UserType } from '#src/contract/accounts/user-type.ts';
import type { Payout } from '#src/contract/cash/schemas.ts';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import type { CustomerDetail } from '#src/contract/customers/schemas.ts';
import type { MarketCode } from '#src/protocol/brands.ts';

export interface DashboardPage {
  path: string;
  label: string;
  icon: LucideIcon;
  Screen: ComponentType;
  /** Begins anew with the market's day, which it calls "Hoy". The others may hold what a person is typing. */
  isOfDay?: boolean;
  /** The word in the foot of a phone, where the label is too long. */
  short?: string;
  /** Path of the page on which this one is a tab; the navigation shows that page alone. */
  within?: string;
  /** The word on the page's own tab, where it differs from the label. */
  tab?: string;
  /**
   * An inner page is absent from the navigation: paths of the pages that lead to it. While it is open, the
   * navigation highlights the first of them that the role has.
   */
  from?: readonly string[];
}

/** A row of the dashboard's pages. */
export interface RolePage extends DashboardPage {
  roles: readonly SignInType[];
  /** Works without a session, on a device that was opened with a PIN. */
  isOffline?: boolean;
}

/** A page that an extra adds to the dashboard. */
export interface ExtraPage extends RolePage {
  /** Path of the core page that it follows in the navigation. */
  after: string;
}

/**
 * Core pages that show links of extras beside their titles, by path. `caja` shows them above the stalls'
 * balances.
 */
export type LinkedPage = 'caja' | 'clientes' | 'estantes';

export interface ExtraLink {
  /** Path of the core page that shows it. */
  page: LinkedPage;
  roles: readonly SignInType[];
  /** Relative to /dashboard, including the query. */
  to: string;
  icon: LucideIcon;
  text: string;
  /** 'row' by default; 'base' is as tall as the page's own button. */
  size?: 'row' | 'base';
}

/**
 * `market`: below the settings of the market that ADMIN chose. `own` and `password`: above and below the
 * person's own password.
 */
export type SettingsPlace = 'market' | 'own' | 'password';

interface SettingsPanel {
  place: SettingsPlace;
  roles: readonly UserType[];
  /** `market`: the one that ADMIN chose, otherwise the person's own. */
  Panel: ComponentType<{ market: MarketCode }>;
}

export interface CustomerSectionProps {
  detail: CustomerDetail;
  userType: UserType;
  /** Called once the customer is deleted. */
  onGone: () => void;
}

/** A page that an extra adds to those available before signing in. */
export interface EntrancePage {
  path: string;
  load: () => Promise<ComponentType>;
  /** Link beside the notice that customers read before they register. */
  noticeLink?: { to: string; text: string };
}

/** Everything that an extra adds to the client. */
export interface ClientExtra {
  pages?: readonly ExtraPage[];
  /** Content for these roles on the settings page. */
  settingsPanels?: readonly SettingsPanel[];
  /** A section of a customer's page, after those of the core. */
  customerSection?: { label: string; Section: ComponentType<CustomerSectionProps> };
  /** Links beside the titles of core pages. */
  links?: readonly ExtraLink[];
}

/** A component that an extra adds to each payout in the list. */
interface PayoutPart {
  has: (payout: Payout) => boolean;
  Part: ComponentType<{ payout: Payout }>;
}

/** Everything that an extra adds to the till page (`src/client/extra-cash.ts`). */
export interface CashExtra {
  /**
   * Replaces the page for this role while its address has this parameter, and this value if `value` is given.
   */
  screens?: readonly { role: UserType; parameter: string; value?: string; Screen: ComponentType }[];
  /** Shown to a stall below its balance. */
  OwnBalance?: ComponentType<{ balance: StallBalance }>;
  /** Shown to the market at the end of a payout's row. */
  payoutButton?: PayoutPart;
}

/** A sign-in step that an extra adds between password and session (`src/client/extra-sign-in.ts`). */
export interface CodeStepProps {
  /** Accepted by the server except for the missing code. */
  login: Login;
  onSignedIn: () => void;
}
