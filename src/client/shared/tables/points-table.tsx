import { callServer } from '#src/client/api/call-server.ts';
import { keys } from '#src/client/queries/keys.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { MoreButton, useMore } from '#src/client/shared/lists/more-rows.tsx';
import { SearchField, useSearch } from '#src/client/shared/lists/search-field.tsx';
import { personName } from '#src/client/shared/names.ts';
import { figureColumn } from '#src/client/shared/tables/columns.tsx';
import { ListTable } from '#src/client/shared/tables/list-table.tsx';
import { pointsKindTexts, pointsTexts as texts } from '#src/client/texts/customers/points-texts.ts';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { pointsCalls } from '#src/contract/points/calls.ts';
import type { PointsRow } from '#src/contract/points/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { Points } from '#src/protocol/brands.ts';

/** Points earned and spent by one customer, or by all (`null`), which adds a search. */
export function PointsTable({ customerId }: { customerId: string | null }) {
  const { q, ...search } = useSearch();
  const { query, items } = useMore(keys.pointsHistory.list(customerId, q), (cursor) =>
    customerId === null
      ? callServer(pointsCalls.listAllPoints, { query: { q, cursor } })
      : callServer(pointsCalls.listPointsOfCustomer, { params: { id: customerId }, query: { q, cursor } }),
  );
  return (
    <>
      {customerId === null && (
        <div role="search">
          <SearchField label={texts.searchLabel} {...search.field} />
        </div>
      )}
      <ListTable
        query={query}
        rows={items}
        caption={texts.history}
        columns={columnsOf(customerId === null)}
        rowKey={({ _id }) => _id}
        empty={{
          drawing: 'basket',
          title: texts.noHistoryTitle,
          note: texts.noHistory,
          ...search.empty,
        }}
        growing
      >
        <MoreButton query={query} />
      </ListTable>
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
    figureColumn('points', texts.points, ({ points }) => signedText(points)),
  ];
}

/** "+12", "-100" */
function signedText(points: Points): string {
  return points < 0 ? `-${formatAmount(0 - points)}` : `+${formatAmount(points)}`;
}
