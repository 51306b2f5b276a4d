import { useState } from 'react';
import { TillBadge, TillMeter } from '#src/client/money/till/till-meter.tsx';
import { type TillLevel, tillStateOf } from '#src/client/money/till/till-state.ts';
import { useOwnTill } from '#src/client/money/till/use-own-till.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { tillFullTexts, tillMeterTexts as texts } from '#src/client/texts/cash/till-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import styles from './top-up.module.css';

/** Whether this amount fits into the till, checked before the customer pays. The server decides it again. */
export function useTillRoom(amount: number) {
  const actor = useActor();
  const { level } = useOwnTill(actor?.id ?? '', actor?.isLimited ?? false);
  const [isAsked, setAsked] = useState(false);
  const left = level === null || level.ceiling === 0 ? Number.POSITIVE_INFINITY : tillStateOf(level).room;
  return {
    level,
    /** Cash that the till can still take, smallest unit shown. An unknown limit blocks nothing. */
    left,
    isFull: amount > left,
    /** The cashier saw this as a full screen. */
    isAsked,
    ask: () => setAsked(true),
    close: () => setAsked(false),
  };
}

type FormRoom = ReturnType<typeof useTillRoom>;

/** Shown from 80 % before the next customer: the meter, and a request to call the market. */
export function TillNearly({ room: { level } }: { room: FormRoom }) {
  if (level === null || level.ceiling === 0) return null;
  const { name, room } = tillStateOf(level);
  if (name === 'fine') return null;
  return (
    <Panel className={`stack-12 pad-row ${styles.nearly}`}>
      <div className="split">
        <h2 className="normal">{name === 'full' ? tillFullTexts.verdict : texts.nearlyTitle}</h2>
        <TillBadge level={level} />
      </div>
      <TillMeter level={level} />
      <p>{texts.nearlyNote(amountText(room))}</p>
    </Panel>
  );
}

interface TillFullProps {
  room: FormRoom;
  level: TillLevel;
  /** Smallest unit shown. */
  amount: number;
}

/** The top-up exceeds the till's ceiling and the customer has not paid yet: the market must receive cash first. */
export function TillFull({ room, level, amount }: TillFullProps) {
  return (
    <ResultScreen
      kind="refused"
      verdict={tillFullTexts.verdict}
      message={
        <>
          <p>
            {tillFullTexts.would(amountText(level.cash + amount))}{' '}
            {tillFullTexts.may(amountText(level.ceiling))}
          </p>
          <p>{tillFullTexts.who}</p>
        </>
      }
      notes={
        <div className={styles.full}>
          <TillMeter level={level} isFull />
        </div>
      }
      facts={[
        { name: tillFullTexts.holds, value: amountText(level.cash) },
        { name: tillFullTexts.room, value: amountText(room.left) },
        { name: tillFullTexts.topUp, value: amountText(amount) },
      ]}
      actions={
        <>
          <p>{tillFullTexts.nothingPaid}</p>
          <Button size="money" wide onClick={room.close}>
            {tillFullTexts.other}
          </Button>
        </>
      }
    />
  );
}
