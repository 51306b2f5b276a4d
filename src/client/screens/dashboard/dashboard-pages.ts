import {
  Banknote,
  Building2,
  ChartColumn,
  CircleQuestionMark,
  Gift,
  House,
  ListChecks,
  PackagePlus,
  ReceiptText,
  ScanQrCode,
  Settings,
  ShieldCheck,
  ShoppingBag,
  ShoppingBasket,
  Store,
  TabletSmartphone,
  Users,
  Wallet,
} from 'lucide-react';
import { clientExtras } from '#src/client/extras.ts';
import type { DashboardPage } from '#src/client/shared/extra.ts';
import { dashboardTexts as texts } from '#src/client/texts/dashboard-texts.ts';
import { signInTypes, type SignInType, type UserType } from '#src/contract/accounts/user-type.ts';

const pages = {
  home: { path: 'home', label: texts.home, icon: House },
  markets: { path: 'mercados-globales', label: texts.markets, icon: Building2 },
  ownMarket: { path: 'mercados-globales', label: texts.ownMarket, icon: Building2 },
  stalls: { path: 'estantes', label: texts.stalls, icon: Store },
  places: {
    path: 'estantes',
    label: texts.places,
    short: texts.stalls,
    tab: texts.stalls,
    icon: Store,
  },
  topUpPoints: { path: 'puntos-de-recarga', label: texts.topUpPoints, icon: Banknote },
  marketPoints: {
    path: 'puntos-de-recarga',
    label: texts.topUpPoints,
    icon: Banknote,
    within: 'estantes',
  },
  suppliers: { path: 'proveedores', label: texts.suppliers, icon: ShoppingBasket },
  offered: {
    path: 'proveedores',
    label: texts.suppliers,
    icon: ShoppingBasket,
    within: 'estantes/products',
  },
  products: { path: 'estantes/products', label: texts.products, icon: ShoppingBag },
  createProduct: {
    path: 'estantes/create',
    label: texts.createProduct,
    icon: PackagePlus,
    isInner: true,
    from: ['estantes/products', 'proveedores'],
  },
  ownProducts: { path: 'proveedores', label: texts.ownProducts, icon: ShoppingBag },
  reports: { path: 'reportes', label: texts.reports, icon: ChartColumn },
  stallReport: { path: 'reportes', label: texts.report, icon: ChartColumn, within: 'ventas' },
  pointReport: { path: 'reportes', label: texts.report, icon: ChartColumn, within: 'caja' },
  settings: { path: 'ajustes', label: texts.settings, icon: Settings },
  ownSettings: { path: 'ajustes', label: texts.settings, icon: Settings, within: 'dispositivos' },
  audit: { path: 'auditoria', label: texts.audit, icon: ShieldCheck },
  help: { path: 'ayuda', label: texts.help, icon: CircleQuestionMark },
  createTopUp: {
    path: 'puntos-de-recarga/create',
    label: texts.createTopUp,
    short: texts.topUp,
    icon: Banknote,
  },
  customers: { path: 'clientes', label: texts.customers, icon: Users },
  rewards: { path: 'puntos', label: texts.rewards, icon: Gift, within: 'clientes' },
  sales: { path: 'ventas', label: texts.sales, icon: ReceiptText },
  ownSales: { path: 'ventas', label: texts.ownSales, icon: ReceiptText },
  cash: { path: 'caja', label: texts.cash, icon: Wallet },
  owedToMe: { path: 'caja', label: texts.owedToMe, icon: Wallet, within: 'ventas' },
  scan: { path: 'escanear', label: texts.scan, icon: ScanQrCode },
  devices: { path: 'dispositivos', label: texts.devices, icon: TabletSmartphone },
  ownDevice: {
    path: 'dispositivos',
    label: texts.deviceAndSettings,
    short: texts.device,
    tab: texts.device,
    icon: TabletSmartphone,
  },
  /** Opened by the chip in the bar; by "Por hacer" for a market. */
  outbox: { path: 'pendientes', label: texts.outbox, icon: ListChecks, isInner: true, from: ['home'] },
} satisfies Record<string, DashboardPage>;

/**
 * Pages of each role, in the order of the navigation. Pages that a role may not see are absent. A missing role
 * does not compile.
 */
const pagesOfRole: Record<SignInType, readonly DashboardPage[]> = {
  ADMIN: [
    pages.home,
    pages.markets,
    pages.suppliers,
    pages.reports,
    pages.sales,
    pages.stalls,
    pages.topUpPoints,
    pages.customers,
    pages.rewards,
    pages.products,
    pages.devices,
    pages.audit,
    pages.settings,
    pages.help,
  ],
  GLOBAL_MARKET: [
    pages.home,
    pages.outbox,
    pages.sales,
    pages.cash,
    pages.places,
    pages.marketPoints,
    pages.customers,
    pages.rewards,
    pages.products,
    pages.offered,
    pages.reports,
    pages.devices,
    pages.audit,
    pages.ownMarket,
    pages.settings,
    pages.help,
  ],
  RECARGA: [
    pages.home,
    pages.createTopUp,
    pages.outbox,
    pages.customers,
    pages.rewards,
    pages.cash,
    pages.pointReport,
    pages.ownDevice,
    pages.ownSettings,
    pages.help,
  ],
  ESTANTE: [
    pages.home,
    pages.scan,
    pages.outbox,
    pages.ownSales,
    pages.owedToMe,
    pages.stallReport,
    pages.products,
    pages.createProduct,
    pages.offered,
    pages.ownDevice,
    pages.ownSettings,
    pages.help,
  ],
  PROVEEDOR: [pages.home, pages.ownProducts, pages.createProduct, pages.settings, pages.help],
};

