import type { ReactNode } from 'react';
import { Suspense, lazy } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { useActor } from '#src/client/state/unlocked.ts';
import { Loading } from '#src/client/ui/loading.tsx';
import type { UserType } from '#src/contract/user-type.ts';
import { dashboardPagesOf } from './dashboard-pages.ts';
import { NoSuchPage } from './no-such-page.tsx';

const HomeScreen = lazy(() => import('../home/home-screen.tsx').then((m) => ({ default: m.HomeScreen })));
const StallsScreen = lazy(() =>
  import('../accounts/stalls-screen.tsx').then((m) => ({ default: m.StallsScreen })),
);
const TopUpPointsScreen = lazy(() =>
  import('../accounts/top-up-points-screen.tsx').then((m) => ({ default: m.TopUpPointsScreen })),
);
const MarketsScreen = lazy(() =>
  import('../accounts/markets-screen.tsx').then((m) => ({ default: m.MarketsScreen })),
);
const SuppliersScreen = lazy(() =>
  import('../suppliers/suppliers-screen.tsx').then((m) => ({ default: m.SuppliersScreen })),
);
const TopUpScreen = lazy(() =>
  import('../top-up/top-up-screen.tsx').then((m) => ({ default: m.TopUpScreen })),
);
const ScanScreen = lazy(() => import('../scan/scan-screen.tsx').then((m) => ({ default: m.ScanScreen })));
const OutboxScreen = lazy(() =>
  import('../outbox/outbox-screen.tsx').then((m) => ({ default: m.OutboxScreen })),
);

const DevicesScreen = lazy(() =>
  import('../devices/devices-screen.tsx').then((m) => ({ default: m.DevicesScreen })),
);
const ConflictsScreen = lazy(() =>
  import('../conflicts/conflicts-screen.tsx').then((m) => ({ default: m.ConflictsScreen })),
);
const ProductsScreen = lazy(() =>
  import('../products/products-screen.tsx').then((m) => ({ default: m.ProductsScreen })),
);
const CreateProductScreen = lazy(() =>
  import('../products/create-product-screen.tsx').then((m) => ({ default: m.CreateProductScreen })),
);
const CustomersScreen = lazy(() =>
  import('../customers/customers-screen.tsx').then((m) => ({ default: m.CustomersScreen })),
);
const PointsScreen = lazy(() =>
  import('../points/points-screen.tsx').then((m) => ({ default: m.PointsScreen })),
);
const SalesScreen = lazy(() => import('../sales/sales-screen.tsx').then((m) => ({ default: m.SalesScreen })));
const CashScreen = lazy(() => import('../cash/cash-screen.tsx').then((m) => ({ default: m.CashScreen })));
const ReportsScreen = lazy(() =>
  import('../reports/reports-screen.tsx').then((m) => ({ default: m.ReportsScreen })),
);
const SettingsScreen = lazy(() =>
  import('../settings/settings-screen.tsx').then((m) => ({ default: m.SettingsScreen })),
);
const AuditScreen = lazy(() => import('../audit/audit-screen.tsx').then((m) => ({ default: m.AuditScreen })));
const HelpScreen = lazy(() => import('../help/help-screen.tsx').then((m) => ({ default: m.HelpScreen })));

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
  proveedores: <SuppliersScreen />,
};

/** A market settles what its devices could not; everybody else sees what this device has to send. */
function Outbox() {
  return useActor()?.userType === 'GLOBAL_MARKET' ? <ConflictsScreen /> : <OutboxScreen />;
}

interface DashboardRoutesProps {
  userType: UserType;
  isLimited: boolean;
}

export function DashboardRoutes({ userType, isLimited }: DashboardRoutesProps) {
  const pages = dashboardPagesOf(userType, isLimited);
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        {pages.map(({ path }) => (
          <Route key={path} path={path} element={screens[path]} />
        ))}
        <Route index element={<Navigate to={`/dashboard/${pages[0]?.path ?? 'home'}`} replace />} />
        <Route path="*" element={<NoSuchPage userType={userType} isLimited={isLimited} />} />
      </Routes>
    </Suspense>
  );
}
