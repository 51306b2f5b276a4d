import { useQueries } from '@tanstack/react-query';
import { listUsers } from '#src/client/api/users.ts';
import { useOutboxSummary } from '#src/client/local/live.ts';
import { take } from '#src/client/queries/call-failure.ts';
import type { UserType } from '#src/contract/user-type.ts';

const approvedTypeOf: Record<string, UserType> = {
  'mercados-globales': 'GLOBAL_MARKET',
  estantes: 'ESTANTE',
  'puntos-de-recarga': 'RECARGA',
  proveedores: 'PROVEEDOR',
};

/** What waits behind each page of the navigation: accounts to approve, operations to settle. By path; 0 is absent. */
export function useNavCounts(userType: UserType, paths: readonly string[]): Map<string, number> {
  const approves = userType === 'ADMIN' || userType === 'GLOBAL_MARKET';
  const waiting = paths.filter(
    (path) =>
      approves && path in approvedTypeOf && !(userType === 'GLOBAL_MARKET' && path === 'mercados-globales'),
  );
  const counts = useQueries({
    queries: waiting.map((path) => ({
      queryKey: ['accounts', approvedTypeOf[path], 'waiting'],
      queryFn: async () =>
        take(await listUsers({ userType: approvedTypeOf[path], limit: 1 })).counts.PENDIENTE,
      staleTime: 60_000,
    })),
  });
  const summary = useOutboxSummary();
  const found = new Map(waiting.map((path, place) => [path, counts[place]?.data ?? 0]));
  found.set('pendientes', (summary?.openCount ?? 0) + (summary?.reviewCount ?? 0));
  return new Map([...found].filter(([, count]) => count > 0));
}
