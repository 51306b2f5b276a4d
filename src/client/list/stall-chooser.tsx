import { Store } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { keys } from '#src/client/queries/keys.ts';
import { comboTexts, stallChooserTexts as texts } from '#src/client/texts/lists-texts.ts';
import { ComboField, type ComboOption } from '#src/client/ui/fields/combo-field.tsx';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import type { User } from '#src/contract/accounts/schemas.ts';
import { countOf, type UserListQuery } from '#src/contract/accounts/user-list.ts';
import { useMore } from './paging.tsx';

export interface ChosenStall {
  id: string;
  name: string;
}

interface StallChooserProps {
  /** `globalMarketId`: market chosen by ADMIN; the whole region without it. */
  of: Pick<UserListQuery, 'status' | 'globalMarketId'>;
  chosen: ChosenStall | null;
  onChoose: (stall: ChosenStall | null) => void;
  labelHidden?: boolean;
  /** Label of the option "all"; without it a stall is required. */
  allLabel?: string;
  /** Shows each stall's market below its name. */
  withMarket?: boolean;
}

/** Chooses one of any number of stalls. */
export function StallChooser({ of, chosen, onChoose, labelHidden, allLabel, withMarket }: StallChooserProps) {
  const { query, stalls = [], total, search, setSearch, isCurrent, onMore } = useStallOptions(of);
  const found = stalls.map((stall) => toOption(stall, withMarket === true));
  const all = allLabel !== undefined && search.trim() === '' ? [{ value: '', label: allLabel }] : [];
  return (
    <ComboField
      label={texts.label}
      labelHidden={labelHidden === true}
      icon={Store}
      placeholder={texts.placeholder}
      value={chosen?.id ?? ''}
      chosenLabel={chosen?.name ?? allLabel ?? ''}
      options={[...all, ...found]}
      found={
        isCurrent && total !== undefined
          ? texts.found(comboTexts.shown(stalls.length, total.count, total.isMore), total.count)
          : undefined
      }
      failed={query.isError}
      onSearch={setSearch}
      onMore={onMore}
      onChoose={({ value, label }) => onChoose(value === '' ? null : { id: value, name: label })}
    />
  );
}

function toOption(stall: User, withMarket: boolean): ComboOption {
  const { _id: value, estanteName, ownerName, marketName } = stall;
  return { value, label: estanteName ?? ownerName, note: withMarket ? marketName : undefined };
}

const pageSize = 25;

/** Stalls by name, searched and paged by the server. `globalMarketId`: market chosen by ADMIN. */
function useStallOptions(of: Pick<UserListQuery, 'status' | 'globalMarketId'>) {
  const [search, setSearch] = useState('');
  const q = useDeferredValue(search.trim());
  const { query, items } = useMore(
    keys.stallOptions.list(of, q),
    (cursor) =>
      callServer(accountCalls.listUsers, {
        query: {
          userType: 'ESTANTE',
          sort: 'name',
          limit: pageSize,
          ...of,
          ...(q === '' ? {} : { q }),
          cursor,
        },
      }),
    { keepsPrevious: true },
  );
  const first = query.data?.pages[0];
  return {
    query,
    search,
    setSearch,
    stalls: items,
    total: first && countOf(first, of.status),
    isCurrent: q === search.trim() && !query.isPlaceholderData,
    onMore: query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
  };
}
