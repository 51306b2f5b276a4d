import { CircleCheck, Hourglass, LoaderCircle, OctagonX } from 'lucide-react';
import type { CarriedLetter } from '#src/client/local/db/carried-letters.ts';
import { dayAndClock } from '#src/client/shared/day-words.ts';
import { messengerTexts as texts } from '#src/client/texts/sync/messenger-texts.ts';
import { PixelDrawing } from '#src/client/ui/brand/pixel-drawing.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { BadgeFrame } from '#src/client/ui/tables/badge-frame.tsx';
import styles from './messenger.module.css';

interface LetterListProps {
  letters: readonly CarriedLetter[];
  sending: string | null;
  /** Nothing waits any more: each row is an answer to bring back. */
  isOver: boolean;
}

/** One row for each letter: its device and an hour. Nothing else of it can be known here. */
export function LetterList({ letters, sending, isOver }: LetterListProps) {
  if (letters.length === 0) return null;
  return (
    <Panel className={styles.list}>
      <ul>
        {letters.map((letter) => (
          <LetterRow key={letter.id} letter={letter} isSending={letter.id === sending} isOver={isOver} />
        ))}
      </ul>
    </Panel>
  );
}

interface LetterRowProps {
  letter: CarriedLetter;
  isSending: boolean;
  isOver: boolean;
}

function LetterRow({ letter, isSending, isOver }: LetterRowProps) {
  const { state, sealed } = letter;
  const name = sealed.deviceName === '' ? texts.noName : sealed.deviceName;
  return (
    <li className={styles.row}>
      <PixelDrawing name="letter" />
      <div className={styles.facts}>
        <p className="strong">{isOver && state === 'delivered' ? texts.forDevice(name) : name}</p>
        <p className="soft small">{noteOf(letter, isSending, isOver)}</p>
      </div>
      <LetterBadge state={state} isSending={isSending} isOver={isOver} />
    </li>
  );
}

function noteOf(letter: CarriedLetter, isSending: boolean, isOver: boolean): string {
  const { state, problem, receivedAt, deliveredAt, savedAt, sealed } = letter;
  if (state === 'refused') return problem;
  if (state === 'delivered' && isOver) return savedAt === null ? texts.answerReady : texts.answerSaved;
  if (state === 'delivered') return texts.deliveredAt(dayAndClock(deliveredAt ?? receivedAt));
  if (isSending) return texts.size(Math.max(1, Math.round(sealed.body.length / 1000)));
  return texts.received(dayAndClock(receivedAt));
}

function LetterBadge({
  state,
  isSending,
  isOver,
}: Pick<LetterRowProps, 'isSending' | 'isOver'> & Pick<CarriedLetter, 'state'>) {
  if (state === 'refused')
    return (
      <BadgeFrame icon={OctagonX} tone="refused">
        {texts.failed}
      </BadgeFrame>
    );
  if (state === 'delivered')
    return (
      <BadgeFrame icon={CircleCheck} tone="paid">
        {isOver ? texts.ready : texts.done}
      </BadgeFrame>
    );
  return isSending ? (
    <BadgeFrame icon={LoaderCircle} tone="info">
      {texts.onItsWay}
    </BadgeFrame>
  ) : (
    <BadgeFrame icon={Hourglass} tone="pending">
      {texts.waits}
    </BadgeFrame>
  );
}
