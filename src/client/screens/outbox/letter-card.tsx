import { CircleAlert, CircleCheck, Database, MailOpen, Send, WifiOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isRecorded, type Operation } from '#src/client/local/db/operation.ts';
import type { Tally } from '#src/client/local/db/rows.ts';
import type { LetterFacts } from '#src/client/local/live/letter-facts.ts';
import { useDeviceFacts, useLetters } from '#src/client/local/live/live-device.ts';
import { listOf } from '#src/client/local/outbox/read-outbox.ts';
import { tally } from '#src/client/local/outbox/tally.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dayAndHour, dayAndTime } from '#src/client/shared/letters/day-words.ts';
import { ageText } from '#src/client/shared/list-age.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { serverNow } from '#src/client/state/server-clock.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { letterTexts as texts } from '#src/client/texts/sync/letter-texts.ts';
import { PixelDrawing } from '#src/client/ui/brand/pixel-drawing.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Spoken } from '#src/client/ui/feedback/spoken.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { type Fact, FactList } from '#src/client/ui/tables/fact-list.tsx';
import { LetterSheet } from './letter-sheet.tsx';
import { OpenAnswer } from './open-answer.tsx';
import styles from './letters.module.css';

/** A letter is offered first after this long without a link, ms. */
const offeredAfterMs = 24 * 3_600_000;

interface LetterCardProps {
  operations: readonly Operation[];
  /** Device clock, ms since 1970. */
  now: number;
  onReview: () => void;
}

/** Letters of an enrolled device without a link: what to send, what is awaited, and what came back. */
export function LetterCard({ operations, now, onReview }: LetterCardProps) {
  const { link } = useConnection();
  const state = useDeviceFacts()?.state;
  const letters = useLetters();
  const [isSending, setSending] = useState(false);
  if (link === 'online' || letters === undefined || state === undefined || state === 'none') return null;
  const send = () => setSending(true);
  return (
    <>
      <Standing letters={letters} operations={operations} now={now} onSend={send} onReview={onReview} />
      <Spoken text={spokenOf(letters)} />
      {isSending && <LetterSheet letters={letters} onClose={() => setSending(false)} />}
    </>
  );
}

/** The answer that has just been applied: its panel takes the place of the button that opened it. */
function spokenOf({ applied, appliedAsOf }: LetterFacts): string {
  return applied === null
    ? ''
    : `${texts.current(dayAndHour(appliedAsOf || applied.openedAt))}. ${texts.came}`;
}

interface StandingProps extends LetterCardProps {
  letters: LetterFacts;
  onSend: () => void;
}

function Standing({ letters, operations, now, onSend, onReview }: StandingProps) {
  const { link } = useConnection();
  const { sent, applied, reportedAt } = letters;
  const [before] = useState({ sentAt: sent?.at, openedAt: applied?.openedAt });
  const quiet = (
    <Button variant="secondary" size="row" icon={Send} className={styles.quiet} onClick={onSend}>
      {texts.send}
    </Button>
  );
  // The panel replaces the pressed button, so it takes the focus.
  if (sent !== null) return <Sent sent={sent} isFresh={sent.at !== before.sentAt} onSend={onSend} />;
  if (applied !== null && applied.openedAt >= reportedAt)
    return (
      <>
        <Applied
          letters={letters}
          operations={operations}
          isFresh={applied.openedAt !== before.openedAt}
          onReview={onReview}
        />
        <div className="cluster">
          {quiet}
          <OpenAnswer look="quiet" />
        </div>
      </>
    );
  const awayMs = now - reportedAt;
  if (awayMs >= offeredAfterMs)
    return (
      <>
        <Away age={reportedAt === 0 ? null : ageText(awayMs)} open={openOf(operations)} />
        <Offer onSend={onSend} />
      </>
    );
  return link === 'offline' ? quiet : null;
}

function useCounted(): (count: number) => string {
  const isPoint = useActor()?.userType === 'RECARGA';
  return (count) => texts.counted(isPoint ? 'topUps' : 'sales', count);
}

/** Sales and top-ups that the server has not recorded. */
function openOf(operations: readonly Operation[]): Tally {
  return tally(
    operations.filter(
      (operation) => listOf(operation) === 'open' && !isRecorded(operation.acceptance ?? operation.status),
    ),
  );
}

