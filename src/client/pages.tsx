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
import type { ComponentType } from 'react';
import type { DashboardPage } from '#src/client/extra.ts';
import { clientExtras } from '#src/client/extras.ts';
import { dashboardTexts as texts } from '#src/client/texts/dashboard-texts.ts';
import { signInTypes, type SignInType, type UserType } from '#src/contract/accounts/user-type.ts';
import { lazyScreens } from './lazy-screen.tsx';

const screens = lazyScreens({
  home: () => import('./screens/home/home-screen.tsx').then((m) => m.HomeScreen),
  stallHome: () => import('./screens/home/stall-home.tsx').then((m) => m.StallHomeScreen),
  markets: () => import('./screens/accounts/accounts-screens.tsx').then((m) => m.MarketsScreen),
  stalls: () => import('./screens/accounts/accounts-screens.tsx').then((m) => m.StallsScreen),
  topUpPoints: () => import('./screens/accounts/accounts-screens.tsx').then((m) => m.TopUpPointsScreen),
  offered: () => import('./screens/suppliers/suppliers-screen.tsx').then((m) => m.SuppliersScreen),
  products: () => import('./screens/products/products-screen.tsx').then((m) => m.ProductsScreen),
  ownProducts: () => import('./screens/products/products-screen.tsx').then((m) => m.OwnSupplierProducts),
  createProduct: () =>
    import('./screens/products/create-product-screen.tsx').then((m) => m.CreateProductScreen),
  reports: () => import('./screens/reports/reports-screen.tsx').then((m) => m.ReportsScreen),
  settings: () => import('./screens/settings/settings-screen.tsx').then((m) => m.SettingsScreen),
  audit: () => import('./screens/audit/audit-screen.tsx').then((m) => m.AuditScreen),
  help: () => import('./screens/help/help-screen.tsx').then((m) => m.HelpScreen),
  createTopUp: () => import('./screens/top-up/top-up-screen.tsx').then((m) => m.TopUpScreen),
  customers: () => import('./screens/customers/customers-screen.tsx').then((m) => m.CustomersScreen),
  rewards: () => import('./screens/points/points-screen.tsx').then((m) => m.PointsScreen),
  sales: () => import('./screens/purchases/market-purchases.tsx').then((m) => m.PurchasesScreen),
  cash: () => import('./screens/cash/cash-screen.tsx').then((m) => m.CashScreen),
  scan: () => import('./screens/scan/scan-screen.tsx').then((m) => m.ScanScreen),
  devices: () => import('./screens/devices/devices-screen.tsx').then((m) => m.DevicesScreen),
  outbox: () => import('./screens/outbox/outbox-screen.tsx').then((m) => m.OutboxScreen),
  lines: () => import('./screens/conflicts/conflicts-screen.tsx').then((m) => m.ConflictsScreen),
  suppliers: loadSuppliersWithAccounts,
});

/** ADMIN decides about the accounts of suppliers. */
async function loadSuppliersWithAccounts(): Promise<ComponentType> {
  const [{ SuppliersScreen }, { SupplierAccounts }] = await Promise.all([
    import('./screens/suppliers/suppliers-screen.tsx'),
    import('./screens/accounts/accounts-screens.tsx'),
  ]);
  return () => <SuppliersScreen accounts={SupplierAccounts} />;
}

/** Pages that several roles have, under different labels or as a tab of another page. */
const shared = {
  home: { path: 'home', label: texts.home, icon: House },
  markets: { path: 'mercados-globales', icon: Building2, Screen: screens.markets },
  stalls: { path: 'estantes', label: texts.stalls, icon: Store, Screen: screens.stalls },
  points: {
    path: 'puntos-de-recarga',
    label: texts.topUpPoints,
    icon: Banknote,
    Screen: screens.topUpPoints,
  },
  suppliers: { path: 'proveedores', label: texts.suppliers, icon: ShoppingBasket },
  report: { path: 'reportes', label: texts.report, icon: ChartColumn, Screen: screens.reports },
  settings: { path: 'ajustes', label: texts.settings, icon: Settings, Screen: screens.settings },
  sales: { path: 'ventas', label: texts.sales, icon: ReceiptText, Screen: screens.sales },
  cash: { path: 'caja', label: texts.cash, icon: Wallet, Screen: screens.cash },
  devices: { path: 'dispositivos', label: texts.devices, icon: TabletSmartphone, Screen: screens.devices },
  outbox: { path: 'pendientes', label: texts.outbox, icon: ListChecks, isInner: true, from: ['home'] },
};

