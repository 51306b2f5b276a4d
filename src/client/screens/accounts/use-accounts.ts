import { keys } from '#src/client/queries/keys.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { accountCalls } from '#src/contract/calls/accounts.ts';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { useRefreshMercado } from '#src/client/state/markets-refresh.ts';
import { dashboardTexts } from '#src/client/texts/dashboard-texts.ts';
import { accountsTexts } from '#src/client/texts/office/accounts-texts.ts';
import type { AccountStatus } from '#src/contract/accounts/user-type.ts';
import type { User, UserListQuery } from '#src/contract/accounts/user.ts';

/** Beside a status: the deleted ones, whatever theirs was. */
export type StatusFilter = AccountStatus | 'ALL' | 'DELETED';
export type AccountSort = NonNullable<UserListQuery['sort']>;

const pageSize = 25;

/**
 * Search, filter and pages of one kind of account. A new search or filter starts at the first page; a link may come with
 * `?estado=PENDIENTE`.
 */
export function useAccounts(kind: AccountKind) {
  const [search, setSearch] = useState('');
  const [params] = useSearchParams();
  const [status, setStatus] = useState<StatusFilter>(
    params.get('estado') === 'PENDIENTE' ? 'PENDIENTE' : 'ALL',
  );
  const [sort, setSort] = useState<AccountSort>('recent');
  const [cursors, setCursors] = useState<string[]>([]);
  const q = useDeferredValue(search.trim());
  const marketsReloads = useRefreshMercado();
  const cursor = cursors.at(-1);
  const query = useQuery({
    queryKey: keys.accounts.list(
      kind.userType,
      status,
      sort,
      q,
      cursor,
      kind.noun === 'markets' && marketsReloads,
    ),
    queryFn: async () =>
      unwrap(
        await callServer(accountCalls.listUsers, {
          query: {
            userType: kind.userType,
            limit: pageSize,
            sort,
            ...filterOf(status),
            ...(q === '' ? {} : { q }),
            ...(cursor === undefined ? {} : { cursor }),
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const nextCursor = query.data?.nextCursor ?? null;
  return {
    query,
    search,
    status,
    sort,
    setSort: (chosen: AccountSort) => {
      setSort(chosen);
      setCursors([]);
    },
    setSearch: (text: string) => {
      setSearch(text);
      setCursors([]);
    },
    setStatus: (chosen: StatusFilter) => {
      setStatus(chosen);
      setCursors([]);
    },
    onPrevious: cursors.length === 0 ? undefined : () => setCursors(cursors.slice(0, -1)),
    onNext: nextCursor === null ? undefined : () => setCursors([...cursors, nextCursor]),
  };
}

function filterOf(status: StatusFilter): Pick<UserListQuery, 'status' | 'deleted'> {
  if (status === 'ALL') return {};
  return status === 'DELETED' ? { deleted: 'true' } : { status };
}

/** One list of accounts that wait for approval: which accounts, and what they are called. */
export interface AccountKind {
  noun: 'stalls' | 'topUpPoints' | 'markets' | 'suppliers';
  userType: 'ESTANTE' | 'RECARGA' | 'GLOBAL_MARKET' | 'PROVEEDOR';
  title: string;
  singular: string;
  /** What people call the account by. */
  nameOf: (user: User) => string;
  hasMarket: boolean;
}

export const accountKinds = {
  stalls: {
    noun: 'stalls',
    userType: 'ESTANTE',
    title: dashboardTexts.stalls,
    singular: accountsTexts.singular.stalls,
    nameOf: (user) => user.estanteName || user.ownerName,
    hasMarket: true,
  },
  topUpPoints: {
    noun: 'topUpPoints',
    userType: 'RECARGA',
    title: dashboardTexts.topUpPoints,
    singular: accountsTexts.singular.topUpPoints,
    nameOf: (user) => user.ownerName,
    hasMarket: true,
  },
  markets: {
    noun: 'markets',
    userType: 'GLOBAL_MARKET',
    title: dashboardTexts.markets,
    singular: accountsTexts.singular.markets,
    nameOf: (user) => user.marketName || user.ownerName,
    hasMarket: false,
  },
  suppliers: {
    noun: 'suppliers',
    userType: 'PROVEEDOR',
    title: dashboardTexts.suppliers,
    singular: accountsTexts.singular.suppliers,
    nameOf: (user) => user.ownerName,
    hasMarket: false,
  },
} as const satisfies Record<string, AccountKind>;
