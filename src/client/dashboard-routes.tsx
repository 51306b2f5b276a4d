import { type ComponentType, lazy, type ReactNode, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { noteFault, tellFaults, watchFaults } from '#src/client/device/fault-log.ts';
import { clientExtras } from '#src/client/extras.ts';
import { holdDatabase, noteFirstFigure } from '#src/client/local/live/first-figure.ts';
import { dashboardPagesOf, startPageOf } from '#src/client/screens/dashboard/dashboard-pages.ts';
import { Dashboard, NoSuchPage } from '#src/client/screens/dashboard/dashboard.tsx';
import { Optional } from '#src/client/shared/problem/crash-guard.tsx';
import { useArrival } from '#src/client/shared/use-arrival.ts';
import { faultTeller } from '#src/client/state/sync-request.ts';
import { type Actor, useActor } from '#src/client/state/unlocked.ts';
import { dashboardTexts } from '#src/client/texts/dashboard-texts.ts';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';

const HomeScreen = lazy(() =>
  import('#src/client/screens/home/home-screen.tsx').then((m) => ({ default: m.HomeScreen })),
);
const StallsScreen = lazy(() =>
  import('#src/client/screens/accounts/accounts-screens.tsx').then((m) => ({ default: m.StallsScreen })),
);
const TopUpPointsScreen = lazy(() =>
  import('#src/client/screens/accounts/accounts-screens.tsx').then((m) => ({ default: m.TopUpPointsScreen })),
);
const MarketsScreen = lazy(() =>
  import('#src/client/screens/accounts/accounts-screens.tsx').then((m) => ({ default: m.MarketsScreen })),
);
const SupplierAccounts = lazy(() =>
  import('#src/client/screens/accounts/accounts-screens.tsx').then((m) => ({ default: m.SupplierAccounts })),
);
const OwnSupplierProducts = lazy(() =>
  import('#src/client/screens/products/products-screen.tsx').then((m) => ({
    default: m.OwnSupplierProducts,
  })),
);
const SuppliersScreen = lazy(() =>
  import('#src/client/screens/suppliers/suppliers-screen.tsx').then((m) => ({ default: m.SuppliersScreen })),
);
const TopUpScreen = lazy(() =>
  import('#src/client/screens/top-up/top-up-screen.tsx').then((m) => ({ default: m.TopUpScreen })),
);
const ScanScreen = lazy(() =>
  import('#src/client/screens/scan/scan-screen.tsx').then((m) => ({ default: m.ScanScreen })),
);
const OutboxScreen = lazy(() =>
  import('#src/client/screens/outbox/outbox-screen.tsx').then((m) => ({ default: m.OutboxScreen })),
);

const DevicesScreen = lazy(() =>
  import('#src/client/screens/devices/devices-screen.tsx').then((m) => ({ default: m.DevicesScreen })),
);
const ConflictsScreen = lazy(() =>
  import('#src/client/screens/conflicts/conflicts-screen.tsx').then((m) => ({ default: m.ConflictsScreen })),
);
const ProductsScreen = lazy(() =>
  import('#src/client/screens/products/products-screen.tsx').then((m) => ({ default: m.ProductsScreen })),
);
const CreateProductScreen = lazy(() =>
  import('#src/client/screens/products/create-product-screen.tsx').then((m) => ({
    default: m.CreateProductScreen,
  })),
);
const CustomersScreen = lazy(() =>
  import('#src/client/screens/customers/customers-screen.tsx').then((m) => ({ default: m.CustomersScreen })),
);
const PointsScreen = lazy(() =>
  import('#src/client/screens/points/points-screen.tsx').then((m) => ({ default: m.PointsScreen })),
);
const SalesScreen = lazy(() =>
  import('#src/client/screens/sales/market-sales.tsx').then((m) => ({ default: m.SalesScreen })),
);
const CashScreen = lazy(() =>
  import('#src/client/screens/cash/cash-screen.tsx').then((m) => ({ default: m.CashScreen })),
);
const ReportsScreen = lazy(() =>
  import('#src/client/screens/reports/reports-screen.tsx').then((m) => ({ default: m.ReportsScreen })),
);
const SettingsScreen = lazy(() =>
  import('#src/client/screens/settings/settings-screen.tsx').then((m) => ({ default: m.SettingsScreen })),
);
const AuditScreen = lazy(() =>
  import('#src/client/screens/audit/audit-screen.tsx').then((m) => ({ default: m.AuditScreen })),
);
const HelpScreen = lazy(() =>
  import('#src/client/screens/help/help-screen.tsx').then((m) => ({ default: m.HelpScreen })),
);

const screens: Record<string, ReactNode> = {
  home: <HomeScreen />,
  estantes: <StallsScreen />,
  'estantes/products': <ProductsScreen />,
  'estantes/create': <CreateProductScreen />,
  'puntos-de-recarga': <TopUpPointsScreen />,
  'puntos-de-recarga/create': <TopUpScreen />,
  clientes: <CustomersScreen />,
  puntos: <PointsScreen />,
  ventas: <SalesScreen />,
  caja: <CashScreen />,
  escanear: <ScanScreen />,
  pendientes: <Outbox />,
  dispositivos: <DevicesScreen />,
  'mercados-globales': <MarketsScreen />,
  reportes: <ReportsScreen />,
  ajustes: <SettingsScreen />,
  auditoria: <AuditScreen />,
  ayuda: <HelpScreen />,
  proveedores: <Suppliers />,
  ...Object.fromEntries(
    Object.values(clientExtras).flatMap(({ pages = [] }) =>
      pages.map(({ path, Screen }) => [path, <Screen key={path} />]),
    ),
  ),
};

/** A market settles what its devices could not; other roles see this device's unsent operations. */
function Outbox() {
  return useActor()?.userType === 'GLOBAL_MARKET' ? <ConflictsScreen /> : <OutboxScreen />;
}

/** A supplier has its own products here; other roles search all suppliers' products. */
function Suppliers() {
  const actor = useActor();
  if (actor === null) return null;
  if (actor.userType === 'PROVEEDOR') return <OwnSupplierProducts id={actor.id} />;
  return <SuppliersScreen decides={actor.userType === 'ADMIN'} accounts={SupplierAccounts} />;
}

/**
 * Starts what the dashboard needs, and returns its area. Nothing happens at import, because a page that shares a chunk
 * with this module would do it too.
 */
export function openDashboard(): ComponentType {
  watchFaults();
  holdDatabase(() => import('#src/client/local/live/live-queries.ts'));
  // Set here and not by the sync itself, which customers' phones load too.
  Object.assign(faultTeller, { tell: tellFaults, note: noteFault });
  return DashboardArea;
}

/** The protected area: the shell with the page of the address. */
function DashboardArea() {
  const actor = useActor();
  if (actor === null) return null;
  return (
    <Dashboard actor={actor}>
      <Pages userType={actor.userType} isLimited={actor.isLimited} />
    </Dashboard>
  );
}

function Pages({ userType, isLimited }: Pick<Actor, 'userType' | 'isLimited'>) {
  const pages = dashboardPagesOf(userType, isLimited);
  const { pathname } = useLocation();
  const path = pathname.replace(/^\/dashboard\/?|\/+$/g, '');
  useEffect(() => {
    // The others need what is stored here, or are not in a hurry.
    if (path !== '' && path !== 'home') noteFirstFigure();
  }, [path]);
  const open = pages.find((page) => page.path === path);
  useArrival(pathname, open?.tab ?? open?.label ?? dashboardTexts.home);
  return (
    // Keyed by path: otherwise the old page would stay on a slow link, as if the tap had failed.
    <Optional key={pathname} place="inside" fallback={<Loading />}>
      <Routes>
        {pages.map(({ path }) => (
          <Route key={path} path={path} element={screens[path]} />
        ))}
        <Route index element={<Navigate to={`/dashboard/${startPageOf(pages, isLimited).path}`} replace />} />
        <Route path="*" element={<NoSuchPage userType={userType} isLimited={isLimited} />} />
      </Routes>
    </Optional>
  );
}
