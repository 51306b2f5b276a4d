import { Gauge, HandCoins, Wallet } from 'lucide-react';
import { useState } from 'react';
import { figureColumn } from '#src/client/list/columns.tsx';
import { List } from '#src/client/list/list.tsx';
import { TillBadge } from '#src/client/money/till/till-meter.tsx';
import { useTills } from '#src/client/queries/cash.ts';
import { receiveTexts as texts, tillTexts } from '#src/client/texts/cash/receive-texts.ts';
import { tillMeterTexts } from '#src/client/texts/cash/till-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
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
      <List
        query={query}
        rows={query.data}
        caption={texts.all}
        columns={columns}
        acts={[
          {
            text: texts.receive,
            label: ({ ownerName }) => texts.receiveFrom(personName(ownerName)),
            variant: 'primary',
            icon: HandCoins,
            when: ({ expected }) => expected !== 0,
            onAct: ({ topUpPointId: id }) => setOpened({ act: 'receive', id }),
          },
          {
            text: tillTexts.giveFloat,
            label: ({ ownerName }) => tillTexts.giveFloatTo(personName(ownerName)),
            icon: Wallet,
            onAct: ({ topUpPointId: id }) => setOpened({ act: 'float', id }),
          },
          {
            text: tillTexts.ceiling,
            label: ({ ownerName }) => tillTexts.ceilingOf(personName(ownerName)),
            icon: Gauge,
            onAct: ({ topUpPointId: id }) => setOpened({ act: 'ceiling', id }),
          },
        ]}
        rowKey={({ topUpPointId }) => topUpPointId}
        empty={{ drawing: 'stall', title: texts.noTillsTitle, note: texts.noTills }}
      >
        <p className={styles.foot}>
          {texts.all} <b>{amountText((query.data ?? []).reduce((sum, { expected }) => sum + expected, 0))}</b>
        </p>
      </List>
      <ReceivedList isPoint={false} />
      {opened?.act === 'float' && till !== undefined && <GiveFloat till={till} onClose={close} />}
      {opened?.act === 'ceiling' && till !== undefined && <SetCeiling till={till} onClose={close} />}
    </>
  );
}

const columns: Column<Till>[] = [
  { head: texts.point, cell: ({ ownerName }) => personName(ownerName), card: 'title' },
  {
    head: texts.last,
    cell: ({ lastReceivedAt }) => (
      <>
        <span className="cards-only">{texts.last}: </span>
        {lastReceivedAt === null ? texts.never : dateTimeText(lastReceivedAt)}
      </>
    ),
  },
  {
    head: tillTexts.ceiling,
    cell: ({ expected: cash, ceiling }) => (
      <span className={styles.answered}>
        <TillBadge level={{ cash, ceiling }} />
        <small>{tillMeterTexts.may(amountText(ceiling))}</small>
      </span>
    ),
  },
  figureColumn(texts.expected, ({ expected }) => amountText(expected)),
];
