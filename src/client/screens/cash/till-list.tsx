import { ArrowLeft, Calculator } from 'lucide-react';
import { useState } from 'react';
import { useTills } from '#src/client/queries/cash.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { actionsColumn, figureColumn, RowButton } from '#src/client/shared/tables/columns.tsx';
import { ListTable } from '#src/client/shared/tables/list-table.tsx';
import { tillTexts as texts } from '#src/client/texts/office/cash-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import type { Till } from '#src/contract/markets/cash.ts';
import { CountTill } from './count-till.tsx';
import { TillCounts } from './cash-history.tsx';
import styles from './cash.module.css';

/** All tills of the market; it may count one for its point. */
export function TillList() {
  const query = useTills();
  const [counting, setCounting] = useState<string | null>(null);
  const till = query.data?.find(({ topUpPointId }) => topUpPointId === counting);
  if (till !== undefined)
    return (
      <>
        <div>
          <Button variant="text" size="row" icon={ArrowLeft} onClick={() => setCounting(null)}>
            {texts.back}
          </Button>
        </div>
        <h2>{personName(till.ownerName)}</h2>
        <CountTill key={till.topUpPointId} till={till} isOwn={false} />
      </>
    );
  return (
    <>
      <ListTable
        query={query}
        rows={query.data}
        caption={texts.all}
        columns={columnsOf(setCounting)}
        rowKey={({ topUpPointId }) => topUpPointId}
        empty={{ drawing: 'stall', title: texts.noTillsTitle, note: texts.noTills }}
      >
        <p className={styles.foot}>
          {texts.all} <b>{amountText(sumOf(query.data))}</b>
        </p>
      </ListTable>
      <TillCounts withPoint />
    </>
  );
}

function sumOf(tills: readonly Till[] = []): number {
  return tills.reduce((sum, { expected }) => sum + expected, 0);
}

function columnsOf(onCount: (id: string) => void): Column<Till>[] {
  return [
    { id: 'point', head: texts.point, cell: ({ ownerName }) => personName(ownerName), card: 'title' },
    {
      id: 'last',
      head: texts.lastCount,
      cell: ({ lastCountAt }) => (lastCountAt === null ? texts.never : dateTimeText(lastCountAt)),
    },
    figureColumn('topUps', texts.toppedUp, ({ topUps }) => amountText(topUps.total), 'hidden'),
    figureColumn('expected', texts.expectedHead, ({ expected }) => amountText(expected)),
    actionsColumn(
      ({ topUpPointId, ownerName, expected }) =>
        expected !== 0 && (
          <RowButton
            text={texts.count}
            label={texts.countOf(personName(ownerName))}
            variant="secondary"
            icon={Calculator}
            onClick={() => onCount(topUpPointId)}
          />
        ),
    ),
  ];
}
