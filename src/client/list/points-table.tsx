import { callServer } from '#src/client/api/call-server.ts';
import { figureColumn } from '#src/client/list/columns.tsx';
import { List } from '#src/client/list/list.tsx';
import { useAsked, useMore } from '#src/client/list/paging.tsx';
import { keys } from '#src/client/queries/keys.ts';
import { pointsKindTexts, pointsTexts as texts } from '#src/client/texts/customers/points-texts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { pointsCalls } from '#src/contract/points/calls.ts';
import type { PointsRow } from '#src/contract/points/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { Points } from '#src/protocol/brands.ts';

/** Points earned and spent by one customer, or by all (`null`), which adds a search. */
export function PointsTable({ customerId }: { customerId: string | null }) {
  const asked = useAsked({});
  const { q } = asked;
  const { query, items } = useMore(keys.pointsHistory.list(customerId, q), (cursor) =>
    customerId === null
      ? callServer(pointsCalls.listAllPoints, { query: { q, cursor } })
      : callServer(pointsCalls.listPointsOfCustomer, { params: { id: customerId }, query: { q, cursor } }),
  );
  return (
    <List
      query={query}
      rows={items}
      more={query}
      asked={asked}
      searchLabel={customerId === null ? texts.searchLabel : undefined}
      caption={texts.history}
      columns={columnsOf(customerId === null)}
      rowKey={({ _id }) => _id}
      empty={{ drawing: 'basket', title: texts.noHistoryTitle, note: texts.noHistory }}
    />
  );
}

function columnsOf(withCustomer: boolean): (Column<PointsRow> | false)[] {
  return [
    withCustomer && { head: texts.customer, cell: ({ ownerName }) => personName(ownerName), card: 'title' },
    { head: texts.kind, cell: ({ kind }) => pointsKindTexts[kind], card: withCustomer ? 'line' : 'title' },
    { head: texts.reason, cell: ({ reason }) => reason },
    { head: texts.date, cell: ({ createAt }) => dateTimeText(createAt) },
    figureColumn(texts.points, ({ points }) => signedText(points)),
  ];
}

/** "+12", "-100" */
function signedText(points: Points): string {
  return points < 0 ? `-${formatAmount(0 - points)}` : `+${formatAmount(points)}`;
}
