import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Login } from '#src/contract/accounts/login.ts';
import type { SignInType, UserType } from '#src/contract/accounts/user-type.ts';
import type { PurchaseSummary } from '#src/contract/purchases/purchase-history.ts';

export interface DashboardPage {
  path: string;
  label: string;
  icon: LucideIcon;
  group: PageGroup;
  /** Reached from another page: not in the navigation. */
  isInner?: boolean;
  /** Paths of the pages that lead to an inner page. While the inner page is open, the navigation marks the first of them that the role has. */
  from?: readonly string[];
}

/** `own`: of the person, under their name. */
export type PageGroup = 'today' | 'people' | 'catalogue' | 'control' | 'own';

/** A page that an extra adds to the dashboard. */
export interface ExtraPage extends DashboardPage {
  roles: readonly SignInType[];
  /** path of the page of the core that it follows in the navigation */
  after: string;
  Screen: ComponentType;
}

/** What an extra adds to the client. */
export interface ClientExtra {
  pages?: readonly ExtraPage[];
  /** shown to these roles below the figures of their report */
  reportFoot?: {
    roles: readonly UserType[];
    Foot: ComponentType<{ role: UserType; summary: PurchaseSummary }>;
  };
  /** shown to these roles on the settings page, above their own password */
  settingsPanel?: { roles: readonly UserType[]; Panel: ComponentType };
}

/** A step of an extra between the password and the session (`src/client/extra-sign-in.ts`). */
export interface CodeStepProps {
  /** accepted by the server except for the missing code */
  login: Login;
  onSignedIn: () => void;
}