/** Pages before "Más" on a wide screen; a role without a number has no "Más" there. */
const railLength: Partial<Record<UserType, number>> = { ADMIN: 4, GLOBAL_MARKET: 7 };
const footLength = 4;

/** Pages that work without a session, after the device is opened with a PIN. */
const limitedPages: ReadonlySet<DashboardPage> = new Set([
  pages.scan,
  pages.createTopUp,
  pages.outbox,
  pages.ownDevice,
  pages.help,
]);
/**
 * Further pages of a stall's tablet or a point's kiosk that work offline: cash is handed over without a link
 * too.
 */
const limitedOf: Partial<Record<UserType, ReadonlySet<DashboardPage>>> = {
  ESTANTE: new Set([pages.home, pages.ownSales, pages.owedToMe]),
  RECARGA: new Set([pages.cash]),
};

export function dashboardPagesOf(userType: UserType, isLimited = false): readonly DashboardPage[] {
  const role = signInTypes.find((type) => type === userType);
  const all = role ? withExtras(role) : [pages.home];
  if (!isLimited) return all;
  return all.filter((page) => limitedPages.has(page) || limitedOf[userType]?.has(page) === true);
}

const extraPages = Object.values(clientExtras).flatMap((extra) => extra.pages ?? []);

/** Returns a role's pages with those of extras, each after the page that it names. */
function withExtras(role: SignInType): readonly DashboardPage[] {
  return pagesOfRole[role].flatMap((page) => [
    page,
    ...extraPages.filter((extra) => extra.after === page.path && extra.roles.includes(role)),
  ]);
}

/** The start page: the work itself when the device was opened with a PIN. */
export function startPageOf(shown: readonly DashboardPage[], isLimited: boolean): DashboardPage {
  return (isLimited ? shown.find((page) => page !== pages.home) : shown[0]) ?? pages.home;
}

const everyPage: readonly DashboardPage[] = [...Object.values(pages), ...extraPages];

/** Whether some role has this page. */
export function isPageOfSomebody(path: string): boolean {
  return everyPage.some((page) => page.path === path);
}

/** Returns the pages that the navigation shows: neither inner pages nor tabs. */
export function navigationPagesOf(shown: readonly DashboardPage[]): readonly DashboardPage[] {
  return shown.filter(({ isInner, within }) => isInner !== true && within === undefined);
}

/**
 * Returns the navigation page that is open, or the one that led to the open inner page or tab. Undefined when
 * neither is in `shown`.
 */
export function currentPageOf(pathname: string, shown: readonly DashboardPage[]): DashboardPage | undefined {
  const open = shown.find(({ path }) => pathname === `/dashboard/${path}`);
  if (open === undefined) return undefined;
  const above = open.within === undefined ? (open.isInner === true ? (open.from ?? []) : []) : [open.within];
  if (above.length === 0) return open;
  const led = above
    .map((path) => shown.find((page) => page.path === path))
    .find((page) => page !== undefined);
  return led?.within === undefined ? led : shown.find(({ path }) => path === led.within);
}

/** Returns the tabs of the open page, itself included; fewer than two are none. */
export function tabsOf(pathname: string, shown: readonly DashboardPage[]): readonly DashboardPage[] {
  const open = shown.find(({ path }) => pathname === `/dashboard/${path}`);
  if (open === undefined || open.isInner === true) return [];
  const first = open.within ?? open.path;
  const tabs = shown.filter(({ path, within }) => path === first || within === first);
  return tabs.length > 1 ? tabs : [];
}

/** Returns the pages of a wide screen's rail, and those behind its "Más". */
export function railOf(userType: UserType, shown: readonly DashboardPage[]): Menu {
  return menuOf(shown, railLength[userType]);
}

/** Returns the pages of a phone's foot, and those behind its "Más". */
export function footOf(shown: readonly DashboardPage[]): Menu {
  return menuOf(shown, footLength);
}

export interface Menu {
  pages: readonly DashboardPage[];
  beyond: readonly DashboardPage[];
}

function menuOf(shown: readonly DashboardPage[], length: number | undefined): Menu {
  const all = navigationPagesOf(shown);
  return length === undefined
    ? { pages: all, beyond: [] }
    : { pages: all.slice(0, length), beyond: all.slice(length) };
}
