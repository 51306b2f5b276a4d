import {
  Banknote,
  Building2,
  ChartColumn,
  CircleQuestionMark,
  Gift,
  History,
  House,
  ListChecks,
  PackagePlus,
  ReceiptText,
  ScanQrCode,
  Search,
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
import { dashboardTexts } from '#src/client/texts/dashboard-texts.ts';
import { signInTypes, type SignInType, type UserType } from '#src/contract/accounts/user-type.ts';

const pages = {
  home: { path: 'home', label: dashboardTexts.home, icon: House, group: 'today' },
  markets: { path: 'mercados-globales', label: dashboardTexts.markets, icon: Building2, group: 'people' },
  ownMarket: { path: 'mercados-globales', label: dashboardTexts.ownMarket, icon: Building2, group: 'own' },
  stalls: { path: 'estantes', label: dashboardTexts.stalls, icon: Store, group: 'people' },
  topUpPoints: {
    path: 'puntos-de-recarga',
    label: dashboardTexts.topUpPoints,
    icon: Banknote,
    group: 'people',
  },
  suppliers: { path: 'proveedores', label: dashboardTexts.suppliers, icon: ShoppingBasket, group: 'people' },
  products: {
    path: 'estantes/products',
    label: dashboardTexts.products,
    icon: ShoppingBag,
    group: 'catalogue',
  },
  createProduct: {
    path: 'estantes/create',
    label: dashboardTexts.createProduct,
    icon: PackagePlus,
    group: 'catalogue',
    isInner: true,
    from: ['estantes/products', 'proveedores'],
  },
  ownProducts: {
    path: 'proveedores',
    label: dashboardTexts.ownProducts,
    icon: ShoppingBag,
    group: 'catalogue',
  },
  reports: { path: 'reportes', label: dashboardTexts.reports, icon: ChartColumn, group: 'today' },
  settings: { path: 'ajustes', label: dashboardTexts.settings, icon: Settings, group: 'own' },
  audit: { path: 'auditoria', label: dashboardTexts.audit, icon: ShieldCheck, group: 'control' },
  help: { path: 'ayuda', label: dashboardTexts.help, icon: CircleQuestionMark, group: 'own' },
  createTopUp: {
    path: 'puntos-de-recarga/create',
    label: dashboardTexts.createTopUp,
    icon: Banknote,
    group: 'today',
  },
  customers: { path: 'clientes', label: dashboardTexts.customers, icon: Users, group: 'people' },
  points: { path: 'puntos', label: dashboardTexts.points, icon: Gift, group: 'catalogue' },
  sales: { path: 'ventas', label: dashboardTexts.sales, icon: ReceiptText, group: 'today' },
  takings: {
    path: 'ventas/por-revisar',
    label: dashboardTexts.takings,
    icon: Search,
    group: 'today',
    isInner: true,
    from: ['ventas'],
  },
  ownSales: { path: 'ventas', label: dashboardTexts.ownSales, icon: ReceiptText, group: 'today' },
  cash: { path: 'caja', label: dashboardTexts.cash, icon: Wallet, group: 'today' },
  restored: {
    path: 'caja/despues-de-restaurar',
    label: dashboardTexts.restored,
    icon: History,
    group: 'today',
    isInner: true,
    from: ['caja'],
  },
  scan: { path: 'escanear', label: dashboardTexts.scan, icon: ScanQrCode, group: 'today' },
  devices: { path: 'dispositivos', label: dashboardTexts.devices, icon: TabletSmartphone, group: 'control' },
  ownDevice: {
    path: 'dispositivos',
    label: dashboardTexts.ownDevice,
    icon: TabletSmartphone,
    group: 'control',
  },
  outbox: { path: 'pendientes', label: dashboardTexts.outbox, icon: ListChecks, group: 'today' },
} satisfies Record<string, DashboardPage>;

/**
 * Pages of each role, in the order of the rail. Pages that a role may not see are absent. A missing role does
 * not compile.
 */
const pagesOfRole: Record<SignInType, readonly DashboardPage[]> = {
  ADMIN: [
    pages.home,
    pages.sales,
    pages.reports,
    pages.markets,
    pages.stalls,
    pages.topUpPoints,
    pages.customers,
    pages.suppliers,
    pages.products,
    pages.points,
    pages.devices,
    pages.audit,
    pages.settings,
    pages.help,
  ],
  GLOBAL_MARKET: [
    pages.home,
    pages.sales,
    pages.takings,
    pages.cash,
    pages.restored,
    pages.outbox,
    pages.reports,
    pages.stalls,
    pages.topUpPoints,
    pages.customers,
    pages.suppliers,
    pages.products,
    pages.points,
    pages.devices,
    pages.audit,
    pages.ownMarket,
    pages.settings,
    pages.help,
  ],
  RECARGA: [
    pages.home,
    pages.createTopUp,
    pages.customers,
    pages.points,
    pages.outbox,
    pages.reports,
    pages.cash,
    pages.ownDevice,
    pages.settings,
    pages.help,
  ],
  ESTANTE: [
    pages.home,
    pages.scan,
    pages.outbox,
    pages.ownSales,
    pages.cash,
    pages.products,
    pages.createProduct,
    pages.reports,
    pages.suppliers,
    pages.ownDevice,
    pages.settings,
    pages.help,
  ],
  PROVEEDOR: [pages.home, pages.ownProducts, pages.createProduct, pages.settings, pages.help],
};

/** Pages in the foot navigation where they are not simply the first of the rail (look.md). */
const footOfRole: Partial<Record<UserType, readonly DashboardPage[]>> = {
  ADMIN: [pages.home, pages.markets, pages.stalls, pages.reports],
  GLOBAL_MARKET: [pages.home, pages.sales, pages.cash, pages.outbox],
};
const footPages = 4;

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
  ESTANTE: new Set([pages.home, pages.ownSales, pages.cash]),
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

/**
 * Returns the navigation page that is open, or the one that led to the open inner page. Undefined when
 * neither is in `shown`.
 */
export function currentPageOf(pathname: string, shown: readonly DashboardPage[]): DashboardPage | undefined {
  const at = (path: string) => pathname === `/dashboard/${path}`;
  const open = shown.find(({ path }) => at(path));
  if (open !== undefined) return open;
  const inner = everyPage.find(({ path, isInner }) => isInner === true && at(path));
  return inner?.from
    ?.map((path) => shown.find((page) => page.path === path))
    .find((page) => page !== undefined);
}

/** Returns the pages of a role that are in the foot navigation beside "Más". */
export function footPagesOf(userType: UserType, shown: readonly DashboardPage[]): readonly DashboardPage[] {
  const named = (footOfRole[userType] ?? shown).filter((page) => shown.includes(page));
  return named.slice(0, footPages);
}
