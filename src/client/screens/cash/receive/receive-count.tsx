import { ArrowLeft, CircleCheck, CircleMinus, CirclePlus, HandCoins, RotateCcw } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { useMoneyCall } from '#src/client/shared/confirm/money-confirm.tsx';
import { personName } from '#src/client/shared/names.ts';
import { PadSwitch } from '#src/client/shared/notes/pad-switch.tsx';
import { FailureNotice } from '#src/client/shared/problem/query-problem.tsx';
import { useMedia } from '#src/client/shared/use-media.ts';
import { receiveTexts as texts } from '#src/client/texts/cash/receive-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Spoken } from '#src/client/ui/feedback/spoken.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { wholeScreen } from '#src/client/ui/layers/whole-screen.ts';
import { toAmount } from '#src/contract/brands.ts';
import { handOverCalls } from '#src/contract/cash/hand-over-calls.ts';
import {
  type DifferenceAnswer,
  differenceAnswers,
  type HandOver,
  type TillReceipt,
  type TillReceiptCommand,
} from '#src/contract/cash/till-hand-over.ts';
import { CountFields } from '../count/count-fields.tsx';
import { CountPad } from '../count/count-pad.tsx';
import { useCount } from '../count/use-count.ts';
import { AnswerChoice } from './answer-choice.tsx';
import { bankedOf, consequenceOf } from './consequence.ts';
import { Received } from './received.tsx';
import styles from './receive.module.css';

interface ReceiveCountProps {
  handOver: HandOver;
  /** Shown beside the list. */
  isWide: boolean;
  onBack: () => void;
  onNext: (() => void) | undefined;
}

/** Pause after the last digit before the point's figure is shown beside the count, ms. */
const leftForMs = 2_000;

/** The receiver counts first; then the point's figure is shown, and who answers for the difference. */
export function ReceiveCount(props: ReceiveCountProps) {
  const receiving = useReceiving(props.handOver);
  const isPhone = useMedia('(max-width: 599.98px)');
  const { counted, isCompared, compare } = receiving;
  useEffect(() => {
    if (isPhone || isCompared || counted === 0) return undefined;
    const timer = setTimeout(compare, leftForMs);
    return () => clearTimeout(timer);
  }, [isPhone, isCompared, counted, compare]);
  if (receiving.received !== null)
    return (
      <Received
        receipt={receiving.received}
        pieces={receiving.count.pieces}
        onBack={props.onBack}
        onNext={props.onNext}
      />
    );
  return isPhone ? (
    <PhoneCount receiving={receiving} onBack={props.onBack} />
  ) : (
    <DeskCount receiving={receiving} isWide={props.isWide} onBack={props.onBack} />
  );
}

/** State of one hand-over while it is counted, compared and received. */
function useReceiving(handOver: HandOver) {
  const { _id: id, monto: declared } = handOver;
  const count = useCount();
  const [isCompared, setCompared] = useState(false);
  const [answer, setAnswer] = useState<DifferenceAnswer | null>(null);
  const [received, setReceived] = useState<TillReceipt | null>(null);
  const compare = useCallback(() => setCompared(true), []);
  const staleAfter = useStaleAfter();
  const call = useMoneyCall<TillReceiptCommand, TillReceipt>({
    subject: `receipt ${id}`,
    send: (opId, body) => callServer(handOverCalls.receiveHandOver, { opId, body }),
    onDone: (receipt) => {
      setReceived(receipt);
      void staleAfter('cash handed over');
    },
  });
  const counted = count.amount;
  const difference = counted - declared;
  const submit = (): void =>
    call.submit({
      id,
      counted: toAmount(counted),
      ...(difference === 0 || answer === null ? {} : { answers: answer }),
      ...(count.pieces.length === 0 ? {} : { pieces: count.pieces }),
    });
  const again = (): void => {
    setCompared(false);
    setAnswer(null);
  };
  return {
    handOver,
    name: personName(handOver.ownerName),
    count,
    counted,
    declared,
    difference,
    answer,
    setAnswer,
    isCompared,
    compare,
    again,
    received,
    call,
    submit,
  };
}

type Receiving = ReturnType<typeof useReceiving>;

