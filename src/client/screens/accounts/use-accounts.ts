import { useSearchParams } from 'react-router-dom';
import { useAsked } from '#src/client/list/paging.tsx';
import { useAccountPage } from '#src/client/queries/accounts.ts';
import { useRefreshMercado } from '#src/client/state/markets-refresh.ts';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { UserListQuery } from '#src/contract/accounts/user-list.ts';
import type { AccountStatus } from '#src/contract/accounts/user-type.ts';
import { defaultPageSize } from '#src/contract/limits.ts';

/** DELETED selects deleted accounts, whatever their status was. */
export type StatusFilter = AccountStatus | 'ALL' | 'DELETED';
export type AccountSort = NonNullable<UserListQuery['sort']>;

/** A link may preset `?estado=PENDIENTE`. */
export function useAccounts(kind: AccountKind) {
  const [params] = useSearchParams();
  const isPreset = params.get('estado') === 'PENDIENTE';
  const asked = useAsked<{ status: StatusFilter; sort: AccountSort }>({
    status: isPreset ? 'PENDIENTE' : 'ALL',
    sort: 'recent',
  });
  const { q, cursor } = asked;
  const { status, sort } = asked.choices;
  const marketsReloads = useRefreshMercado();
  const query = useAccountPage(
    {
      userType: kind.userType,
      limit: defaultPageSize,
      sort,
      ...filterOf(status),
      ...(q === '' ? {} : { q }),
      ...(cursor === undefined ? {} : { cursor }),
    },
    kind.noun === 'markets' && marketsReloads,
  );
  return { asked, query };
}

function filterOf(status: StatusFilter): Pick<UserListQuery, 'status' | 'deleted'> {
  if (status === 'ALL') return {};
  return status === 'DELETED' ? { deleted: 'true' } : { status };
}

/** A list of accounts that wait for approval. */
export interface AccountKind {
  noun: 'stalls' | 'topUpPoints' | 'markets' | 'suppliers';
  userType: 'ESTANTE' | 'RECARGA' | 'GLOBAL_MARKET' | 'PROVEEDOR';
  /** Returns the name by which people know the account. */
  nameOf: (user: User) => string;
}

export const accountKinds = {
  stalls: {
    noun: 'stalls',
    userType: 'ESTANTE',
    nameOf: ({ estanteName, ownerName }) => estanteName || ownerName,
  },
  topUpPoints: { noun: 'topUpPoints', userType: 'RECARGA', nameOf: ({ ownerName }) => ownerName },
  markets: {
    noun: 'markets',
    userType: 'GLOBAL_MARKET',
    nameOf: ({ marketName, ownerName }) => marketName || ownerName,
  },
  suppliers: { noun: 'suppliers', userType: 'PROVEEDOR', nameOf: ({ ownerName }) => ownerName },
} as const satisfies Record<string, AccountKind>;
