import type { LucideIcon } from 'lucide-react';
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
import { dashboardTexts } from '#src/client/texts/dashboard-texts.ts';
import { signInTypes, type SignInType, type UserType } from '#src/contract/accounts/user-type.ts';

export interface DashboardPage {
  path: string;
  label: string;
  icon: LucideIcon;
  /** Reached from another page: not in the navigation. */
  isInner?: boolean;
}

const pages = {
  home: { path: 'home', label: dashboardTexts.home, icon: House },
  markets: { path: 'mercados-globales', label: dashboardTexts.markets, icon: Building2 },
  ownMarket: { path: 'mercados-globales', label: dashboardTexts.ownMarket, icon: Building2 },
  stalls: { path: 'estantes', label: dashboardTexts.stalls, icon: Store },
  topUpPoints: { path: 'puntos-de-recarga', label: dashboardTexts.topUpPoints, icon: Banknote },
  suppliers: { path: 'proveedores', label: dashboardTexts.suppliers, icon: ShoppingBasket },
  products: { path: 'estantes/products', label: dashboardTexts.products, icon: ShoppingBag },
  createProduct: {
    path: 'estantes/create',
    label: dashboardTexts.createProduct,
    icon: PackagePlus,
    isInner: true,
  },
  ownProducts: { path: 'proveedores', label: dashboardTexts.ownProducts, icon: ShoppingBag },
  reports: { path: 'reportes', label: dashboardTexts.reports, icon: ChartColumn },
  settings: { path: 'ajustes', label: dashboardTexts.settings, icon: Settings },
  audit: { path: 'auditoria', label: dashboardTexts.audit, icon: ShieldCheck },
  help: { path: 'ayuda', label: dashboardTexts.help, icon: CircleQuestionMark },
  createTopUp: { path: 'puntos-de-recarga/create', label: dashboardTexts.createTopUp, icon: Banknote },
  customers: { path: 'clientes', label: dashboardTexts.customers, icon: Users },
  points: { path: 'puntos', label: dashboardTexts.points, icon: Gift },
  sales: { path: 'ventas', label: dashboardTexts.sales, icon: ReceiptText },
  ownSales: { path: 'ventas', label: dashboardTexts.ownSales, icon: ReceiptText },
  cash: { path: 'caja', label: dashboardTexts.cash, icon: Wallet },
  scan: { path: 'escanear', label: dashboardTexts.scan, icon: ScanQrCode },
  devices: { path: 'dispositivos', label: dashboardTexts.devices, icon: TabletSmartphone },
  ownDevice: { path: 'dispositivos', label: dashboardTexts.ownDevice, icon: TabletSmartphone },
  outbox: { path: 'pendientes', label: dashboardTexts.outbox, icon: ListChecks },
} satisfies Record<string, DashboardPage>;

/** The pages of one's role, in the order of the rail. What a role may not see is absent; a role that is forgotten does not compile. */
const pagesOfRole: Record<SignInType, readonly DashboardPage[]> = {
  ADMIN: [
    pages.home,
    pages.markets,
    pages.stalls,
    pages.products,
    pages.topUpPoints,
    pages.customers,
    pages.points,
    pages.sales,
    pages.reports,
    pages.suppliers,
    pages.devices,
    pages.audit,
    pages.settings,
    pages.help,
  ],
  GLOBAL_MARKET: [
    pages.home,
    pages.stalls,
    pages.topUpPoints,
    pages.customers,
    pages.points,
    pages.sales,
    pages.reports,
    pages.cash,
    pages.outbox,
    pages.products,
    pages.suppliers,
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

/** What stands in the zócalo of a phone or tablet where it is not simply the first of the rail (look.md). */
const footOfRole: Partial<Record<UserType, readonly DashboardPage[]>> = {
  ADMIN: [pages.home, pages.markets, pages.stalls, pages.reports],
  GLOBAL_MARKET: [pages.home, pages.stalls, pages.reports, pages.cash],
};
const footPages = 4;

/** What works without a session, after opening the device with a PIN. */
const limitedPages: ReadonlySet<DashboardPage> = new Set([
  pages.scan,
  pages.createTopUp,
  pages.outbox,
  pages.ownDevice,
  pages.help,
]);
/** And what a stall's tablet knows by itself. */
const limitedOfStall: ReadonlySet<DashboardPage> = new Set([pages.home, pages.ownSales, pages.cash]);

export function dashboardPagesOf(userType: UserType, isLimited = false): readonly DashboardPage[] {
  const role = signInTypes.find((type) => type === userType);
  const all = role ? pagesOfRole[role] : [pages.home];
  if (!isLimited) return all;
  return all.filter((page) => limitedPages.has(page) || (userType === 'ESTANTE' && limitedOfStall.has(page)));
}

/** Where one begins: with a PIN at the work itself. */
export function startPageOf(shown: readonly DashboardPage[], isLimited: boolean): DashboardPage {
  return (isLimited ? shown.find((page) => page !== pages.home) : shown[0]) ?? pages.home;
}

/** Whether some role has this page. */
export function isPageOfSomebody(path: string): boolean {
  return Object.values(pages).some((page) => page.path === path);
}

/** Of these pages of a role, those that stand in the zócalo beside "Más". */
export function footPagesOf(userType: UserType, shown: readonly DashboardPage[]): readonly DashboardPage[] {
  const named = (footOfRole[userType] ?? shown).filter((page) => shown.includes(page));
  return named.slice(0, footPages);
}