/** The consequence and its button. Before that, the button that reveals the point's figure. */
function Act({ receiving }: { receiving: Receiving }) {
  const { name, counted, declared, difference, answer, isCompared, compare, call, submit } = receiving;
  if (!isCompared)
    return (
      <div className={styles.act}>
        <p className={styles.consequence}>{texts.after}</p>
        <Button variant="on-zocalo" size="money" wide disabled={counted === 0} onClick={compare}>
          {counted === 0 ? texts.compareEmpty : texts.compare(amountText(counted))}
        </Button>
      </div>
    );
  const isAnswered = difference === 0 || answer !== null;
  const banked = amountText(bankedOf(counted, declared, answer));
  return (
    <div className={styles.act}>
      <p className={styles.consequence}>
        <b>{consequenceOf(name, difference, answer)}</b>
        {isAnswered && <span>{texts.enters(banked)}</span>}
      </p>
      <Button
        variant="on-zocalo"
        size="money"
        wide
        icon={HandCoins}
        disabled={!isAnswered}
        busy={call.busy}
        onClick={submit}
      >
        {texts.receive(banked)}
      </Button>
      {call.isUnanswered && (
        <Notice kind="pending">
          {listsTexts.unanswered} {listsTexts.unansweredAdvice}
        </Notice>
      )}
      <FailureNotice error={call.isUnanswered ? null : call.error} />
    </div>
  );
}

function PhoneCount({ receiving, onBack }: { receiving: Receiving; onBack: () => void }) {
  const { name, count, handOver, isCompared, again } = receiving;
  return (
    <PhoneFrame name={name} code={handOver.code} onBack={onBack}>
      {isCompared ? (
        <div className={styles.compared}>
          <Comparison receiving={receiving} />
          <div>
            <Button variant="text" icon={RotateCcw} onClick={again}>
              {texts.again}
            </Button>
          </div>
        </div>
      ) : (
        <CountPad count={count} label={texts.counted} />
      )}
      <Zocalo>
        <Act receiving={receiving} />
      </Zocalo>
    </PhoneFrame>
  );
}

interface DeskCountProps {
  receiving: Receiving;
  isWide: boolean;
  onBack: () => void;
}

function DeskCount({ receiving, isWide, onBack }: DeskCountProps) {
  const { name, count, counted, handOver, isCompared, compare } = receiving;
  return (
    <Panel className={styles.counting} aria-label={texts.countTitle(name)}>
      <header className={styles.countHead}>
        {!isWide && (
          <Button variant="text" icon={ArrowLeft} onClick={onBack}>
            {texts.back}
          </Button>
        )}
        <h2>{texts.countTitle(name)}</h2>
        <p>{handOver.code}</p>
        <PadSwitch face={count.face} setFace={count.setFace} />
      </header>
      <div className={styles.countBody}>
        <CountFields count={count} label={texts.counted} onEnd={compare} />
        <p className={styles.own}>
          {texts.counted} <output>{amountText(counted)}</output>
        </p>
      </div>
      {isCompared && <Comparison receiving={receiving} />}
      <Zocalo place="panel">
        <Act receiving={receiving} />
      </Zocalo>
    </Panel>
  );
}

interface PhoneFrameProps {
  name: string;
  code: string;
  onBack: () => void;
  children: ReactNode;
}

function PhoneFrame({ name, code, onBack, children }: PhoneFrameProps) {
  return (
    <div ref={wholeScreen} className={styles.screen}>
      <header className={styles.phoneHead}>
        <button type="button" className="back" aria-label={texts.back} onClick={onBack}>
          <Icon of={ArrowLeft} size={28} />
        </button>
        <h1>{name}</h1>
        <b>{code}</b>
      </header>
      {children}
    </div>
  );
}

function Comparison({ receiving }: { receiving: Receiving }) {
  const { declared, counted, difference, answer, setAnswer } = receiving;
  const sign = difference === 0 ? CircleCheck : difference < 0 ? CircleMinus : CirclePlus;
  const word = difference === 0 ? texts.fits : difference < 0 ? texts.short : texts.over;
  const said =
    difference === 0
      ? texts.fits
      : (difference < 0 ? texts.shortBy : texts.overBy)(amountText(Math.abs(difference)));
  return (
    <div className={styles.comparison}>
      <dl className={styles.figures}>
        <div>
          <dt>{texts.declared}</dt>
          <dd>{amountText(declared)}</dd>
        </div>
        <div>
          <dt>{texts.counted}</dt>
          <dd>{amountText(counted)}</dd>
        </div>
        <div
          className={`${styles.difference} ${difference < 0 ? styles.short : difference > 0 ? styles.over : styles.fits}`}
        >
          <dt>
            <Icon of={sign} size={24} /> {word}
          </dt>
          <dd>{difference !== 0 && amountText(Math.abs(difference))}</dd>
        </div>
      </dl>
      {difference !== 0 && (
        <AnswerChoice
          difference={difference}
          answer={answer}
          answers={differenceAnswers}
          onAnswer={setAnswer}
        />
      )}
      <Spoken text={texts.spoken(amountText(counted), said)} />
    </div>
  );
}
