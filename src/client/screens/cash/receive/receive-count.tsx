import { HandCoins } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { FailureNotice } from '#src/client/form/query-problem.tsx';
import { Unanswered, useMoneyCall } from '#src/client/money/money-confirm.tsx';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { receiveTexts as texts } from '#src/client/texts/cash/receive-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { cashCalls } from '#src/contract/cash/calls.ts';
import type { CashReceived, CashReceivedCommand, CountedPieces, Till } from '#src/contract/cash/till.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { Comparison } from '../count/comparison.tsx';
import { CountScreen } from '../count/count-screen.tsx';
import { useCount } from '../count/use-count.ts';
import { AnswerChoice } from './answer-choice.tsx';
import { answersFor, bankedOf, consequenceOf, type Counted, type DifferenceAnswer } from './consequence.ts';
import { Received } from './received.tsx';
import styles from '../count/count.module.css';

/** recibir efectivo: the receiver counts first; then the books' figure is shown, and a difference is named. */
export function ReceiveCount({ till, onBack }: { till: Till; onBack: () => void }) {
  const { topUpPointId, expected, ownerName } = till;
  const count = useCount();
  const [isCompared, setCompared] = useState(false);
  const [chosen, setChosen] = useState<DifferenceAnswer | null>(null);
  const compare = useCallback(() => setCompared(true), []);
  const { call, receipt } = useReceiving(topUpPointId);
  if (receipt !== null) return <Received receipt={receipt} onBack={onBack} />;
  const name = personName(ownerName);
  const counted = { counted: count.amount, expected };
  const answer = chosen !== null && answersFor(counted).includes(chosen) ? chosen : null;
  const body = bodyOf(topUpPointId, counted, answer, count.pieces);
  return (
    <>
      <CountScreen
        title={texts.countTitle(name)}
        count={count}
        back={texts.back}
        onBack={onBack}
        isCompared={isCompared}
        onCompare={compare}
        onAgain={() => {
          setCompared(false);
          setChosen(null);
        }}
        comparison={
          <Comparison expected={expected} counted={counted.counted}>
            {counted.counted !== expected && (
              <AnswerChoice counted={counted} answer={answer} onAnswer={setChosen} />
            )}
          </Comparison>
        }
        act={<Receive call={call} body={body} name={name} counted={counted} answer={answer} />}
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
  const { error } = call;
  useEffect(() => {
    if (error !== null) void staleAfter('cash received');
  }, [error, staleAfter]);
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

interface ReceiveProps {
  call: ReturnType<typeof useReceiving>['call'];
  body: CashReceivedCommand;
  name: string;
  counted: Counted;
  answer: DifferenceAnswer | null;
}

function Receive({ call, body, name, counted, answer }: ReceiveProps) {
  const isAnswered = answer !== null || counted.counted === counted.expected;
  const banked = bankedOf(counted, answer);
  return (
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
  );
}
