import { useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { keepMarketCode } from '#src/client/state/market-code.ts';
import { readAuth, useAuth } from '#src/client/state/session.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { useArrival } from '#src/client/use-arrival.ts';
import { type LazyScreen, lazyScreen, lazyScreens } from './lazy-screen.tsx';

/** Pages before the sign-in, by full address. */
const screens: Readonly<Record<string, LazyScreen>> = lazyScreens({
  '/login': () => import('./screens/login/login-screen.tsx').then((m) => m.LoginScreen),
  '/login/administrador': () =>
    import('./screens/login/admin-login-screen.tsx').then((m) => m.AdminLoginScreen),
  '/register': () => import('./screens/register/register-screen.tsx').then((m) => m.RegisterScreen),
  '/register/confirm': () =>
    import('./screens/register/register-screen.tsx').then((m) => m.RegisterConfirmScreen),
  '/recuperar': () => import('./screens/recover/recover-screen.tsx').then((m) => m.RecoverScreen),
});
const OtherScreen = lazyScreen(() =>
  import('./other-screen.tsx').then((m) => m.loadOtherScreen(location.pathname)),
);
const Dashboard = lazyScreen(() => import('./dashboard-routes.tsx').then((m) => m.openDashboard()));

/** Loads the first screen of `path`, so that it is ready at the first render. */
export function preloadScreen(path: string): Promise<void> {
  if (path.startsWith('/dashboard') || (path === '/' && readAuth().isAuthenticated))
    return Dashboard.preload();
  return (screens[path === '/' ? '/login' : path] ?? OtherScreen).preload();
}

export function Router() {
  return (
    <BrowserRouter>
      <EntranceArrival />
      <Routes>
        <Route path="/" element={<Entry />} />
        {Object.entries(screens).map(([path, Screen]) => (
          <Route key={path} path={path} element={<BeforeSignIn path={path} Screen={Screen} />} />
        ))}
        <Route path="/dashboard/*" element={<SignedIn />} />
        <Route path="*" element={<OtherScreen />} />
      </Routes>
    </BrowserRouter>
  );
}

/** Pages before the sign-in: the dashboard names its own. */
function EntranceArrival() {
  const { pathname } = useLocation();
  return pathname.startsWith('/dashboard') ? null : <Arrival pathname={pathname} />;
}

function Arrival({ pathname }: { pathname: string }) {
  useArrival(pathname);
  return null;
}

/**
 * A signed-in person is redirected from a sign-in page to the home page. Decided on arrival: after a sign-in
 * the form navigates itself.
 */
function BeforeSignIn({ path, Screen }: { path: string; Screen: LazyScreen }) {
  const [wasSignedIn] = useState(() => readAuth().isAuthenticated);
  return wasSignedIn && path.startsWith('/login') ? <Navigate to="/dashboard/home" replace /> : <Screen />;
}

function Entry() {
  const { isAuthenticated } = useAuth();
  return <Navigate to={isAuthenticated ? '/dashboard/home' : '/login'} replace />;
}

function SignedIn() {
  if (useActor() !== null) return <Dashboard />;
  keepMarketCode();
  return <Navigate to="/login" replace />;
}
