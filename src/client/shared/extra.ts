import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
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

/** Something that an extra lets these roles begin. */
export interface ExtraAction {
  roles: readonly UserType[];
  icon: LucideIcon;
  label: string;
  onChoose(): void;
}

/** The application, at an address of its own. `children` are inside its router. */
export type AppAt = ComponentType<{ basename?: string; children?: ReactNode }>;

export type LoadApp = () => Promise<{ Router: AppAt }>;

/** Loads a page of an extra that is opened without a session. `loadApp` is for a page that shows the application itself. */
export type OpenExtraPage = (loadApp: LoadApp) => Promise<ComponentType>;

/** What an extra adds to the client. */
export interface ClientExtra {
  pages?: readonly ExtraPage[];
  /** rows under the person's name in the menu, above the rows of the core */
  menuItems?: readonly ExtraAction[];
  /** panels of the help page above its guides: a note and a button */
  helpPanels?: readonly (ExtraAction & { note: string })[];
  /** shown to these roles below the figures of their report */
  reportFoot?: {
    roles: readonly UserType[];
    Foot: ComponentType<{ role: UserType; summary: PurchaseSummary }>;
  };
}
