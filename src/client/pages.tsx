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
import type { DashboardPage, RolePage } from '#src/client/extra.ts';
import { clientExtras } from '#src/client/extras.ts';
import { dashboardTexts as texts } from '#src/client/texts/dashboard-texts.ts';
import { signInTypes, type UserType } from '#src/contract/accounts/user-type.ts';
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
  createProduct: () => import('./screens/products/product-forms.tsx').then((m) => m.CreateProductScreen),
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

const offices = ['ADMIN', 'GLOBAL_MARKET'] as const;
const counters = ['RECARGA', 'ESTANTE'] as const;

/** Pages that several roles have, under different labels or as a tab of another page. */
const home = { path: 'home', label: texts.home, icon: House, isOfDay: true };
const outbox = { path: 'pendientes', label: texts.outbox, icon: ListChecks, from: ['home'] };
const markets = { path: 'mercados-globales', icon: Building2, Screen: screens.markets };
const suppliers = { path: 'proveedores', label: texts.suppliers, icon: ShoppingBasket };
const reports = { path: 'reportes', icon: ChartColumn, isOfDay: true, Screen: screens.reports };
const sales = { path: 'ventas', icon: ReceiptText, isOfDay: true, Screen: screens.sales };
const cash = { path: 'caja', label: texts.cash, icon: Wallet, Screen: screens.cash };
const stalls = { path: 'estantes', icon: Store, isOfDay: true, Screen: screens.stalls };
const points = {
  path: 'puntos-de-recarga',
  label: texts.topUpPoints,
  icon: Banknote,
  Screen: screens.topUpPoints,
};
const devices = { path: 'dispositivos', icon: TabletSmartphone, Screen: screens.devices };
const settings = { path: 'ajustes', label: texts.settings, icon: Settings, Screen: screens.settings };

/** Also the start page where a role has no other. */
const first: RolePage = { ...home, roles: [...offices, 'RECARGA', 'PROVEEDOR'], Screen: screens.home };

/** One row for each page, in the order of the navigation. A role has the rows that name it. */
const pages: readonly RolePage[] = [
  first,
  { ...home, roles: ['ESTANTE'], isOffline: true, Screen: screens.stallHome },
  // Opened by "Por hacer": a market settles what its devices could not.
  { ...outbox, roles: ['GLOBAL_MARKET'], Screen: screens.lines },
  {
    path: 'puntos-de-recarga/create',
    label: texts.createTopUp,
    short: texts.topUp,
    icon: Banknote,
    roles: ['RECARGA'],
    isOffline: true,
    Screen: screens.createTopUp,
  },
  {
    path: 'escanear',
    label: texts.scan,
    icon: ScanQrCode,
    roles: ['ESTANTE'],
    isOffline: true,
    Screen: screens.scan,
  },
  // Opened by the chip in the bar.
  { ...outbox, roles: counters, isOffline: true, Screen: screens.outbox },
  { ...markets, label: texts.markets, roles: ['ADMIN'] },
  { ...suppliers, roles: ['ADMIN'], Screen: screens.suppliers },
  { ...reports, label: texts.reports, roles: ['ADMIN'] },
  { ...sales, label: texts.sales, roles: offices },
  { ...sales, label: texts.ownPurchases, roles: ['ESTANTE'], isOffline: true },
  { ...cash, roles: ['GLOBAL_MARKET'] },
  { ...cash, label: texts.owedToMe, within: 'ventas', roles: ['ESTANTE'], isOffline: true },
  { ...reports, label: texts.report, within: 'ventas', roles: ['ESTANTE'] },
  { ...stalls, label: texts.stalls, roles: ['ADMIN'] },
  { ...stalls, label: texts.places, short: texts.stalls, tab: texts.stalls, roles: ['GLOBAL_MARKET'] },
  { ...points, roles: ['ADMIN'] },
  { ...points, within: 'estantes', roles: ['GLOBAL_MARKET'] },
  {
    path: 'clientes',
    label: texts.customers,
    icon: Users,
    roles: [...offices, 'RECARGA'],
    Screen: screens.customers,
  },
  {
    path: 'puntos',
    label: texts.rewards,
    icon: Gift,
    within: 'clientes',
    roles: [...offices, 'RECARGA'],
    Screen: screens.rewards,
  },
  // Cash is handed over without a link too.
  { ...cash, roles: ['RECARGA'], isOffline: true },
  { ...reports, label: texts.report, within: 'caja', roles: ['RECARGA'] },
  {
    path: 'estantes/products',
    label: texts.products,
    icon: ShoppingBag,
    roles: [...offices, 'ESTANTE'],
    Screen: screens.products,
  },
  {
    ...suppliers,
    label: texts.ownProducts,
    icon: ShoppingBag,
    roles: ['PROVEEDOR'],
    Screen: screens.ownProducts,
  },
  {
    path: 'estantes/create',
    label: texts.createProduct,
    icon: PackagePlus,
    from: ['estantes/products', 'proveedores'],
    roles: ['ESTANTE', 'PROVEEDOR'],
    Screen: screens.createProduct,
  },
  { ...suppliers, within: 'estantes/products', roles: ['GLOBAL_MARKET', 'ESTANTE'], Screen: screens.offered },
  { ...reports, label: texts.reports, roles: ['GLOBAL_MARKET'] },
  { ...devices, label: texts.devices, roles: offices },
  {
    ...devices,
    label: texts.deviceAndSettings,
    short: texts.device,
    tab: texts.device,
    roles: counters,
    isOffline: true,
  },
  { ...settings, within: 'dispositivos', roles: counters },
  { path: 'auditoria', label: texts.audit, icon: ShieldCheck, roles: offices, Screen: screens.audit },
  { ...markets, label: texts.ownMarket, roles: ['GLOBAL_MARKET'] },
  { ...settings, roles: [...offices, 'PROVEEDOR'] },
  {
    path: 'ayuda',
    label: texts.help,
    icon: CircleQuestionMark,
    roles: signInTypes,
    isOffline: true,
    Screen: screens.help,
  },
];

const extraPages = Object.values(clientExtras).flatMap((extra) => extra.pages ?? []);

/** Returns a role's pages, each followed by those of extras that name it. `isLimited`: opened with a PIN alone. */
export function dashboardPagesOf(userType: UserType, isLimited = false): readonly DashboardPage[] {
  const isShown = ({ roles, isOffline = false }: RolePage) =>
    roles.some((role) => role === userType) && (isOffline || !isLimited);
  return pages
    .filter(isShown)
    .flatMap((page) => [page, ...extraPages.filter((extra) => extra.after === page.path && isShown(extra))]);
}

/** The start page: the work itself when the device was opened with a PIN. */
export function startPageOf(shown: readonly DashboardPage[], isLimited: boolean): DashboardPage {
  return (isLimited ? shown.find(({ path }) => path !== home.path) : shown[0]) ?? first;
}

/** Whether some role has this page. */
export function isPageOfSomebody(path: string): boolean {
  return [...pages, ...extraPages].some((page) => page.path === path);
}
