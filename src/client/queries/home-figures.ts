import { useQueries } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { balanceCalls } from '#src/contract/cash/stall-balances.ts';
import { todayCalls } from '#src/contract/markets/today.ts';
import { unwrap, useRead } from './call-failure.ts';
import { keys } from './keys.ts';

/**
 * Reads the day of the caller's own market and its manager's open tasks, again when the manager returns from
 * a task.
 */
export function useMarketToday({ enabled } = { enabled: true }) {
  return useRead(keys.today.ofMarket, () => callServer(todayCalls.readMarketToday), {
    enabled,
    refetchInterval: 15_000,
    staleTime: 0,
  });
}

/** Reads today's figures of the signed-in role, and the name to greet. Without a session it reads nothing. */
export function useToday() {
  return useRead(keys.today.all, () => callServer(todayCalls.readToday), {
    refetchInterval: 15_000,
    enabled: useSessionUser() !== null,
  });
}

/** Reads the balance of each stall: a stall's own, or all of a market's. */
export function useStallBalances(enabled = true) {
  return useRead(keys.stallBalances.all, () => callServer(balanceCalls.listStallBalances), {
    refetchInterval: 60_000,
    enabled,
  });
}

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
        // The shell of every role contains this; only ADMIN's loads the calls.
        const { accountCalls } = await import('#src/contract/accounts/calls.ts');
        const query = { userType: approvedTypes[page], limit: 1 };
        return unwrap(await callServer(accountCalls.listUsers, { query })).counts.PENDIENTE;
      },
      staleTime: 60_000,
    })),
  });
  return asked.map((page, place) => ({ page, count: counts[place]?.data ?? 0 }));
}
