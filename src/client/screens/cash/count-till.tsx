import { Lock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { toAmount } from '#src/contract/brands.ts';
import { cashCalls } from '#src/contract/calls/cash.ts';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { ReasonField } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { tillTexts as texts } from '#src/client/texts/office/cash-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { Till } from '#src/contract/markets/cash.ts';
import { formatAmount } from '#src/domain/money.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import styles from './cash.module.css';

interface CountTillProps {
  till: Till;
  /** A market names the point whose till it counts. */
  isOwn: boolean;
}

/** corte de caja: what should be there, what is there, and why they differ. */
export function CountTill({ till, isOwn }: CountTillProps) {
  const staleAfter = useStaleAfter();
  const [counted, setCounted] = useState(0);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [round, setRound] = useState(0);
  const differs = counted !== till.expected;
  const lacksReason = differs && reason.trim() === '';
  // An empty field accuses nobody: the verdict comes with the first key.
  const hasBegun = counted > 0 || isTried;
  const reload = () => {
    void staleAfter('till counted');
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!lacksReason) setAsked(true);
  }

  return (
    <Panel className={styles.till}>
      <TillFacts till={till} />
      {till.expected === 0 ? (
        <Notice kind="info">{texts.empty}</Notice>
      ) : (
        <form key={round} className={styles.count} noValidate onSubmit={submit}>
          <h2>{texts.countTitle}</h2>
          <CountedField counted={counted} onCounted={setCounted} />
          {hasBegun && <DifferenceText difference={counted - till.expected} />}
          {hasBegun && differs && (
            <ReasonField label={texts.reason} hint={texts.reasonHint} reason={reason} onReason={setReason} />
          )}
          {isTried && lacksReason && <Notice kind="refused">{texts.reasonNeeded}</Notice>}
          <Button type="submit" size="money" icon={Lock}>
            {texts.close}
          </Button>
        </form>
      )}
      {isAsked && (
        <ConfirmCount
          till={till}
          isOwn={isOwn}
          counted={counted}
          reason={differs ? reason.trim() : ''}
          onNo={() => {
            setAsked(false);
            reload();
          }}
          onDone={() => {
            setAsked(false);
            setCounted(0);
            setReason('');
            setTried(false);
            setRound(round + 1);
            showToast('success', texts.closed1(amountText(counted)));
            reload();
          }}
        />
      )}
    </Panel>
  );
}

interface ConfirmCountProps {
  till: Till;
  isOwn: boolean;
  counted: number;
  reason: string;
  onNo: () => void;
  onDone: () => void;
}

function ConfirmCount({ till, isOwn, counted, reason, onNo, onDone }: ConfirmCountProps) {
  const { topUpPointId, expected } = till;
  const amount = amountText(counted);
  return (
    <MoneyConfirm
      subject={`count ${topUpPointId}`}
      send={(opId, body) => callServer(cashCalls.countTill, { opId, body })}
      body={{
        counted: toAmount(counted),
        expected,
        ...(reason === '' ? {} : { reason }),
        ...(isOwn ? {} : { topUpPointId }),
      }}
      title={texts.askClose(amount)}
      no={texts.noClose}
      yes={texts.yesClose(amount)}
      onNo={onNo}
      onDone={onDone}
    >
      <p>{texts.closeNote(amount)}</p>
      <DifferenceText difference={counted - expected} />
    </MoneyConfirm>
  );
}

function TillFacts({ till: { expected, topUps, topUpVoids, lastCountAt } }: { till: Till }) {
  return (
    <div className={styles.facts}>
      <div>
        <h2>{texts.expected}</h2>
        <p className={styles.big}>{amountText(expected)}</p>
      </div>
      <FactList
        facts={[
          {
            name: texts.toppedUp,
            value: texts.toppedUpValue(amountText(topUps.total), formatAmount(topUps.count)),
          },
          ...(topUpVoids.count === 0
            ? []
            : [
                {
                  name: texts.undone,
                  value: texts.toppedUpValue(
                    amountText(0 - topUpVoids.total),
                    formatAmount(topUpVoids.count),
                  ),
                },
              ]),
          { name: texts.lastCount, value: lastCountAt === null ? texts.never : dateTimeText(lastCountAt) },
        ]}
      />
    </div>
  );
}

interface CountedFieldProps {
  counted: number;
  onCounted: (counted: number) => void;
}

type Way = 'one' | 'notes';

/** One amount, or so many notes of each value and the coins. */
function CountedField({ counted, onCounted }: CountedFieldProps) {
  // Fingers put notes on a pile; a keyboard types a sum.
  const [way, setWay] = useState<Way>(() => (matchMedia('(pointer: coarse)').matches ? 'notes' : 'one'));
  const [notes, setNotes] = useState<Notes>({ coins: 0, pieces: new Map() });
  const take = (changed: Notes) => {
    setNotes(changed);
    onCounted(countedOf(changed));
  };
  return (
    <>
      <FilterChips<Way>
        label={texts.way}
        chosen={way}
        onChoose={(chosen) => {
          setWay(chosen);
          onCounted(chosen === 'notes' ? countedOf(notes) : counted);
        }}
        chips={[
          { value: 'one', label: texts.one },
          { value: 'notes', label: texts.notes },
        ]}
      />
      {way === 'one' ? (
        <AmountField
          label={texts.counted}
          symbol={currencySymbol()}
          amount={counted}
          onAmount={onCounted}
          max={maxTyped}
          clearable
        />
      ) : (
        <>
          <div className={styles.notes}>
            {noteValues.map((value) => (
              <Field
                key={value}
                label={texts.noteOf(amountText(value))}
                inputMode="numeric"
                maxLength={5}
                value={notes.pieces.get(value) ?? ''}
                onChange={(event) => {
                  const pieces = Number(event.target.value.replaceAll(/\D/g, ''));
                  take({ ...notes, pieces: new Map(notes.pieces).set(value, pieces) });
                }}
              />
            ))}
          </div>
          <AmountField
            label={texts.coins}
            symbol={currencySymbol()}
            amount={notes.coins}
            onAmount={(coins) => take({ ...notes, coins })}
            max={maxTyped}
          />
          <p className={styles.sum}>
            {texts.counted} <output>{amountText(counted)}</output>
          </p>
        </>
      )}
    </>
  );
}

/** Notes that a till is counted by, largest first, in the smallest unit shown. */
const noteValues = [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000] as const;

interface Notes {
  /** smallest unit shown */
  coins: number;
  /** how many of each value */
  pieces: ReadonlyMap<number, number>;
}

function countedOf({ coins, pieces }: Notes): number {
  return [...pieces].reduce((sum, [value, count]) => sum + value * count, coins);
}

/** Counted less expected, in words. */
export function DifferenceText({ difference }: { difference: number }) {
  if (difference === 0) return <Badge kind="paid">{texts.fits}</Badge>;
  return (
    <Badge kind="warning">
      {difference < 0 ? texts.short(amountText(-difference)) : texts.over(amountText(difference))}
    </Badge>
  );
}
