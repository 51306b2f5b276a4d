import { useQueries } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import { unwrap } from './call-failure.ts';
import { keys } from './keys.ts';

/** Account types that only ADMIN approves, by the page that lists them. */
const approvedTypes = { 'mercados-globales': 'GLOBAL_MARKET', proveedores: 'PROVEEDOR' } as const;
const pages = ['mercados-globales', 'proveedores'] as const;

/** Returns how many accounts wait for ADMIN, by page. Nothing is asked for other roles. */
export function useWaitingAccounts(isAsked: boolean): { page: (typeof pages)[number]; count: number }[] {
  const asked = isAsked ? pages : [];
  const counts = useQueries({
    queries: asked.map((page) => ({
      queryKey: keys.accounts.list(approvedTypes[page], 'waiting'),
      queryFn: async () => {
        const query = { userType: approvedTypes[page], limit: 1 };
        return unwrap(await callServer(accountCalls.listUsers, { query })).counts.PENDIENTE;
      },
      staleTime: 60_000,
    })),
  });
  return asked.map((page, place) => ({ page, count: counts[place]?.data ?? 0 }));
}
