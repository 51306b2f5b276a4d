import { Hourglass, HandCoins, Lock, MapPin, Scale, TimerReset } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useOpenHandOvers } from '#src/client/queries/cash.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { EmptyList } from '#src/client/shared/lists/search-field.tsx';
import { personName } from '#src/client/shared/names.ts';
import { useMedia } from '#src/client/shared/use-media.ts';
import { receiveTexts as texts } from '#src/client/texts/cash/receive-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { BadgeFrame } from '#src/client/ui/tables/badge-frame.tsx';
import { handOverCalls } from '#src/contract/cash/hand-over-calls.ts';
import type { HandOver } from '#src/contract/cash/till-hand-over.ts';
import { answerers, type Answerer } from '#src/contract/cash/till.ts';
import { AnswerChoice } from './answer-choice.tsx';
import { ReceiveCount } from './receive-count.tsx';
import styles from './receive.module.css';

interface ReceiveScreenProps {
  /** Opens the market's own count at the point. */
  onAtPoint: () => void;
}

/** recibir efectivo: hand-overs on their way, oldest first, and the count of one of them. */
export function ReceiveScreen({ onAtPoint }: ReceiveScreenProps) {
  const query = useOpenHandOvers();
  const isWide = useMedia('(min-width: 1024px)');
  const [counting, setCounting] = useState<HandOver | null>(null);
  const items = query.data?.items ?? [];
  const next = items.find(
    ({ _id, state, isOwn }) => state === 'IN_TRANSIT' && !isOwn && _id !== counting?._id,
  );
  const count = counting !== null && (
    <ReceiveCount
      key={counting._id}
      handOver={counting}
      isWide={isWide}
      onBack={() => setCounting(null)}
      onNext={next === undefined ? undefined : () => setCounting(next)}
    />
  );
  const onTheirWay = items.filter(({ state }) => state === 'IN_TRANSIT');
  return (
    <section className="stack">
      {/* The count is in the same element in both orientations, so turning the tablet keeps it. */}
      <header className={styles.title} hidden={!isWide && counting !== null}>
        <h2>{texts.title}</h2>
        {onTheirWay.length > 0 && (
          <p>
            {texts.onItsWay(onTheirWay.length)}{' '}
            <b>{amountText(onTheirWay.reduce((sum, { monto }) => sum + monto, 0))}</b>
          </p>
        )}
      </header>
      <div className={counting === null ? styles.list : `${styles.list} ${styles.beside}`}>
        <div className={styles.rows} hidden={!isWide && counting !== null}>
          <ListBody
            query={query}
            data={query.data}
            isEmpty={items.length === 0}
            empty={<EmptyList drawing="sun" title={texts.noneTitle} note={texts.none} />}
            skeletonRows={3}
            bare
          >
            {({ items: shown }) =>
              shown.map((handOver) => (
                <Row
                  key={handOver._id}
                  handOver={handOver}
                  isCounting={handOver._id === counting?._id}
                  onCount={() => setCounting(handOver)}
                />
              ))
            }
          </ListBody>
          <div>
            <Button variant="text" icon={MapPin} onClick={onAtPoint}>
              {texts.atPoint}
            </Button>
          </div>
        </div>
        {count}
      </div>
    </section>
  );
}

interface RowProps {
  handOver: HandOver;
  isCounting: boolean;
  onCount: () => void;
}

function Row({ handOver, isCounting, onCount }: RowProps) {
  const [isAsked, setAsked] = useState(false);
  const { ownerName, createAt, monto, isOwn, state, received } = handOver;
  const name = personName(ownerName);
  const isOpen = state === 'RECEIVED';
  return (
    <Panel className={isCounting ? `${styles.row} ${styles.chosen}` : styles.row}>
      <div>
        <b>{name}</b>
        <p>{isOwn ? texts.ownAt(dateTimeText(createAt)) : `${handOver.code}, ${dateTimeText(createAt)}`}</p>
      </div>
      <p className={styles.sum}>{amountText(isOpen ? Math.abs(received?.difference ?? 0) : monto)}</p>
      <RowBadge handOver={handOver} isCounting={isCounting} />
      {!isOwn && !isCounting && !isOpen && (
        <Button aria-label={texts.countOf(name)} onClick={onCount}>
          {texts.count}
        </Button>
      )}
      {isOpen && (
        <Button variant="secondary" aria-label={texts.answerOf(name)} onClick={() => setAsked(true)}>
          {texts.answer}
        </Button>
      )}
      {isAsked && received !== null && (
        <AskAnswer handOver={handOver} difference={received.difference} onClose={() => setAsked(false)} />
      )}
    </Panel>
  );
}

function RowBadge({ handOver, isCounting }: { handOver: HandOver; isCounting: boolean }) {
  const { isOwn, isOverdue, state } = handOver;
  if (isCounting)
    return (
      <BadgeFrame icon={HandCoins} tone="info">
        {texts.counting}
      </BadgeFrame>
    );
  if (state === 'RECEIVED')
    return (
      <BadgeFrame icon={Scale} tone="pending">
        {texts.open}
      </BadgeFrame>
    );
  if (isOwn)
    return (
      <BadgeFrame icon={Lock} tone="inactive">
        {texts.another}
      </BadgeFrame>
    );
  return (
    <BadgeFrame icon={isOverdue ? TimerReset : Hourglass} tone={isOverdue ? 'pending' : 'inactive'}>
      {isOverdue ? texts.older : texts.way}
    </BadgeFrame>
  );
}

interface AskAnswerProps {
  handOver: HandOver;
  /** Counted less declared, in the smallest unit shown. */
  difference: number;
  onClose: () => void;
}

/** Assigns a difference that was left open, once the person who answers for it is known. */
function AskAnswer({ handOver, difference, onClose }: AskAnswerProps) {
  const [answer, setAnswer] = useState<Answerer | null>(null);
  const staleAfter = useStaleAfter();
  const amount = amountText(Math.abs(difference));
  return (
    <MoneyConfirm
      subject={`difference ${handOver._id}`}
      send={(opId, body) => callServer(handOverCalls.answerDifference, { opId, body })}
      body={{ id: handOver._id, answers: answer ?? 'MARKET' }}
      isReady={answer !== null}
      title={texts.askAnswer(amount)}
      no={texts.noAnswer}
      yes={texts.answer}
      onNo={onClose}
      onDone={() => {
        onClose();
        showToast('success', texts.answered(amount));
        void staleAfter('cash handed over');
      }}
    >
      <AnswerChoice difference={difference} answer={answer} answers={answerers} onAnswer={setAnswer} />
    </MoneyConfirm>
  );
}
