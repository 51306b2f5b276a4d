import { useQuery } from '@tanstack/react-query';
import { listProducts } from '#src/client/api/products.ts';
import { take } from '../dashboard/call-failure.ts';
import { fromStall } from './product-draft.ts';

/** What a stall sells, by name; nothing is asked while there is no stall. */
export function useStallProducts(stallId: string, staleTimeMs?: number) {
  return useQuery({
    queryKey: ['products', stallId],
    queryFn: async () => {
      const products = take(await listProducts(stallId)).map(fromStall);
      return products.sort((one, other) => one.name.localeCompare(other.name, 'es'));
    },
    enabled: stallId !== '',
    ...(staleTimeMs === undefined ? {} : { staleTime: staleTimeMs }),
  });
}
