import { useDeferredValue, useState } from 'react';
import { listPointsHistory } from '#src/client/api/points.ts';
import { pointsKindTexts, pointsTexts as texts } from '#src/client/texts/points-texts.ts';
import type { Column } from '#src/client/ui/data-table.tsx';
import { DataTable } from '#src/client/ui/data-table.tsx';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import type { PointsRow } from '#src/contract/points.ts';
import { formatAmount } from '#src/domain/money.ts';
import { dateTimeText } from '../dates.ts';
import { ListBody } from '../lists/list-body.tsx';
import { MoreButton } from '../lists/more-button.tsx';
import { NoMatch } from '../lists/no-match.tsx';
import { SearchField } from '../lists/search-field.tsx';
import { useMore } from '../lists/use-more.ts';
import { personName } from '../person-name.ts';
import listStyles from '../lists/lists.module.css';

/** Points earned and spent: of one customer, or of all (`null`), then with a search. */
export function PointsTable({ customerId }: { customerId: string | null }) {
  const [search, setSearch] = useState('');
  const q = useDeferredValue(search.trim());
  const { query, items } = useMore(['points-history', customerId, q], (cursor) =>
    listPointsHistory(customerId, { q, cursor }),
  );
  return (
    <>
      {customerId === null && (
        <div role="search">
          <SearchField label={texts.searchLabel} value={search} onSearch={setSearch} />
        </div>
      )}
      <ListBody
        query={query}
        data={items}
        isEmpty={items?.length === 0}
        empty={
          q === '' ? (
            <EmptyState drawing="basket" title={texts.noHistoryTitle}>
              <p>{texts.noHistory}</p>
            </EmptyState>
          ) : (
            <NoMatch search={search} onClear={() => setSearch('')} />
          )
        }
      >
        {(rows) => (
          <>
            <DataTable
              caption={texts.history}
              columns={columnsOf(customerId === null)}
              rows={rows}
              rowKey={({ _id }) => _id}
            />
            <MoreButton query={query} />
          </>
        )}
      </ListBody>
    </>
  );
}

function columnsOf(withCustomer: boolean): Column<PointsRow>[] {
  const customer: Column<PointsRow>[] = withCustomer
    ? [
        {
          id: 'customer',
          head: texts.customer,
          cell: ({ ownerName }) => personName(ownerName),
          card: 'title',
        },
      ]
    : [];
  return [
    ...customer,
    {
      id: 'kind',
      head: texts.kind,
      cell: ({ kind }) => pointsKindTexts[kind],
      card: withCustomer ? 'line' : 'title',
    },
    { id: 'reason', head: texts.reason, cell: ({ reason }) => reason },
    { id: 'date', head: texts.date, cell: ({ createAt }) => dateTimeText(createAt) },
    {
      id: 'points',
      head: texts.points,
      align: 'end',
      card: 'badge',
      cell: ({ points }) => <span className={listStyles.strong}>{signedText(points)}</span>,
    },
  ];
}

/** "+12", "-100" */
function signedText(points: number): string {
  return points < 0 ? `-${formatAmount(-points)}` : `+${formatAmount(points)}`;
}
