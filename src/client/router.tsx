import { type ComponentType, lazy, Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { CrashGuard } from '#src/client/shared/problem/crash-guard.tsx';
import { readAuth, useAuth } from '#src/client/state/session.ts';
import { keepMarketCode } from '#src/client/state/market-code.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';

const LoginScreen = lazyScreen(() =>
  import('#src/client/screens/login/login-screen.tsx').then((m) => m.LoginScreen),
);
const AdminLoginScreen = lazyScreen(() =>
  import('#src/client/screens/login/admin-login-screen.tsx').then((m) => m.AdminLoginScreen),
);
const RegisterScreen = lazyScreen(() =>
  import('#src/client/screens/register/register-screen.tsx').then((m) => m.RegisterScreen),
);
const RegisterConfirmScreen = lazyScreen(() =>
  import('#src/client/screens/register/register-screen.tsx').then((m) => m.RegisterConfirmScreen),
);
const FirstUseScreen = lazyScreen(() =>
  import('#src/client/screens/register/first-use-screen.tsx').then((m) => m.FirstUseScreen),
);
const PurchaseScreen = lazyScreen(() =>
  import('#src/client/screens/purchase/purchase-screen.tsx').then((m) => m.PurchaseScreen),
);
const RecoverScreen = lazyScreen(() =>
  import('#src/client/screens/recover/recover-screen.tsx').then((m) => m.RecoverScreen),
);
const NotFoundScreen = lazyScreen(() =>
  import('#src/client/screens/not-found/not-found-screen.tsx').then((m) => m.NotFoundScreen),
);
const Dashboard = lazyScreen(() => import('./dashboard-routes.tsx').then((m) => m.DashboardArea));

const screens: Record<string, LazyScreen> = {
  '/': LoginScreen,
  '/login': LoginScreen,
  '/login/administrador': AdminLoginScreen,
  '/register': RegisterScreen,
  '/register/confirm': RegisterConfirmScreen,
  '/recuperar': RecoverScreen,
  '/code-qr': PurchaseScreen,
  '/primer-uso': FirstUseScreen,
};

/** Loads the screen that `path` is going to show first, so that it is there at the first render. */
export function preloadScreen(path: string): Promise<void> {
  if (path.startsWith('/dashboard') || (path === '/' && readAuth().isAuthenticated))
    return Dashboard.preload();
  return (screens[path] ?? NotFoundScreen).preload();
}

export function Router() {
  return (
    <BrowserRouter>
      <CrashGuard>
        <Suspense fallback={<LoadingPage />}>
          <Routes>
            <Route path="/" element={<Entry />} />
            <Route path="/login" element={<LoginScreen />} />
            <Route path="/login/administrador" element={<AdminLoginScreen />} />
            <Route path="/register" element={<RegisterScreen />} />
            <Route path="/register/confirm" element={<RegisterConfirmScreen />} />
            <Route path="/recuperar" element={<RecoverScreen />} />
            <Route path="/code-qr" element={<PurchaseScreen />} />
            <Route path="/primer-uso" element={<FirstUseScreen />} />
            <Route path="/dashboard/*" element={<SignedIn />} />
            <Route path="*" element={<NotFoundScreen />} />
          </Routes>
        </Suspense>
      </CrashGuard>
    </BrowserRouter>
  );
}

function LoadingPage() {
  return (
    <main>
      <Loading />
    </main>
  );
}

function Entry() {
  const { isAuthenticated } = useAuth();
  return <Navigate to={isAuthenticated ? '/dashboard/home' : '/login'} replace />;
}

function SignedIn() {
  if (useActor() !== null) return <Dashboard />;
  keepMarketCode(location.hash);
  return <Navigate to="/login" replace />;
}

type LazyScreen = ComponentType & { preload(): Promise<void> };

/**
 * A screen in a file of its own. Once preloaded it renders at once: through React.lazy alone the first page would show
 * "Cargando..." for at least the 300 ms that React holds a fallback.
 */
function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  const held: { screen: ComponentType | null } = { screen: null };
  const preload = async (): Promise<void> => {
    held.screen = await load();
  };
  const Later = lazy(async () => ({ default: await load() }));
  function Screen() {
    const Loaded = held.screen ?? Later;
    return <Loaded />;
  }
  return Object.assign(Screen, { preload });
}
