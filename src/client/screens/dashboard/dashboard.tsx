import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSessionUser } from '#src/client/state/session.ts';
import { requestSync } from '#src/client/state/sync-request.ts';
import { DashboardRoutes } from './dashboard-routes.tsx';
import { Shell } from './shell.tsx';

/** The protected area: server lists live and die with it. */
export function Dashboard() {
  const user = useSessionUser();
  const [client] = useState(makeQueryClient);
  useEffect(requestSync, []);
  if (user === null) return null;
  return (
    <QueryClientProvider client={client}>
      <Shell user={user}>
        <DashboardRoutes userType={user.userType} />
      </Shell>
    </QueryClientProvider>
  );
}

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'offlineFirst', retry: 0, staleTime: 10_000 },
      mutations: { networkMode: 'offlineFirst', retry: 0 },
    },
  });
}
