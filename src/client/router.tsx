import { Suspense, lazy } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { CrashGuard } from '#src/client/screens/crash-guard.tsx';
import { useAuth } from '#src/client/state/session.ts';
import { Loading } from '#src/client/ui/loading.tsx';

const LoginScreen = lazy(() =>
  import('#src/client/screens/login/login-screen.tsx').then((m) => ({ default: m.LoginScreen })),
);
const AdminLoginScreen = lazy(() =>
  import('#src/client/screens/login/admin-login-screen.tsx').then((m) => ({ default: m.AdminLoginScreen })),
);
const RegisterScreen = lazy(() =>
  import('#src/client/screens/register/register-screen.tsx').then((m) => ({ default: m.RegisterScreen })),
);
const RegisterConfirmScreen = lazy(() =>
  import('#src/client/screens/register/register-confirm-screen.tsx').then((m) => ({
    default: m.RegisterConfirmScreen,
  })),
);
const FirstUseScreen = lazy(() =>
  import('#src/client/screens/first-use/first-use-screen.tsx').then((m) => ({ default: m.FirstUseScreen })),
);
const PurchaseScreen = lazy(() =>
  import('#src/client/screens/purchase/purchase-screen.tsx').then((m) => ({ default: m.PurchaseScreen })),
);
const Dashboard = lazy(() =>
  import('#src/client/screens/dashboard/dashboard.tsx').then((m) => ({ default: m.Dashboard })),
);

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
            <Route path="/code-qr" element={<PurchaseScreen />} />
            <Route path="/primer-uso" element={<FirstUseScreen />} />
            <Route path="/dashboard/*" element={<SignedIn />} />
            <Route path="*" element={<Navigate to="/login" replace />} />
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
  const { isAuthenticated } = useAuth();
  return isAuthenticated ? <Dashboard /> : <Navigate to="/login" replace />;
}
