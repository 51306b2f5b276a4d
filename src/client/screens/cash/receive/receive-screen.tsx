import { Gauge, HandCoins, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useTills } from '#src/client/queries/cash.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { actionsColumn, figureColumn, RowButton } from '#src/client/shared/tables/columns.tsx';
import { ListTable } from '#src/client/shared/tables/list-table.tsx';
import { TillBadge } from '#src/client/shared/till/till-meter.tsx';
import { receiveTexts as texts, tillTexts } from '#src/client/texts/cash/receive-texts.ts';
import { tillMeterTexts } from '#src/client/texts/cash/till-texts.ts';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import type { Till } from '#src/contract/cash/till.ts';
import { GiveFloat, SetCeiling } from '../till/till-dialogs.tsx';
import { ReceiveCount } from './receive-count.tsx';
import { ReceivedList } from './received-list.tsx';
import styles from '../cash.module.css';

type Opened = { act: 'receive' | 'float' | 'ceiling'; id: string };

/** recibir efectivo: the tills of the market, and the cash received from them. */
export function ReceiveScreen() {
  const query = useTills();
  const [opened, setOpened] = useState<Opened | null>(null);
  const till = query.data?.find(({ topUpPointId }) => topUpPointId === opened?.id);
  const close = (): void => setOpened(null);
  if (opened?.act === 'receive' && till !== undefined) return <ReceiveCount till={till} onBack={close} />;
  return (
    <>
      <ListTable
        query={query}
        rows={query.data}
        caption={texts.all}
        columns={columnsOf(setOpened)}
        rowKey={({ topUpPointId }) => topUpPointId}
        empty={{ drawing: 'stall', title: texts.noTillsTitle, note: texts.noTills }}
      >
        <p className={styles.foot}>
          {texts.all} <b>{amountText((query.data ?? []).reduce((sum, { expected }) => sum + expected, 0))}</b>
        </p>
      </ListTable>
      <ReceivedList isPoint={false} />
      {opened?.act === 'float' && till !== undefined && <GiveFloat till={till} onClose={close} />}
      {opened?.act === 'ceiling' && till !== undefined && <SetCeiling till={till} onClose={close} />}
    </>
  );
}

function columnsOf(onOpen: (opened: Opened) => void): Column<Till>[] {
  return [
    { id: 'point', head: texts.point, cell: ({ ownerName }) => personName(ownerName), card: 'title' },
    {
      id: 'last',
      head: texts.last,
      cell: ({ lastReceivedAt }) => (
        <>
          <span className="cards-only">{texts.last}: </span>
          {lastReceivedAt === null ? texts.never : dateTimeText(lastReceivedAt)}
        </>
      ),
    },
    {
      id: 'level',
      head: tillTexts.ceiling,
      cell: ({ expected: cash, ceiling }) => (
        <span className={styles.answered}>
          <TillBadge level={{ cash, ceiling }} />
          <small>{tillMeterTexts.may(amountText(ceiling))}</small>
        </span>
      ),
    },
    figureColumn('expected', texts.expected, ({ expected }) => amountText(expected)),
    actionsColumn(({ topUpPointId: id, ownerName, expected }) => (
      <span className={styles.done}>
        {expected !== 0 && (
          <RowButton
            text={texts.receive}
            label={texts.receiveFrom(personName(ownerName))}
            variant="primary"
            icon={HandCoins}
            onClick={() => onOpen({ act: 'receive', id })}
          />
        )}
        <RowButton
          text={tillTexts.giveFloat}
          label={tillTexts.giveFloatTo(personName(ownerName))}
          variant="secondary"
          icon={Wallet}
          onClick={() => onOpen({ act: 'float', id })}
        />
        <RowButton
          text={tillTexts.ceiling}
          label={tillTexts.ceilingOf(personName(ownerName))}
          variant="secondary"
          icon={Gauge}
          onClick={() => onOpen({ act: 'ceiling', id })}
        />
      </span>
    )),
  ];
}
