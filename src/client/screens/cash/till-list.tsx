import { ArrowLeft, Calculator, KeyRound, Wallet } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useTills } from '#src/client/queries/cash.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { TopUpCode } from '#src/client/screens/cash/till/top-up-code.tsx';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { ReasonField } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { actionsColumn, figureColumn, RowButton } from '#src/client/shared/tables/columns.tsx';
import { ListTable } from '#src/client/shared/tables/list-table.tsx';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { tillTexts as texts, cashTexts } from '#src/client/texts/cash/cash-texts.ts';
import { receiveTexts } from '#src/client/texts/cash/receive-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { toAmount } from '#src/contract/brands.ts';
import { cashCalls } from '#src/contract/cash/calls.ts';
import type { Till } from '#src/contract/cash/till.ts';
import { TillCounts } from './cash-history.tsx';
import { CountTill } from './count-till.tsx';
import styles from './cash.module.css';

/** All tills of the market. The market may count one in the point's place. */
export function TillList() {
  const query = useTills();
  const [counting, setCounting] = useState<string | null>(null);
  const [giving, setGiving] = useState<Till | null>(null);
  const [coding, setCoding] = useState<Till | null>(null);
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
        <CountTill key={till.topUpPointId} till={till} />
      </>
    );
  return (
    <>
      <ListTable
        query={query}
        rows={query.data}
        caption={texts.all}
        columns={columnsOf(setCounting, setGiving, setCoding)}
        rowKey={({ topUpPointId }) => topUpPointId}
        empty={{ drawing: 'stall', title: texts.noTillsTitle, note: texts.noTills }}
      >
        <p className={styles.foot}>
          {texts.all} <b>{amountText(sumOf(query.data))}</b>
        </p>
      </ListTable>
      <TillCounts withPoint />
      {coding !== null && <TopUpCode till={coding} onClose={() => setCoding(null)} />}
      {giving !== null && <GiveFloat till={giving} onClose={() => setGiving(null)} />}
    </>
  );
}

/** The till holds more than half of its ceiling, so a large top-up may not fit. */
function mayNeedCode({ expected, inTransit, ceiling }: Till): boolean {
  return (expected + inTransit) * 2 > ceiling;
}

function sumOf(tills: readonly Till[] = []): number {
  return tills.reduce((sum, { expected }) => sum + expected, 0);
}

function columnsOf(
  onCount: (id: string) => void,
  onGive: (till: Till) => void,
  onCode: (till: Till) => void,
): Column<Till>[] {
  return [
    { id: 'point', head: texts.point, cell: ({ ownerName }) => personName(ownerName), card: 'title' },
    {
      id: 'last',
      head: texts.lastCount,
      cell: ({ lastCountAt }) => (
        <>
          <span className={styles.onCard}>{texts.lastCount}: </span>
          {lastCountAt === null ? texts.never : dateTimeText(lastCountAt)}
        </>
      ),
    },
    figureColumn('topUps', texts.toppedUp, ({ topUps }) => amountText(topUps.total), 'hidden'),
    figureColumn('float', texts.float, ({ floats }) => amountText(floats.total), 'hidden'),
    {
      id: 'transit',
      head: texts.inTransitHead,
      align: 'end',
      card: ({ inTransit }) => (inTransit === 0 ? 'hidden' : 'line'),
      cell: ({ inTransit }) => (
        <>
          <span className={styles.onCard}>{texts.inTransitHead}: </span>
          {amountText(inTransit)}
        </>
      ),
    },
    figureColumn('expected', texts.expectedHead, ({ expected }) => amountText(expected)),
    actionsColumn((till) => (
      <span className={styles.done}>
        <RowButton
          text={texts.giveFloat}
          label={texts.giveFloatTo(personName(till.ownerName))}
          variant="secondary"
          icon={Wallet}
          onClick={() => onGive(till)}
        />
        {mayNeedCode(till) && (
          <RowButton
            text={receiveTexts.code}
            label={receiveTexts.codeOf(personName(till.ownerName))}
            variant="secondary"
            icon={KeyRound}
            onClick={() => onCode(till)}
          />
        )}
        {till.expected !== 0 && (
          <RowButton
            text={texts.count}
            label={texts.countOf(personName(till.ownerName))}
            variant="secondary"
            icon={Calculator}
            onClick={() => onCount(till.topUpPointId)}
          />
        )}
      </span>
    )),
  ];
}

interface GiveFloatProps {
  till: Till;
  onClose: () => void;
}

/** base de caja: the float with which a till starts the day. */
function GiveFloat({ till: { topUpPointId, ownerName }, onClose }: GiveFloatProps) {
  const staleAfter = useStaleAfter();
  const [amount, setAmount] = useState(0);
  const [note, setNote] = useState('');
  const name = personName(ownerName);
  const written = note.trim();
  return (
    <MoneyConfirm
      subject={`float ${topUpPointId}`}
      send={(opId, body) => callServer(cashCalls.giveFloat, { opId, body })}
      body={{ topUpPointId, monto: toAmount(amount), ...(written === '' ? {} : { note: written }) }}
      isReady={amount > 0}
      title={amount > 0 ? texts.askFloat(amountText(amount), name) : texts.giveFloatTo(name)}
      no={texts.noFloat}
      yes={texts.yesFloat(amountText(amount))}
      onNo={onClose}
      onDone={({ monto }) => {
        showToast('success', texts.floatGiven(amountText(monto), name));
        void staleAfter('till counted');
        onClose();
      }}
    >
      <p>{texts.floatNote}</p>
      <AmountField
        label={texts.floatAmount}
        symbol={currencySymbol()}
        amount={amount}
        onAmount={setAmount}
        max={maxTyped}
        clearable
        takesFocus
      />
      <ReasonField label={cashTexts.note} hint={cashTexts.noteHint} reason={note} onReason={setNote} />
    </MoneyConfirm>
  );
}
