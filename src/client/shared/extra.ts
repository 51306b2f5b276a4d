import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { Guide, GuideStep, Picture } from '#src/client/texts/help-texts.ts';
import type { Login } from '#src/contract/accounts/login.ts';
import type { SignInType, UserType } from '#src/contract/accounts/user-type.ts';
import type { MarketCode, VoucherId } from '#src/contract/brands.ts';
import type { Payout, StallBalance } from '#src/contract/cash/schemas.ts';
import type { KeptOfExtras } from '#src/contract/customers/kept.ts';
import type { CustomerDetail } from '#src/contract/customers/schemas.ts';
import type { MarketToday } from '#src/contract/markets/today.ts';
import type { PurchaseSummary } from '#src/contract/purchases/purchase-history.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import type { DeductionInput } from './payout/deduction-input.ts';

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

/** Something that waits for a market's manager. */
export interface ToDoItem {
  id: string;
  icon: LucideIcon;
  /** the icon's colour; never alone: the words say it too */
  tone: 'plain' | 'refused' | 'pending';
  title: string;
  note: string;
  action: string;
  /** under /dashboard */
  to: string;
}

/** The items of the core, in the order in which they are better done. */
export type ToDoPlace =
  | 'restored'
  | 'stalls'
  | 'topUpPoints'
  | 'deviceRequests'
  | 'overspends'
  | 'reviews'
  | 'handOvers'
  | 'differences'
  | 'takings'
  | 'pointsOwed'
  | 'devices'
  | 'payouts';

interface SettingNumber {
  of: 'complaintDays' | 'answerDays';
  label: string;
  hint: string;
  min: number;
  max: number;
}

/** Pages of the core that show links of extras, by path: beside their titles, `caja` above the stalls' balances. */
export type LinkedPage =
  | 'caja'
  | 'clientes'
  | 'estantes'
  | 'estantes/products'
  | 'puntos-de-recarga'
  | 'ventas';

export interface ExtraLink {
  /** path of the page of the core that shows it */
  page: LinkedPage;
  roles: readonly SignInType[];
  /** under /dashboard, with its query */
  to: string;
  icon: LucideIcon;
  text: string;
  /** 'row' where absent; 'base' is as tall as the page's own button */
  size?: 'row' | 'base';
}

/** Loads what an extra shows under each purchase of a voucher. Null: the server was not reached, and nothing is shown. */
export type LoadPurchaseRow = (voucher: VoucherId) => Promise<ComponentType<{ row: PurchaseRow }> | null>;

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

/** `market`: below the settings of the market that ADMIN chose. `own` and `password`: above and below the person's own password. */
export type SettingsPlace = 'market' | 'own' | 'password';

interface SettingsPanel {
  place: SettingsPlace;
  roles: readonly UserType[];
  /** `market` is the one that ADMIN chose, else the person's own */
  Panel: ComponentType<{ market: MarketCode }>;
}

export interface KeptPart {
  title: string;
  lines: (kept: KeptOfExtras) => readonly string[];
}

export interface CustomerSectionProps {
  detail: CustomerDetail;
  userType: UserType;
  /** what extras store about the customer */
  kept: readonly KeptPart[];
  /** called when the customer is no longer there */
  onGone: () => void;
}

/** A page that an extra adds to those before the sign-in. */
export interface EntrancePage {
  path: string;
  load: () => Promise<ComponentType>;
  /** beside the notice that customers read before they register themselves */
  noticeLink?: { to: string; text: string };
}

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
  /** shown to these roles on the settings page */
  settingsPanels?: readonly SettingsPanel[];
  /** a section of a customer's page, after those of the core */
  customerSection?: { label: string; Section: ComponentType<CustomerSectionProps> };
  /** a column of counts at the end of the report's table of stalls */
  stallCount?: { head: string; of: (stall: PurchaseSummary['stalls'][number]) => number };
  /** its item for a market's manager; null when nothing waits */
  toDo?: { after: ToDoPlace; item: (today: MarketToday) => ToDoItem | null };
  /** links beside the titles of pages of the core */
  links?: readonly ExtraLink[];
  /** a group of whole numbers in the form of the market's settings */
  settings?: { legend: string; numbers: readonly SettingNumber[] };
  /** guides of the help for these roles, each before a guide of the core */
  helpGuides?: readonly { roles: readonly UserType[]; before: string; guide: Guide }[];
  /** steps of a guide of the help: after the step with this picture, or before the last one. The same picture joins the two steps. */
  helpSteps?: readonly { guide: string; after?: Picture; step: GuideStep }[];
  /** a section of what is kept of a customer, with a line for each row */
  kept?: KeptPart;
}

export interface PayoutPartProps {
  payout: Payout;
  /** shows a dialog beside the list, or none */
  onDialog: (dialog: ReactNode) => void;
}

/** What an extra adds to a payout in the list of payouts. */
export interface PayoutPart {
  has: (payout: Payout) => boolean;
  Part: ComponentType<PayoutPartProps>;
}

export interface DeductionFormProps {
  /** The manager tried to continue: the form shows what is missing. */
  isTried: boolean;
  onInput: (input: DeductionInput) => void;
}

/** What an extra adds to the page of the till and to the forms of a payout (`src/client/extra-cash.ts`). */
export interface CashExtra {
  /** shown to this role in place of the page while its address has this parameter; with `value`, this value of it */
  screens?: readonly { role: UserType; parameter: string; value?: string; Screen: ComponentType }[];
  /** shown to a stall below its balance */
  OwnBalance?: ComponentType<{ balance: StallBalance }>;
  /** above a payout's note */
  payoutNote?: PayoutPart;
  /** at the end of a payout's row, for its market */
  payoutButtons?: PayoutPart;
  /** part of the forms of a payout and of a payout by its paper: its deductions. At most one extra has it. */
  DeductionForm?: ComponentType<DeductionFormProps>;
}

/** A step of an extra between the password and the session (`src/client/extra-sign-in.ts`). */
export interface CodeStepProps {
  /** accepted by the server except for the missing code */
  login: Login;
  onSignedIn: () => void;
}
