import { HandCoins, Printer } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { FailureNotice } from '#src/client/form/query-problem.tsx';
import { Unanswered, useMoneyCall } from '#src/client/money/money-confirm.tsx';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { usePlace } from '#src/client/money/use-place.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { Comparison } from '#src/client/screens/cash/count/comparison.tsx';
import { CountScreen } from '#src/client/screens/cash/count/count-screen.tsx';
import { CountPaper } from '#src/client/screens/cash/count/count-slip.tsx';
import { useCount } from '#src/client/screens/cash/count/use-count.ts';
import { receiveTexts as texts } from '#src/client/texts/cash/receive-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { timeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import { cashCalls } from '#src/contract/cash/calls.ts';
import type { CashReceived, CashReceivedCommand, CountedPieces, Till } from '#src/contract/cash/till.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { answersFor, answerTo, bankedOf, consequenceOf } from './consequence.ts';
import type { ChosenAnswer, Counted, DifferenceAnswer } from './consequence.ts';
import styles from '#src/client/screens/cash/count/count.module.css';

/** recibir efectivo: the receiver counts first; then the books' figure is shown, and a difference is named. */
export function ReceiveCount({ till, onBack }: { till: Till; onBack: () => void }) {
  const { topUpPointId, expected, ownerName } = till;
  const count = useCount();
  const [chosen, setChosen] = useState<ChosenAnswer | null>(null);
  const { call, receipt } = useReceiving(topUpPointId);
  if (receipt !== null) return <Received receipt={receipt} onBack={onBack} />;
  const name = personName(ownerName);
  const counted = { counted: count.amount, expected };
  const answer = answerTo(counted, chosen);
  const choose = (to: DifferenceAnswer): void =>
    setChosen({ answer: to, difference: count.amount - expected });
  const body = bodyOf(topUpPointId, counted, answer, count.pieces);
  const isAnswered = answer !== null || counted.counted === counted.expected;
  const banked = bankedOf(counted, answer);
  return (
    <>
      <CountScreen
        title={texts.countTitle(name)}
        count={count}
        back={texts.back}
        onBack={onBack}
        comparison={
          <Comparison expected={expected} counted={counted.counted}>
            {counted.counted !== expected && (
              <AnswerChoice counted={counted} answer={answer} onAnswer={choose} />
            )}
          </Comparison>
        }
        act={
          <>
            <p className={styles.consequence}>
              <b>{consequenceOf(name, counted, answer)}</b>
              {isAnswered && <span>{texts.enters(amountText(banked))}</span>}
            </p>
            <Button
              variant="on-zocalo"
              size="money"
              wide
              icon={HandCoins}
              disabled={!isAnswered}
              busy={call.busy}
              onClick={() => call.submit(body)}
            >
              {banked === 0 ? texts.lost : texts.take(amountText(banked))}
            </Button>
            <FailureNotice error={call.isUnanswered ? null : call.error} />
          </>
        }
      />
      {call.isUnanswered && <Unanswered busy={call.busy} onNo={onBack} onAgain={() => call.submit(body)} />}
    </>
  );
}

/** The call for one point. The till may have changed when it fails, so its figure is read again. */
function useReceiving(topUpPointId: string) {
  const [receipt, setReceipt] = useState<CashReceived | null>(null);
  const staleAfter = useStaleAfter();
  const call = useMoneyCall<CashReceivedCommand, CashReceived>({
    subject: `cash-received ${topUpPointId}`,
    send: (opId, body) => callServer(cashCalls.receiveCash, { opId, body }),
    onDone: (done) => {
      setReceipt(done);
      void staleAfter('cash received');
    },
  });
  const readAgain = useEffectEvent(() => void staleAfter('cash received'));
  useEffect(() => {
    if (call.error !== null) readAgain();
  }, [call.error]);
  return { call, receipt };
}

function bodyOf(
  topUpPointId: string,
  { counted, expected }: Counted,
  answer: DifferenceAnswer | null,
  pieces: CountedPieces[],
): CashReceivedCommand {
  const answers = answer === null || answer === 'STAYS' ? {} : { answers: answer };
  return {
    topUpPointId,
    received: toAmount(counted),
    ...(answer === 'STAYS' ? {} : { closes: { expected: toAmount(expected), ...answers } }),
    ...(pieces.length === 0 ? {} : { pieces }),
  };
}

interface AnswerChoiceProps {
  counted: Counted;
  /** Null until one is chosen. */
  answer: DifferenceAnswer | null;
  onAnswer: (answer: DifferenceAnswer) => void;
}

/** "¿Dónde están los $2,000 que faltan?" */
function AnswerChoice({ counted, answer, onAnswer }: AnswerChoiceProps) {
  const name = useId();
  const difference = counted.counted - counted.expected;
  const side = difference < 0 ? 'short' : 'over';
  return (
    <fieldset>
      <legend>{texts.who[side](amountText(Math.abs(difference)))}</legend>
      <ul className={`card rows ${styles.answers}`}>
        {answersFor(counted).map((value) => (
          <li key={value}>
            <label className="row-12 pad-strip" aria-label={texts.answers[value][side]}>
              <input type="radio" name={name} checked={value === answer} onChange={() => onAnswer(value)} />
              <span>
                <b>{texts.answers[value][side]}</b>
                <span className="under">{texts.answerNotes[value][side]}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** The cash belongs to the market now; the difference is named. */
function Received({ receipt, onBack }: { receipt: CashReceived; onBack: () => void }) {
  const [isPrinting, setPrinting] = useState(false);
  const { ownerName: receiver } = usePlace();
  const { _id: id, ownerName, received, expected, answers, left, createAt, pieces } = receipt;
  const facts = [...answerFacts(receipt), { name: texts.left, value: amountText(left) }];
  if (isPrinting)
    return (
      <CountPaper
        slip={{
          counted: received,
          expected,
          pieces,
          createAt,
          received: { id, pointName: ownerName, facts },
        }}
        onBack={() => setPrinting(false)}
      />
    );
  const banked = bankedOf({ counted: received, expected }, answers);
  return (
    <ResultScreen
      kind="received"
      verdict={texts.done}
      amount={amountText(banked)}
      notes={<AmountNotes amount={banked} size="line" />}
      facts={[
        { name: texts.from, value: personName(ownerName) },
        { name: texts.by, value: texts.byAt(personName(receiver), timeText(createAt)) },
        ...facts,
      ]}
      actions={
        <>
          <Button size="money" wide icon={Printer} onClick={() => setPrinting(true)}>
            {texts.print}
          </Button>
          <Button variant="secondary" wide onClick={onBack}>
            {texts.back}
          </Button>
        </>
      }
    />
  );
}

function answerFacts({ answers, difference, left }: CashReceived): { name: string; value: string }[] {
  if (answers === null) return [];
  const value = amountText(Math.abs(difference));
  if (answers === 'MARKET') return [{ name: difference < 0 ? texts.marketLost : texts.marketKept, value }];
  return [{ name: left > 0 ? texts.pointOwes : texts.pointGets, value }];
}