function Away({ age, open }: { age: string | null; open: Tally }) {
  const counted = useCounted();
  if (age === null) return null;
  const note = open.count === 1 ? texts.awayNoteOne : texts.awayNote;
  return (
    <div className={styles.away} role="status">
      <Icon of={WifiOff} />
      <div>
        <p className="strong">{texts.away(age)}</p>
        {open.count > 0 && <p>{note(counted(open.count), amountText(open.sum))}</p>}
      </div>
    </div>
  );
}

function Offer({ onSend }: { onSend: () => void }) {
  return (
    <Panel className={styles.offer}>
      <PixelDrawing name="letter" />
      <h2>{texts.offerTitle}</h2>
      <p className="soft">{texts.offerNote}</p>
      <Button size="money" icon={Send} wide onClick={onSend}>
        {texts.send}
      </Button>
      <OpenAnswer look="secondary" />
    </Panel>
  );
}

interface SentProps {
  sent: NonNullable<LetterFacts['sent']>;
  isFresh: boolean;
  onSend: () => void;
}

function Sent({ sent, isFresh, onSend }: SentProps) {
  const counted = useCounted();
  const isPoint = useActor()?.userType === 'RECARGA';
  const note =
    sent.count === 0 ? texts.sentNothing : texts.sentNote(counted(sent.count), amountText(sent.sum));
  return (
    <>
      <Panel className={styles.sent}>
        <Line icon={<Icon of={MailOpen} />}>
          <h2 ref={isFresh ? focusOnMount : undefined} tabIndex={-1} className={styles.plain}>
            {texts.sentTitle(dayAndTime(sent.at))}
          </h2>
          <p className="soft">{note}</p>
        </Line>
        <OpenAnswer />
        <Button variant="secondary" icon={Send} wide onClick={onSend}>
          {texts.again}
        </Button>
      </Panel>
      <p className="soft">{isPoint ? texts.goOnTopUps : texts.goOn}</p>
    </>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.line}>
      {icon}
      <div>{children}</div>
    </div>
  );
}

interface AppliedProps {
  letters: LetterFacts;
  operations: readonly Operation[];
  isFresh: boolean;
  onReview: () => void;
}

function Applied({ letters, operations, isFresh, onReview }: AppliedProps) {
  const counted = useCounted();
  const isPoint = useActor()?.userType === 'RECARGA';
  const { applied, appliedAsOf, listAsOf, sellsUntil } = letters;
  if (applied === null) return null;
  const { done, review, waiting, hasList } = applied;
  const open = openOf(operations);
  const worth = ({ count, sum }: Tally) =>
    count === 0 ? texts.none : texts.tallied(counted(count), amountText(sum));
  const facts: Fact[] = [
    { name: texts.done, value: worth(done) },
    ...(waiting.count > 0 ? [{ name: texts.waiting, value: worth(waiting) }] : []),
    { name: texts.unsent, value: worth(open) },
    {
      name: texts.balances,
      value: listAsOf === 0 ? texts.noBalances : texts.balancesOf(dayAndHour(listAsOf)),
    },
  ];
  const see = isPoint ? texts.seeTopUps : review.count === 1 ? texts.see : texts.seeSeveral;
  return (
    <>
      <div className={styles.current}>
        <Icon of={CircleCheck} size={28} />
        <div>
          <h2 ref={isFresh ? focusOnMount : undefined} tabIndex={-1}>
            {texts.current(dayAndHour(appliedAsOf || applied.openedAt))}
          </h2>
          <p>{texts.came}</p>
        </div>
      </div>
      <Panel className={styles.facts}>
        {review.count === 0 ? (
          <FactList facts={facts} />
        ) : (
          <>
            <FactList facts={facts.slice(0, 1)} />
            <p className={styles.review}>
              <span>
                <Icon of={CircleAlert} size={22} />
                {texts.review}
              </span>
              <b>{worth(review)}</b>
            </p>
            <FactList facts={facts.slice(1)} />
          </>
        )}
      </Panel>
      {review.count > 0 && (
        <Button variant="secondary" wide className={styles.see} onClick={onReview}>
          {see}
        </Button>
      )}
      <Line icon={<Icon of={Database} className={styles.mark} />}>
        <p>
          {!hasList
            ? texts.clock
            : sellsUntil > serverNow()
              ? texts.sellsUntil(dayAndTime(sellsUntil))
              : texts.sellsNoMore}
        </p>
      </Line>
    </>
  );
}
