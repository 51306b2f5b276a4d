import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { requestSync } from '#src/client/state/sync-request.ts';
import type { Actor } from '#src/client/state/unlocked.ts';
import { Shell } from './shell.tsx';

/** The shell around the pages of somebody who is in: server lists live and die with it. */
export function Dashboard({ actor, children }: { actor: Actor; children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  useEffect(requestSync, []);
  return (
    <QueryClientProvider client={client}>
      <Shell actor={actor}>{children}</Shell>
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