const pages = {
  home: { ...shared.home, Screen: screens.home },
  stallHome: { ...shared.home, Screen: screens.stallHome },
  markets: { ...shared.markets, label: texts.markets },
  ownMarket: { ...shared.markets, label: texts.ownMarket },
  stalls: shared.stalls,
  places: { ...shared.stalls, label: texts.places, short: texts.stalls, tab: texts.stalls },
  topUpPoints: shared.points,
  marketPoints: { ...shared.points, within: 'estantes' },
  suppliers: { ...shared.suppliers, Screen: screens.suppliers },
  offered: { ...shared.suppliers, within: 'estantes/products', Screen: screens.offered },
  products: { path: 'estantes/products', label: texts.products, icon: ShoppingBag, Screen: screens.products },
  createProduct: {
    path: 'estantes/create',
    label: texts.createProduct,
    icon: PackagePlus,
    isInner: true,
    from: ['estantes/products', 'proveedores'],
    Screen: screens.createProduct,
  },
  ownProducts: {
    path: 'proveedores',
    label: texts.ownProducts,
    icon: ShoppingBag,
    Screen: screens.ownProducts,
  },
  reports: { ...shared.report, label: texts.reports },
  stallReport: { ...shared.report, within: 'ventas' },
  pointReport: { ...shared.report, within: 'caja' },
  settings: shared.settings,
  ownSettings: { ...shared.settings, within: 'dispositivos' },
  audit: { path: 'auditoria', label: texts.audit, icon: ShieldCheck, Screen: screens.audit },
  help: { path: 'ayuda', label: texts.help, icon: CircleQuestionMark, Screen: screens.help },
  createTopUp: {
    path: 'puntos-de-recarga/create',
    label: texts.createTopUp,
    short: texts.topUp,
    icon: Banknote,
    Screen: screens.createTopUp,
  },
  customers: { path: 'clientes', label: texts.customers, icon: Users, Screen: screens.customers },
  rewards: { path: 'puntos', label: texts.rewards, icon: Gift, within: 'clientes', Screen: screens.rewards },
  sales: shared.sales,
  ownPurchases: { ...shared.sales, label: texts.ownPurchases },
  cash: shared.cash,
  owedToMe: { ...shared.cash, label: texts.owedToMe, within: 'ventas' },
  scan: { path: 'escanear', label: texts.scan, icon: ScanQrCode, Screen: screens.scan },
  devices: shared.devices,
  ownDevice: { ...shared.devices, label: texts.deviceAndSettings, short: texts.device, tab: texts.device },
  /** Opened by the chip in the bar. */
  outbox: { ...shared.outbox, Screen: screens.outbox },
  /** Opened by "Por hacer": a market settles what its devices could not. */
  lines: { ...shared.outbox, Screen: screens.lines },
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
    pages.lines,
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
    pages.stallHome,
    pages.scan,
    pages.outbox,
    pages.ownPurchases,
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
  ESTANTE: new Set([pages.stallHome, pages.ownPurchases, pages.owedToMe]),
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
  return (isLimited ? shown.find(({ path }) => path !== pages.home.path) : shown[0]) ?? pages.home;
}

const everyPage: readonly DashboardPage[] = [...Object.values(pages), ...extraPages];

/** Whether some role has this page. */
export function isPageOfSomebody(path: string): boolean {
  return everyPage.some((page) => page.path === path);
}
