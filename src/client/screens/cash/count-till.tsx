import { Lock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ReasonField } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { personName } from '#src/client/shared/names.ts';
import { tillTexts as texts } from '#src/client/texts/cash/cash-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import { toAmount } from '#src/contract/brands.ts';
import { cashCalls } from '#src/contract/cash/calls.ts';
import { answerers, type Answerer, type CountedPieces, type Till } from '#src/contract/cash/till.ts';
import { AnswerChoice } from './receive/answer-choice.tsx';
import { bankedOf, consequenceOf } from './receive/consequence.ts';
import { CountedField } from './till/counted-field.tsx';
import { TillFacts } from './till/till-facts.tsx';
import styles from './cash.module.css';

/** A count as far as the person has entered it. `counted` in the smallest unit shown. */
type Count = {
  counted: number;
  pieces: readonly CountedPieces[];
  reason: string;
  /** Person who answers for a difference; null until chosen. */
  answer: Answerer | null;
};
const nothing: Count = { counted: 0, pieces: [], reason: '', answer: null };

/**
 * corte de caja: the market counts a point's till. Shows the expected cash, takes the count, the reason for a
 * difference and who answers for it.
 */
export function CountTill({ till }: { till: Till }) {
  const staleAfter = useStaleAfter();
  const [count, setCount] = useState(nothing);
  const [isTried, setTried] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [round, setRound] = useState(0);
  const { counted } = count;
  const lack = lackOf(count, till);
  const change = (part: Partial<Count>): void => setCount({ ...count, ...part });
  const close = (): void => {
    setAsked(false);
    void staleAfter('till counted');
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (lack === null) setAsked(true);
  }

  return (
    <Panel className={styles.till}>
      <TillFacts till={till} />
      {till.expected === 0 ? (
        <Notice kind="info">{texts.empty}</Notice>
      ) : (
        <form key={round} className={styles.count} noValidate onSubmit={submit}>
          <h2>{texts.countTitle}</h2>
          <CountedField
            counted={counted}
            // With no cash there is nothing to hand over: the market answers for the difference, or the till
            // is not counted.
            onCounted={(amount, pieces) =>
              change({ counted: amount, pieces, ...(amount === 0 ? { answer: null } : {}) })
            }
          />
          {/* An empty field shows no difference; the verdict appears with the first digit. */}
          {(counted > 0 || isTried) && <Verdict count={count} till={till} onChange={change} />}
          {isTried && lack !== null && <Notice kind="refused">{lack}</Notice>}
          <Button type="submit" size="money" icon={Lock}>
            {texts.close}
          </Button>
        </form>
      )}
      {isAsked && (
        <ConfirmCount
          till={till}
          count={count}
          onNo={close}
          onDone={() => {
            close();
            setCount(nothing);
            setTried(false);
            setRound(round + 1);
            showToast('success', texts.closed1(amountText(bankedOf(counted, till.expected, count.answer))));
          }}
        />
      )}
    </Panel>
  );
}

/** Returns what a count with a difference still lacks, as a sentence, or null when it is complete. */
function lackOf({ counted, reason, answer }: Count, { expected }: Till): string | null {
  if (counted === expected) return null;
  if (answer === null) return texts.answerNeeded;
  return reason.trim() === '' ? texts.reasonNeeded : null;
}

interface VerdictProps {
  count: Count;
  till: Till;
  onChange: (part: Partial<Count>) => void;
}

function Verdict({ count: { counted, answer, reason }, till, onChange }: VerdictProps) {
  const difference = counted - till.expected;
  return (
    <>
      <DifferenceText difference={difference} />
      {difference !== 0 && (
        <>
          <AnswerChoice
            difference={difference}
            answer={answer}
            answers={counted === 0 ? ['MARKET'] : answerers}
            onAnswer={(chosen) => onChange({ answer: chosen })}
          />
          <ReasonField
            label={texts.reason}
            hint={texts.reasonHint}
            reason={reason}
            onReason={(words) => onChange({ reason: words })}
          />
        </>
      )}
    </>
  );
}

interface ConfirmCountProps {
  till: Till;
  count: Count;
  onNo: () => void;
  onDone: () => void;
}

function ConfirmCount({ till, count: { counted, pieces, reason, answer }, onNo, onDone }: ConfirmCountProps) {
  const { topUpPointId, expected, ownerName } = till;
  const difference = counted - expected;
  const named = difference === 0 || answer === null ? null : answer;
  const amount = amountText(bankedOf(counted, expected, named));
  return (
    <MoneyConfirm
      subject={`count ${topUpPointId}`}
      send={(opId, body) => callServer(cashCalls.countTill, { opId, body })}
      body={{
        counted: toAmount(counted),
        expected,
        topUpPointId,
        ...(pieces.length === 0 ? {} : { pieces: [...pieces] }),
        ...(named === null ? {} : { reason: reason.trim(), answers: named }),
      }}
      title={texts.askClose(amount)}
      no={texts.noClose}
      yes={texts.yesClose(amount)}
      onNo={onNo}
      onDone={onDone}
    >
      <p>{named === 'POINT' && difference < 0 ? texts.closeOwing(amount) : texts.closeNote(amount)}</p>
      <DifferenceText difference={difference} />
      {named !== null && <p>{consequenceOf(personName(ownerName), difference, named)}</p>}
    </MoneyConfirm>
  );
}

/** The difference, counted less expected, in words. */
export function DifferenceText({ difference }: { difference: number }) {
  if (difference === 0) return <Badge kind="paid">{texts.fits}</Badge>;
  return (
    <Badge kind="warning">
      {difference < 0 ? texts.short(amountText(-difference)) : texts.over(amountText(difference))}
    </Badge>
  );
}
