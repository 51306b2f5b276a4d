import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { requestSync } from '#src/client/state/sync-request.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { DashboardRoutes } from './dashboard-routes.tsx';
import { Shell } from './shell.tsx';

/** The protected area: server lists live and die with it. */
export function Dashboard() {
  const actor = useActor();
  const [client] = useState(makeQueryClient);
  useEffect(requestSync, []);
  if (actor === null) return null;
  return (
    <QueryClientProvider client={client}>
      <Shell actor={actor}>
        <DashboardRoutes userType={actor.userType} isLimited={actor.isLimited} />
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
