import { Gauge, HandCoins, Wallet } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { Fields } from '#src/client/form/fields.tsx';
import { filled, FormDialog, saying, useSave } from '#src/client/form/form-page.tsx';
import { useForm } from '#src/client/form/form.tsx';
import { figureColumn } from '#src/client/list/columns.tsx';
import { List } from '#src/client/list/list.tsx';
import { MoneyConfirm } from '#src/client/money/money-confirm.tsx';
import { TillBadge } from '#src/client/money/till/till-meter.tsx';
import { useTills } from '#src/client/queries/cash.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { cashTexts } from '#src/client/texts/cash/cash-texts.ts';
import { receiveTexts as texts, tillTexts } from '#src/client/texts/cash/receive-texts.ts';
import { tillMeterTexts } from '#src/client/texts/cash/till-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { cashCalls } from '#src/contract/cash/calls.ts';
import type { Till } from '#src/contract/cash/till.ts';
import { type Amount, toAmount } from '#src/protocol/brands.ts';
import { ReceiveCount } from './receive-count.tsx';
import { ReceivedList } from './received-list.tsx';
import styles from '#src/client/screens/cash/cash.module.css';

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
        <p className={`row-16 between ${styles.foot}`}>
          {texts.all}{' '}
          <b className="sum-21">
            {amountText((query.data ?? []).reduce((sum, { expected }) => sum + expected, 0))}
          </b>
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

interface TillDialogProps {
  till: Till;
  onClose: () => void;
}

/** base de caja: the float with which a till starts the day. */
function GiveFloat({ till: { topUpPointId, ownerName }, onClose }: TillDialogProps) {
  const staleAfter = useStaleAfter();
  const draft = useForm({ monto: 0, note: '' }, () => ({}));
  const { monto, note } = draft.contents;
  const name = personName(ownerName);
  const amount = amountText(monto);
  return (
    <MoneyConfirm
      subject={`float ${topUpPointId}`}
      send={(opId, body) => callServer(cashCalls.giveFloat, { opId, body })}
      body={{ topUpPointId, monto: toAmount(monto), ...filled({ note: note.trim() }) }}
      isReady={monto > 0}
      title={monto > 0 ? tillTexts.askFloat(amount, name) : tillTexts.giveFloatTo(name)}
      no={tillTexts.noFloat}
      yes={tillTexts.yesFloat(amount)}
      onNo={onClose}
      onDone={(given) => {
        showToast('success', tillTexts.floatGiven(amountText(given.monto), name));
        void staleAfter('cash received');
        onClose();
      }}
    >
      <p>{tillTexts.floatNote}</p>
      <Fields of={draft} fields={floatFields} />
    </MoneyConfirm>
  );
}

const floatFields = [
  { kind: 'amount', name: 'monto', label: tillTexts.floatAmount, clearable: true, takesFocus: true },
  { kind: 'reason', name: 'note', label: cashTexts.note, hint: cashTexts.noteHint },
] as const;

/** tope de una caja: its own, or the one of all the market's points. */
function SetCeiling({ till, onClose }: TillDialogProps) {
  const { topUpPointId, ownerName, ceiling, isOwnCeiling } = till;
  const name = personName(ownerName);
  const save = useSave(
    'cash received',
    (asked: { isOfMarket: boolean; ceiling: Amount }) =>
      callServer(cashCalls.setTillCeiling, {
        body: { topUpPointId, ...(asked.isOfMarket ? {} : { ceiling: asked.ceiling }) },
      }),
    saying((changed) => tillTexts.ceilingSaved(name, amountText(changed.ceiling)), onClose),
  );
  return (
    <FormDialog
      title={tillTexts.ceilingTitle(name)}
      yes={tillTexts.ceilingSave}
      start={{ isOfMarket: !isOwnCeiling, ceiling: toAmount(ceiling) }}
      fields={({ isOfMarket }) => [
        { kind: 'part', of: <p>{tillTexts.ceilingNote}</p> },
        { kind: 'check', name: 'isOfMarket', label: tillTexts.ceilingOfMarket },
        ...(isOfMarket ? [] : [ceilingField]),
      ]}
      {...{ save, onClose }}
    />
  );
}

const ceilingField = {
  kind: 'amount',
  name: 'ceiling',
  label: tillTexts.ceilingAmount,
  clearable: true,
  wrong: cashTexts.amountNeeded,
} as const;
